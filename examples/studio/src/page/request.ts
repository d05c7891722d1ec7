import { texts } from './texts.js'

/** Error response of the server, with a text that the page shows. */
class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly shown: string

  constructor(shown: string) {
    super(shown)
    this.shown = shown
  }
}

/**
 * Calls a route of the server.
 * @throws Refusal with the server's message.
 */
export async function ask<T>(method: string, address: string, body?: unknown): Promise<T> {
  const isFile = body instanceof Blob
  const reply = await fetch(address, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal(texts.app.noServer)
  })
  const text = await reply.text()
  const answer = (text === '' ? null : JSON.parse(text)) as T & { error?: string } // safe cast: JSON of the server's routes
  if (!reply.ok) throw new Refusal(answer?.error ?? texts.app.badAnswer(reply.status))
  return answer
}

/** Returns the text of an error for display on the page. */
export function messageOf(error: unknown): string {
  return error instanceof Refusal ? error.shown : texts.app.pageError
}

/** Builds a path from a template literal and encodes the ids in the path. */
export function path(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  return String.raw({ raw: parts }, ...ids.map((id) => encodeURIComponent(id)))
}

import { texts } from './texts.js'

/** Error response of the server, with a message that the page shows. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** True if a retry can succeed. A sign-in then continues at the same step. */
  readonly isOutage: boolean

  constructor(message: string, status = 503) {
    super(message)
    this.isOutage = status >= 500
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
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal(texts.app.noServer)
  })
  // Scripts cannot read the target of a redirect, so the caller must navigate the browser to the
  // route itself.
  if (reply.type === 'opaqueredirect') return null as T // safe cast: only sign-in routes redirect, and their return type allows null
  const text = await reply.text()
  const answer = (text === '' ? null : JSON.parse(text)) as T & { error?: string } // safe cast: JSON of the server's routes
  if (!reply.ok) throw new Refusal(answer?.error ?? texts.app.badAnswer(reply.status), reply.status)
  return answer
}

/** Returns the message of an error for display on the page. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Builds a path from a template literal and encodes the ids in the path. */
export function path(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  return String.raw({ raw: parts }, ...ids.map((id) => encodeURIComponent(id)))
}

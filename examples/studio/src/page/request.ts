import { texts } from './texts.js'

/** Says what the server said went wrong, in words for a person. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** True when the same may well work in a moment: the sign-in goes on where it was. */
  readonly isOutage: boolean

  constructor(message: string, status = 503) {
    super(message)
    this.isOutage = status >= 500
  }
}

/** Asks one of the server's routes. @throws Refusal with what it says. */
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
  // Where it leads is not for scripts to see: the browser has to go there itself.
  if (reply.type === 'opaqueredirect') return null as T // only sign-ins redirect, and they say that they may
  const text = await reply.text()
  const answer = (text === '' ? null : JSON.parse(text)) as T & { error?: string } // what the server's routes send
  if (!reply.ok) throw new Refusal(answer?.error ?? texts.app.badAnswer(reply.status), reply.status)
  return answer
}

/** What went wrong, in words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A path with ids in it, each of which may hold anything. */
export function path(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  return String.raw({ raw: parts }, ...ids.map((id) => encodeURIComponent(id)))
}

import { setTimeout as pause } from 'node:timers/promises'

import type { StudioInfo } from '../shared/api.js'
import type { Happening } from '../shared/happenings.js'
import type { UpdateInfo } from '../shared/inbox.js'
import type { Draft, PostInfo, PostStatus, UploadInfo } from '../shared/posts.js'
import { PlainBrowser } from './plain-browser.js'

/**
 * Timeout of every wait. The claim of a killed worker expires after one minute, so the timeout is
 * longer.
 */
const PATIENCE_MS = 150_000
const POLL_EVERY_MS = 40
/** Disables keep-alive, because a restarted studio has closed the old connections. */
const NO_KEEPING = { connection: 'close' }

/**
 * Calls a function repeatedly until it returns a value.
 * @throws Error after the timeout.
 */
export async function until<T>(
  what: string,
  query: () => Promise<T | null | undefined>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const seen = await query()
    if (seen !== null && seen !== undefined) return seen
    await pause(POLL_EVERY_MS)
  }
  throw new Error(`${what} was not observed within ${patienceMs / 1000} s.`)
}

/** Parses the server-sent events of a response as they arrive. */
async function* eventsIn({
  body,
}: Response): AsyncGenerator<{ readonly name: string; readonly data: unknown }> {
  let rest = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = `${rest}${chunk}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, name, data] = /^event: (.+)\ndata: (.+)$/m.exec(block) ?? []
      if (name !== undefined && data !== undefined) yield { name, data: JSON.parse(data) }
    }
  }
}

/** Uses a studio through the HTTP routes that its page uses. */
export class Visitor {
  readonly browser = new PlainBrowser()
  readonly #url: string
  readonly #events: string[] = []

  constructor(url: string) {
    this.#url = url
  }

  /** Returns the names of the events received so far. */
  get events(): readonly string[] {
    return this.#events
  }

  /** Returns the URL of a path of the studio. */
  at(path: string): URL {
    return new URL(path, this.#url)
  }

  /**
   * Calls a route of the studio.
   * @throws Error with the studio's error message.
   */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const isBytes = body instanceof Uint8Array
    const headers = new Headers(NO_KEEPING)
    if (body !== undefined)
      headers.set('content-type', isBytes ? 'application/octet-stream' : 'application/json')
    const reply = await fetch(this.at(path), {
      method,
      headers,
      ...(body === undefined ? {} : { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error((JSON.parse(text) as { error: string }).error) // safe cast: every error response of the studio has this form
    return (text === '' ? null : JSON.parse(text)) as T // safe cast: the types in shared/api describe each route
  }

  /** Receives events until the signal aborts. */
  async listen(signal: AbortSignal): Promise<void> {
    const reply = await fetch(this.at('/api/events'), { signal, headers: NO_KEEPING })
    const read = async () => {
      for await (const { name } of eventsIn(reply)) this.#events.push(name)
    }
    read().catch(() => undefined) // Ignored because the stream ends with an error when the signal aborts or the studio stops.
  }

  /** Waits for an event and returns its data. */
  async nextEvent(wanted: string, signal: AbortSignal): Promise<unknown> {
    const reply = await fetch(this.at('/api/events'), { signal, headers: NO_KEEPING })
    for await (const { name, data } of eventsIn(reply)) if (name === wanted) return data
    throw new Error(`The event stream ended without an event ${wanted}.`)
  }

  studio(): Promise<StudioInfo> {
    return this.ask('GET', '/api/studio')
  }

  /** Uploads a file. */
  upload(name: string, bytes: Uint8Array): Promise<UploadInfo> {
    return this.ask('POST', `/api/uploads?name=${name}`, bytes)
  }

  /** Publishes a post and waits until the studio has completed it. */
  async publish(draft: Partial<Draft> & { readonly accountId: string }): Promise<PostInfo> {
    const idempotencyKey = draft.idempotencyKey ?? crypto.randomUUID()
    const whole: Draft = { text: '', media: [], publishAt: null, options: {}, ...draft, idempotencyKey }
    await this.ask('POST', '/api/posts', whole)
    return until('Publishing', async () => {
      const { posts } = await this.studio()
      return posts.find(({ id, status }) => id === idempotencyKey && status !== 'SENDING')
    })
  }

  /** Waits until a post has one of the given states. */
  becomes(id: string, wanted: PostStatus): Promise<PostInfo> {
    return until(`${wanted} of a post`, async () => {
      const { posts } = await this.studio()
      return posts.find((post) => post.id === id && post.status === wanted)
    })
  }

  /** Triggers an event at the account's emulated network. */
  happen(what: Happening, accountId: string): Promise<unknown> {
    return this.ask('POST', `/api/happenings/${what}`, { accountId })
  }

  answer({ id }: UpdateInfo, text: string): Promise<UpdateInfo> {
    const idempotencyKey = crypto.randomUUID()
    return this.ask('POST', `/api/updates/${encodeURIComponent(id)}/answer`, { text, idempotencyKey })
  }

  /** Hides a comment, or makes it visible again. */
  setVisibility({ id }: UpdateInfo, hidden: boolean): Promise<UpdateInfo> {
    const deed = hidden ? 'hide' : 'show'
    return this.ask('POST', `/api/updates/${encodeURIComponent(id)}/deeds/${deed}`)
  }

  /** Counts the updates of one kind for an account. */
  async count(accountId: string, wanted: string): Promise<number> {
    const { updates } = await this.studio()
    return updates.filter((update) => update.accountId === accountId && update.kind === wanted).length
  }

  /** Waits for an update of one kind. */
  arrival(accountId: string, wanted: string): Promise<UpdateInfo> {
    return until(`The arrival of ${wanted}`, async () => {
      const { updates } = await this.studio()
      return updates.find((update) => update.accountId === accountId && update.kind === wanted)
    })
  }
}

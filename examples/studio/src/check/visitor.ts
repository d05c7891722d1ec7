import { setTimeout as pause } from 'node:timers/promises'

import type { StudioInfo } from '../shared/api.js'
import type { Happening } from '../shared/happenings.js'
import type { UpdateInfo } from '../shared/inbox.js'
import type { Draft, PostInfo, PostStatus, UploadInfo } from '../shared/posts.js'
import { PlainBrowser } from './plain-browser.js'

/** Only what went wrong takes so long, also on a machine that does ten other things. */
const PATIENCE_MS = 60_000
const POLL_EVERY_MS = 40
/** A connection that was kept would be dead after the restart. */
const NO_KEEPING = { connection: 'close' }

/** Looks again and again until there is something to see. @throws Error when patience ends. */
export async function until<T>(
  what: string,
  statistics: () => Promise<T | null | undefined>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const seen = await statistics()
    if (seen !== null && seen !== undefined) return seen
    await pause(POLL_EVERY_MS)
  }
  throw new Error(`${what} did not happen within ${patienceMs / 1000} s.`)
}

/** The live events of an answer, as they come. */
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

/** Uses a studio as its page does: over HTTP, with the same routes. */
export class Visitor {
  readonly browser = new PlainBrowser()
  readonly #url: string
  readonly #events: string[] = []

  constructor(url: string) {
    this.#url = url
  }

  /** Names of the live events that arrived so far. */
  get events(): readonly string[] {
    return this.#events
  }

  /** An address of the studio. */
  at(path: string): URL {
    return new URL(path, this.#url)
  }

  /** Asks one of the studio's routes. @throws Error with the studio's own words. */
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
    if (!reply.ok) throw new Error((JSON.parse(text) as { error: string }).error) // what the studio answers failures with
    return (text === '' ? null : JSON.parse(text)) as T // the shapes of shared/api
  }

  /** Listens to the live events until the signal fires. */
  async listen(signal: AbortSignal): Promise<void> {
    const reply = await fetch(this.at('/api/events'), { signal, headers: NO_KEEPING })
    const read = async () => {
      for await (const { name } of eventsIn(reply)) this.#events.push(name)
    }
    read().catch(() => undefined) // ends with the signal, or with the studio
  }

  /** Waits for a live event, and gives what it carries. */
  async heard(wanted: string, signal: AbortSignal): Promise<unknown> {
    const reply = await fetch(this.at('/api/events'), { signal, headers: NO_KEEPING })
    for await (const { name, data } of eventsIn(reply)) if (name === wanted) return data
    throw new Error(`The studio ended its events without one of ${wanted}.`)
  }

  studio(): Promise<StudioInfo> {
    return this.ask('GET', '/api/studio')
  }

  /** Hands a file over. */
  upload(name: string, bytes: Uint8Array): Promise<UploadInfo> {
    return this.ask('POST', `/api/uploads?name=${name}`, bytes)
  }

  /** Publishes, and waits until the studio is done with it. */
  async publish(draft: Partial<Draft> & { readonly accountId: string }): Promise<PostInfo> {
    const idempotencyKey = draft.idempotencyKey ?? crypto.randomUUID()
    const whole: Draft = { text: '', media: [], publishAt: null, options: {}, ...draft, idempotencyKey }
    await this.ask('POST', '/api/posts', whole)
    return until('Publishing', async () => {
      const { posts } = await this.studio()
      return posts.find(({ id, status }) => id === idempotencyKey && status !== 'SENDING')
    })
  }

  /** Waits until a post is in a state. */
  becomes(id: string, wanted: PostStatus): Promise<PostInfo> {
    return until(`${wanted} of a post`, async () => {
      const { posts } = await this.studio()
      return posts.find((post) => post.id === id && post.status === wanted)
    })
  }

  /** Lets something happen in the emulator. */
  happen(what: Happening, accountId: string): Promise<unknown> {
    return this.ask('POST', `/api/happenings/${what}`, { accountId })
  }

  /** Answers an update. */
  answer({ id }: UpdateInfo, text: string): Promise<UpdateInfo> {
    const idempotencyKey = crypto.randomUUID()
    return this.ask('POST', `/api/updates/${encodeURIComponent(id)}/answer`, { text, idempotencyKey })
  }

  /** Hides a comment, or shows it again. */
  setVisibility({ id }: UpdateInfo, hidden: boolean): Promise<UpdateInfo> {
    return this.ask('POST', `/api/updates/${encodeURIComponent(id)}/visibility`, { hidden })
  }

  /** How many updates of that kind an account has. */
  async count(accountId: string, wanted: string): Promise<number> {
    const { updates } = await this.studio()
    return updates.filter((update) => update.accountId === accountId && update.kind === wanted).length
  }

  /** Waits for an update of that kind. */
  arrival(accountId: string, wanted: string): Promise<UpdateInfo> {
    return until(`The arrival of ${wanted}`, async () => {
      const { updates } = await this.studio()
      return updates.find((update) => update.accountId === accountId && update.kind === wanted)
    })
  }
}

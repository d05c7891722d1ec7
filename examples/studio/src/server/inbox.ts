import { Dispatcher, Poller, SocialBaseError, type SocialClient, type Update } from '@social/core'

import type { Accounts } from './accounts.js'
import { canAnswer } from './answering.js'
import type { Live } from './live.js'
import { toPersonInfo } from './people.js'
import type { Posts } from './posts.js'
import type { Updates } from './updates.js'

const EVERY_SECONDS = 5

/** What the inbox needs. */
export interface InboxParts {
  readonly social: SocialClient
  readonly accounts: Accounts
  readonly posts: Posts
  readonly updates: Updates
  readonly live: Live
  readonly stopping: AbortSignal
}

interface Running {
  readonly poller: Poller
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** Looks for news on every account, keeps each piece once, and tells the page. */
export class Inbox {
  readonly #parts: InboxParts
  readonly #dispatcher: Dispatcher
  readonly #running = new Map<string, Running>()
  /** Accounts whose trouble was told already; once is enough. */
  readonly #told = new Set<string>()

  constructor(parts: InboxParts) {
    this.#parts = parts
    // What was handled is remembered in the database, so nothing is handled twice: not after a restart either.
    this.#dispatcher = new Dispatcher({ seen: parts.social.seenUpdates })
    this.#dispatcher.onAny((update) => this.#keep(update))
  }

  /** Looks for news on every account that is connected. */
  startAll(): void {
    for (const { id } of this.#parts.accounts.all()) this.start(id)
  }

  /** Looks for news on one account from now on. Networks that push instead are heard over the mounted routes. */
  start(id: string): void {
    this.#told.delete(id)
    const { social, accounts } = this.#parts
    const account = social.account(id)
    if (this.#running.has(id) || !account.can('fetchUpdatesAfter')) return
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, this.#parts.stopping])
    const poller = new Poller({
      fetchAfter: (marker, context) => account.fetchUpdatesAfter(marker, context),
      deliver: this.#dispatcher.deliver,
      marker: accounts.marker(id),
      saveMarker: (marker) => accounts.saveMarker(id, marker),
      everySeconds: EVERY_SECONDS,
      onError: (error) => this.#tell(id, error),
      signal,
    })
    const ended = poller.runForever().catch(() => undefined)
    this.#running.set(id, { poller, stop, ended })
  }

  /** Stops looking, and waits for what is under way. */
  async stop(id: string): Promise<void> {
    const running = this.#running.get(id)
    this.#running.delete(id)
    running?.stop.abort()
    await running?.ended
  }

  /** Looks once now, besides the regular rounds. */
  checkSoon(id: string): void {
    this.#running
      .get(id)
      ?.poller.checkOnce()
      .catch(() => undefined) // the regular rounds tell of trouble that lasts
  }

  /** Waits until nothing is under way any more, once `stopping` has fired. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #keep(update: Update): Promise<void> {
    const { social, posts, updates, live } = this.#parts
    const about =
      update.aboutPostId === null ? null : posts.findByPostId(update.connectionId, update.aboutPostId)
    const info = {
      id: `${update.connectionId} ${update.id}`,
      accountId: update.connectionId,
      kind: update.kind,
      at: update.timestamp.toISOString(),
      actor: toPersonInfo(update.actor),
      text: await this.#textOf(update),
      postId: update.postId,
      aboutText: about?.text ?? null,
      answer: null,
      canAnswer: canAnswer(social, update),
    }
    updates.save(info, update)
    live.tell('update', info)
  }

  /** An update says which post it is; its words are read. Null when there are none, or when they are gone already. */
  async #textOf({ connectionId, postId, aboutPostId }: Update): Promise<string | null> {
    const account = this.#parts.social.account(connectionId)
    if (postId === null || postId === aboutPostId || !account.can('readPost')) return null
    try {
      const post = await account.readPost(postId, { signal: this.#parts.stopping })
      return post.text
    } catch (error) {
      if (SocialBaseError.is(error) && error.code === 'POST_GONE') return null
      throw error
    }
  }

  #tell(id: string, error: unknown): void {
    if (this.#told.has(id)) return
    this.#told.add(id)
    const words = error instanceof Error ? error.message : String(error)
    this.#parts.live.tell('notice', { text: `The inbox of ${id} could not be read. ${words}` })
  }
}

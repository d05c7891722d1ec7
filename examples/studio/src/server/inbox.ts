import { Dispatcher, type Poller, type SocialClient, type Update } from '@social/core'

import { type Accounts, describeAccounts } from './accounts.js'
import { canAnswer } from './answering.js'
import type { Live } from './live.js'
import { actorOf } from './people.js'
import { makePoller } from './polling.js'
import { applyNews, postAbout } from './post-news.js'
import type { Posts } from './posts.js'
import { textOfUpdate } from './update-text.js'
import type { Updates } from './updates.js'

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

/** Looks for news on every account, takes what networks push, keeps each piece once, and tells the page. */
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

  /** Takes an update, from wherever it comes: what was handled before is not handled again. */
  get deliver(): Dispatcher['deliver'] {
    return this.#dispatcher.deliver
  }

  /** Looks for news on every account that is connected. */
  startAll(): void {
    for (const { id } of this.#parts.accounts.all()) this.start(id)
  }

  /** Looks for news on one account from now on. Networks that push instead are heard over the mounted routes. */
  start(id: string): void {
    this.#told.delete(id)
    const { social, accounts } = this.#parts
    if (this.#running.has(id)) return
    const stop = new AbortController()
    const poller = makePoller({
      account: social.account(id),
      accounts,
      deliver: this.deliver,
      onError: (error) => this.#tell(id, error),
      signal: AbortSignal.any([stop.signal, this.#parts.stopping]),
    })
    if (poller === null) return
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
    const { social, accounts, posts, updates, live, stopping } = this.#parts
    // Networks push news of everybody who ever allowed the app.
    if (!accounts.all().some(({ id }) => id === update.connectionId)) return
    const info = {
      id: `${update.connectionId} ${update.id}`,
      accountId: update.connectionId,
      kind: update.kind,
      at: update.timestamp.toISOString(),
      actor: actorOf(update, social),
      text: await textOfUpdate(social, update, stopping),
      postId: update.postId,
      aboutText: postAbout(posts, update)?.text ?? null,
      answer: null,
      canAnswer: canAnswer(social, update),
    }
    updates.save(info, update)
    live.tell('update', info)
    applyNews(update, this.#parts)
    if (update.kind === 'CONNECTION_REVOKED') await this.#letGo(update.connectionId)
  }

  /** The token is dead already, and the network does not say so twice. */
  async #letGo(id: string): Promise<void> {
    const { social, accounts, live } = this.#parts
    accounts.remove(id)
    await social.storage.deleteConnection(id)
    live.tell('accounts', await describeAccounts(this.#parts))
  }

  #tell(id: string, error: unknown): void {
    if (this.#told.has(id)) return
    this.#told.add(id)
    const words = error instanceof Error ? error.message : String(error)
    this.#parts.live.tell('notice', { text: `The inbox of ${id} could not be read. ${words}` })
  }
}

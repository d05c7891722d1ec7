import {
  Dispatcher,
  Follower,
  type Poller,
  type SocialClient,
  type Update,
  userMessageOf,
} from '@social/core'

import { type Accounts, describeAccounts } from '../accounts/accounts.js'
import { actorOf } from '../accounts/people.js'
import type { Live } from '../live.js'
import { applyNews, postAbout } from '../posts/post-watch.js'
import type { Posts } from '../posts/posts.js'
import { actionsOf } from './deeds.js'
import { makePoller } from './polling.js'
import { threadOf, toFileInfos } from './thread.js'
import { isHidden, rowIdOf, type Updates } from './updates.js'

/** Dependencies of the inbox. */
export interface InboxParts {
  readonly social: SocialClient
  readonly accounts: Accounts
  readonly posts: Posts
  readonly updates: Updates
  readonly live: Live
  readonly stopping: AbortSignal
}

interface Running {
  /** Poller of the account. Null if the network pushes all updates. */
  readonly poller: Poller | null
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/**
 * Update kinds after which the studio removes the account and all data that the library stores for
 * it.
 */
const ENDS_ACCESS: ReadonlySet<string> = new Set(['CONNECTION_REVOKED', 'DATA_DELETION_REQUESTED'])

/**
 * Polls every account and receives pushed updates. Stores each update once and notifies the open
 * pages.
 */
export class Inbox {
  readonly #parts: InboxParts
  readonly #dispatcher: Dispatcher
  readonly #running = new Map<string, Running>()
  /**
   * Ids of accounts whose polling error was already reported, because each error is reported only
   * once.
   */
  readonly #reported = new Set<string>()

  constructor(parts: InboxParts) {
    this.#parts = parts
    // The database stores the ids of handled updates, so that no update is handled twice, even
    // after a restart.
    this.#dispatcher = new Dispatcher({ seen: parts.social.seenUpdates })
    this.#dispatcher.onAny((update) => this.#keep(update))
  }

  /** Handles a pushed or polled update. Skips updates that were already handled. */
  get deliver(): Dispatcher['deliver'] {
    return this.#dispatcher.deliver
  }

  /** Starts polling for all connected accounts. */
  startAll(): void {
    for (const { id } of this.#parts.accounts.all()) this.start(id)
  }

  /**
   * Starts polling for one account. Does nothing for networks that push all updates to the webhook
   * routes.
   */
  start(id: string): void {
    this.#reported.delete(id)
    const { social, accounts } = this.#parts
    if (this.#running.has(id)) return
    const stop = new AbortController()
    const account = social.account(id)
    const shared = {
      onError: (error: unknown) => this.#notify(id, error),
      signal: AbortSignal.any([stop.signal, this.#parts.stopping]),
    }
    // Reads the event stream if the network has one. Polling adds the updates that the stream does
    // not contain.
    if (account.can('listen')) {
      const { markers } = social
      const follower = new Follower({
        account,
        markers,
        dispatcher: this.#dispatcher,
        everySeconds: 5,
        ...shared,
      })
      const ended = follower.runForever().catch(() => undefined)
      this.#running.set(id, { poller: null, stop, ended })
      return
    }
    const poller = makePoller({ account, accounts, deliver: this.deliver, ...shared })
    if (poller === null) return
    const ended = poller.runForever().catch(() => undefined)
    this.#running.set(id, { poller, stop, ended })
  }

  /**
   * Subscribes one account to pushed updates if its network requires a subscription request.
   * Updates that the network pushed before are not shown again.
   */
  async havePushed(id: string): Promise<void> {
    const account = this.#parts.social.account(id)
    if (!account.can('startUpdates')) return
    await account.startUpdates().catch((error: unknown) => this.#notify(id, error))
  }

  /** Stops polling for one account and waits for the poll in progress. */
  async stop(id: string): Promise<void> {
    const running = this.#running.get(id)
    this.#running.delete(id)
    running?.stop.abort()
    await running?.ended
  }

  /** Polls one account now, in addition to the regular interval. */
  checkSoon(id: string): void {
    this.#running
      .get(id)
      ?.poller?.checkOnce()
      .catch(() => undefined) // The regular polling reports any persistent error.
  }

  /** Waits until all polling has ended. Abort the `stopping` signal first. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #keep(update: Update): Promise<void> {
    const { social, accounts, posts, updates, live, stopping } = this.#parts
    const receivedAt = new Date().toISOString()
    // Ignores updates for unknown accounts. Networks push updates for every user who ever
    // authorized the app.
    if (!accounts.has(update.connectionId)) return
    const info = {
      id: rowIdOf(update),
      accountId: update.connectionId,
      kind: update.kind,
      at: update.timestamp.toISOString(),
      actor: actorOf(update, social),
      text: update.text,
      attachments: toFileInfos(update.attachments),
      rating: update.rating,
      url: update.url,
      aboutText: postAbout(posts, update)?.text ?? null,
      answer: null,
      actions: await actionsOf(social, update, stopping),
      hidden: false,
      liked: false,
      reposted: false,
      deleted: false,
      hasThread: threadOf(social, update) !== null,
      isRead: false,
      receivedAt,
    }
    updates.save(info, update)
    if (!isHidden(update)) live.notify('update', info)
    live.notify('conversations', updates.conversations())
    await applyNews(this.#parts, update)
    if (ENDS_ACCESS.has(update.kind)) await this.#removeAccount(update.connectionId)
  }

  /**
   * Removes an account whose token is already invalid. The network sends the update about it only
   * once.
   */
  async #removeAccount(id: string): Promise<void> {
    const { social, accounts, live } = this.#parts
    accounts.remove(id)
    await social.storage.deleteConnection(id)
    live.notify('accounts', await describeAccounts(this.#parts))
  }

  #notify(id: string, error: unknown): void {
    if (this.#reported.has(id)) return
    this.#reported.add(id)
    const name = this.#parts.accounts.all().find((account) => account.id === id)?.name ?? id
    const text = `The inbox of ${name} could not be read. ${userMessageOf(error)}`
    this.#parts.live.notify('notice', { text })
  }
}

import { Dispatcher, Follower, type Poller, type SocialClient, type Update } from '@social/core'

import { type Accounts, describeAccounts, type StoredAccount } from '../accounts/accounts.js'
import { actorOf } from '../accounts/people.js'
import type { Live } from '../live.js'
import { applyNews, postAbout } from '../posts/post-news.js'
import type { Posts } from '../posts/posts.js'
import { canAnswer, canHide, hasThread, WRITTEN } from './answering.js'
import { missingOn } from './deeds.js'
import { makePoller } from './polling.js'
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
  /** Null where the network pushes by itself. */
  readonly poller: Poller | null
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** True for what the account wrote itself, here or elsewhere: some networks tell of that too, and it is no news. */
function isOwn({ actor, kind }: Update, account: StoredAccount): boolean {
  if (!WRITTEN.has(kind) || actor === null) return false
  // Some networks name people by their handle alone.
  const handle = account.name.replace(/^@/, '')
  return account.id.endsWith(`:${actor.id}`) || actor.handle === handle || actor.id === handle
}

/** After these the account is let go, with everything the library keeps of it. */
const ENDS_ACCESS: ReadonlySet<string> = new Set(['CONNECTION_REVOKED', 'DATA_DELETION_REQUESTED'])

/** Looks for news on every account, takes what networks push, keeps each piece once, and tells the page. */
export class Inbox {
  readonly #parts: InboxParts
  readonly #dispatcher: Dispatcher
  readonly #running = new Map<string, Running>()
  /** Accounts whose trouble was told already; once is enough. */
  readonly #reported = new Set<string>()

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
    this.#reported.delete(id)
    const { social, accounts } = this.#parts
    if (this.#running.has(id)) return
    const stop = new AbortController()
    const account = social.account(id)
    const shared = {
      onError: (error: unknown) => this.#notify(id, error),
      signal: AbortSignal.any([stop.signal, this.#parts.stopping]),
    }
    // Live where the network has a stream; what the stream leaves out is polled behind it.
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

  /** Asks the network to push news of one account, where it has to be asked; what it pushed already is not shown twice. */
  async havePushed(id: string): Promise<void> {
    const account = this.#parts.social.account(id)
    if (!account.can('startUpdates')) return
    await account.startUpdates().catch((error: unknown) => this.#notify(id, error))
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
      ?.poller?.checkOnce()
      .catch(() => undefined) // the regular rounds tell of trouble that lasts
  }

  /** Waits until nothing is under way any more, once `stopping` has fired. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #keep(update: Update): Promise<void> {
    const { social, accounts, posts, updates, live, stopping } = this.#parts
    const receivedAt = new Date().toISOString()
    // Networks push news of everybody who ever allowed the app.
    const account = accounts.all().find(({ id }) => id === update.connectionId)
    if (account === undefined || isOwn(update, account)) return
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
      hidden: canHide(social, update) ? false : null,
      liked: false,
      reposted: false,
      deleted: false,
      missing: missingOn(social, update),
      hasThread: hasThread(social, update),
      isRead: false,
      receivedAt,
    }
    updates.save(info, update)
    live.notify('update', info)
    applyNews(update, this.#parts)
    if (ENDS_ACCESS.has(update.kind)) await this.#letGo(update.connectionId)
  }

  /** The token is dead already, and the network does not say so twice. */
  async #letGo(id: string): Promise<void> {
    const { social, accounts, live } = this.#parts
    accounts.remove(id)
    await social.storage.deleteConnection(id)
    live.notify('accounts', await describeAccounts(this.#parts))
  }

  #notify(id: string, error: unknown): void {
    if (this.#reported.has(id)) return
    this.#reported.add(id)
    const texts = error instanceof Error ? error.message : String(error)
    this.#parts.live.notify('notice', { text: `The inbox of ${id} could not be read. ${texts}` })
  }
}

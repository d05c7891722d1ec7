import type { Draft, PostInfo } from '../../shared/posts.js'
import type { QueuedSender } from '../many/queued-sender.js'
import { waitsHere } from './later.js'
import { changePost, OwnSender, type SendingParts } from './own-sender.js'

/** Takes posts to their networks, in this process or by workers, and tells the page how they are getting on. */
export class Publishing {
  readonly #parts: SendingParts
  readonly #own: OwnSender
  readonly #queued: QueuedSender | null

  /** @param queued - Hands posts to workers; null where this process does everything. */
  constructor(parts: SendingParts, queued: QueuedSender | null = null) {
    this.#parts = parts
    this.#own = new OwnSender(parts)
    this.#queued = queued
  }

  /** Writes a post down, then publishes it. The same key again gives the post that is there. */
  start(draft: Draft): PostInfo | null {
    this.keep(draft)
    return this.begin(draft.idempotencyKey)
  }

  /** Writes a post down. One for later waits here, where its network does not keep it. False when it is there already. */
  keep(draft: Draft): boolean {
    return this.#parts.posts.add(draft, waitsHere(this.#parts.social, draft) ? 'WAITING' : 'SENDING')
  }

  /** Publishes a post that was written down, unless that is done or under way. */
  begin(id: string): PostInfo | null {
    const { posts, live } = this.#parts
    const post = posts.find(id)
    if (post === null) return null
    live.notify('post', post)
    if (this.#queued !== null) this.#queued.querySoon()
    else if (post.status === 'SENDING') this.#own.send(id)
    return post
  }

  /** Tries a failed post again, under the same key: what reached the network is found again, not repeated. */
  async retry(post: PostInfo): Promise<void> {
    await this.#queued?.retry(post)
    changePost(this.#parts, post.id, { status: 'SENDING' })
    if (this.#queued === null) this.#own.send(post.id)
    else this.#queued.querySoon()
  }

  /** Stops a post on its way. Its key stays: trying again looks first whether it is out. */
  async stop(post: PostInfo): Promise<void> {
    if (this.#queued === null) this.#own.stop(post.id)
    else await this.#queued.stop(post)
  }

  /** Nobody is to publish that post any more: it is put away. */
  async forget(post: PostInfo): Promise<void> {
    await this.#queued?.forget(post)
  }

  /** Goes on with what was on its way when the server stopped. The queue keeps that by itself. */
  resume(): void {
    if (this.#queued !== null) return
    for (const { id } of this.#parts.posts.withStatus('SENDING')) this.#own.send(id)
  }

  /** Publishes what waited here and is due. What waits in the queue is the queue's business. */
  async startDue(): Promise<void> {
    if (this.#queued !== null) return
    for (const post of this.#parts.posts.withStatus('WAITING'))
      if (post.publishAt !== null && Date.parse(post.publishAt) <= Date.now()) await this.retry(post)
  }

  /** Resolves when nothing is on its way any more. */
  async idle(): Promise<void> {
    await this.#own.idle()
  }
}

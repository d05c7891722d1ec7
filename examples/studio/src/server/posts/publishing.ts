import type { Draft, PostInfo } from '../../shared/posts.js'
import type { QueuedSender } from '../many/queued-sender.js'
import { waitsHere } from './later.js'
import { changePost, OwnSender, type SendingParts } from './own-sender.js'

/** Publishes posts in this process or through workers, and reports their state to the page. */
export class Publishing {
  readonly #parts: SendingParts
  readonly #own: OwnSender
  readonly #queued: QueuedSender | null

  /** @param queued - Adds posts to the queue. Null if this process publishes. */
  constructor(parts: SendingParts, queued: QueuedSender | null = null) {
    this.#parts = parts
    this.#own = new OwnSender(parts)
    this.#queued = queued
  }

  /** Stores a post, then publishes it. A repeated key returns the existing post. */
  start(draft: Draft): PostInfo | null {
    this.keep(draft)
    return this.begin(draft.idempotencyKey)
  }

  /**
   * Stores a post. The studio holds a scheduled post if its network has no scheduling. Returns false if the key
   * exists.
   */
  keep(draft: Draft): boolean {
    return this.#parts.posts.add(draft, waitsHere(this.#parts.social, draft) ? 'WAITING' : 'SENDING')
  }

  /** Publishes a stored post, unless this is complete or in progress. */
  begin(id: string): PostInfo | null {
    const { posts, live } = this.#parts
    const post = posts.find(id)
    if (post === null) return null
    live.notify('post', post)
    if (this.#queued !== null) this.#queued.querySoon()
    else if (post.status === 'SENDING') this.#own.send(id)
    return post
  }

  /** Retries a failed post with the same key. Parts that reached the network are found and not sent again. */
  async retry(post: PostInfo): Promise<void> {
    await this.#queued?.retry(post)
    changePost(this.#parts, post.id, { status: 'SENDING' })
    if (this.#queued === null) this.#own.send(post.id)
    else this.#queued.querySoon()
  }

  /** Stops publishing. The key stays the same, so that a retry first checks whether the post was published. */
  async stop(post: PostInfo): Promise<void> {
    if (this.#queued === null) this.#own.stop(post.id)
    else await this.#queued.stop(post)
  }

  /** Cancels the job of a removed post. */
  async forget(post: PostInfo): Promise<void> {
    await this.#queued?.forget(post)
  }

  /** Resumes posts that were in progress when the server stopped. The queue resumes its jobs itself. */
  resume(): void {
    if (this.#queued !== null) return
    for (const { id } of this.#parts.posts.withStatus('SENDING')) this.#own.send(id)
  }

  /** Publishes due posts that the studio holds. The queue publishes its own due posts. */
  async startDue(): Promise<void> {
    if (this.#queued !== null) return
    for (const post of this.#parts.posts.withStatus('WAITING'))
      if (post.publishAt !== null && Date.parse(post.publishAt) <= Date.now()) await this.retry(post)
  }

  /** Resolves when no post is in progress. */
  async idle(): Promise<void> {
    await this.#own.idle()
  }
}

import type { Draft, PostInfo } from '../../shared/posts.js'
import type { QueuedSender } from '../many/queued-sender.js'
import { waitsHere } from './later.js'
import { changePost, OwnSender, type SendingParts } from './own-sender.js'

/**
 * Publishes posts in the studio's process or through workers. Reports the state of the posts to
 * the page.
 */
export class Publishing {
  readonly #parts: SendingParts
  readonly #own: OwnSender
  readonly #queued: QueuedSender | null

  /** @param queued - Adds posts to the queue of the workers. Null to publish in this process. */
  constructor(parts: SendingParts, queued: QueuedSender | null = null) {
    this.#parts = parts
    this.#own = new OwnSender(parts)
    this.#queued = queued
  }

  /** True if workers publish the posts. */
  get isQueued(): boolean {
    return this.#queued !== null
  }

  /**
   * Stores a post and starts to publish it. If the idempotency key exists, returns the stored
   * post.
   */
  start(draft: Draft): PostInfo | null {
    this.keep(draft)
    return this.begin(draft.idempotencyKey)
  }

  /**
   * Stores a post without publishing it. Returns false if the idempotency key exists. The studio
   * holds a scheduled post itself if the network has no scheduling.
   */
  keep(draft: Draft): boolean {
    return this.#parts.posts.add(draft, waitsHere(this.#parts.social, draft) ? 'WAITING' : 'SENDING')
  }

  /** Starts to publish a stored post, unless the post is complete or in progress. */
  begin(id: string): PostInfo | null {
    const { posts, live } = this.#parts
    const post = posts.find(id)
    if (post === null) return null
    live.notify('post', post)
    if (this.#queued !== null) this.#queued.querySoon()
    else if (post.status === 'SENDING') this.#own.send(id)
    return post
  }

  /**
   * Retries a failed post with the same key. Parts that already reached the network are not sent
   * again.
   */
  async retry(post: PostInfo): Promise<void> {
    await this.#queued?.retry(post)
    changePost(this.#parts, post.id, { status: 'SENDING' })
    if (this.#queued === null) this.#own.send(post.id)
    else this.#queued.querySoon()
  }

  /**
   * Stops publishing. The post keeps its idempotency key, so that a retry first checks whether the
   * network already has the post.
   */
  async stop(post: PostInfo): Promise<void> {
    if (this.#queued === null) this.#own.stop(post.id)
    else await this.#queued.stop(post)
  }

  /** Cancels the job of a removed post. */
  async forget(post: PostInfo): Promise<void> {
    await this.#queued?.forget(post)
  }

  /**
   * Resumes posts that were in progress when the server stopped. With workers this is not
   * necessary, because the queue keeps the jobs.
   */
  resume(): void {
    if (this.#queued !== null) return
    for (const { id } of this.#parts.posts.withStatus('SENDING')) this.#own.send(id)
  }

  /**
   * Publishes the posts that the studio holds and that are due. With workers, the queue does this.
   */
  async startDue(): Promise<void> {
    if (this.#queued !== null) return
    for (const post of this.#parts.posts.withStatus('WAITING'))
      if (post.publishAt !== null && Date.parse(post.publishAt) <= Date.now()) await this.retry(post)
  }

  /** Waits until no post is in progress. */
  async idle(): Promise<void> {
    await this.#own.idle()
  }
}

import { OutcomeUnknownError, type PostResult, PublishBusyError, type SocialClient } from '@social/core'

import type { Draft, PostInfo } from '../shared/api.js'
import type { Live } from './live.js'
import type { PostChange, Posts } from './posts.js'
import { describeSpending } from './spending.js'
import type { Uploads } from './uploads.js'

const PROGRESS_EVERY_MS = 100

/** What publishing needs. */
export interface PublishingParts {
  readonly social: SocialClient
  readonly posts: Posts
  readonly uploads: Uploads
  readonly live: Live
  /** Fires when the server stops; posts on their way then go on after the next start. */
  readonly stopping: AbortSignal
}

/** Publishes posts in the background and tells the page how they are getting on. */
export class Publishing {
  readonly #parts: PublishingParts
  readonly #running = new Map<string, Promise<void>>()

  constructor(parts: PublishingParts) {
    this.#parts = parts
  }

  /** Keeps a post, then publishes it. The same key again gives the post that is there. */
  start(draft: Draft): PostInfo | null {
    const { posts, live } = this.#parts
    const isNew = posts.add(draft)
    const post = posts.find(draft.idempotencyKey)
    if (post !== null && isNew) {
      live.tell('post', post)
      this.#publish(post.id)
    }
    return post
  }

  /** Tries a failed post again, under the same key: what reached the network is found again, not repeated. */
  retry(id: string): void {
    this.#change(id, { status: 'SENDING' })
    this.#publish(id)
  }

  /** Goes on with what was on its way when the server stopped. */
  resume(): void {
    for (const { id } of this.#parts.posts.withStatus('SENDING')) this.#publish(id)
  }

  /** Resolves when nothing is on its way any more. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  #publish(id: string): void {
    if (this.#running.has(id)) return
    this.#running.set(
      id,
      this.#attempt(id)
        .then(() => this.#tellSpending())
        .finally(() => this.#running.delete(id)),
    )
  }

  async #tellSpending(): Promise<void> {
    const { social, live, stopping } = this.#parts
    if (!stopping.aborted) live.tell('spending', await describeSpending(social))
  }

  async #attempt(id: string): Promise<void> {
    const draft = this.#parts.posts.draft(id)
    if (draft === null) return
    try {
      const { id: postId, url, state } = await this.#send(id, draft)
      this.#change(id, { status: state, postId, url })
    } catch (error) {
      if (this.#parts.stopping.aborted) return
      // Someone else is at it, under the same key: what they make of it is what we show.
      if (PublishBusyError.is(error)) return this.#later(id, error.retryAfter)
      const status = OutcomeUnknownError.is(error) ? 'UNKNOWN' : 'FAILED'
      this.#change(id, { status, problem: error instanceof Error ? error.message : String(error) })
    }
  }

  #send(id: string, draft: Draft): Promise<PostResult> {
    const { social, uploads, live, stopping } = this.#parts
    const media = draft.media.flatMap(({ uploadId, altText }) => {
      const upload = uploads.find(uploadId)
      return upload === null ? [] : [uploads.toMedia(upload, altText)]
    })
    let toldAt = 0
    return social.account(draft.accountId).post(
      { text: draft.text, media, publishAt: draft.publishAt, options: draft.options },
      {
        idempotencyKey: id,
        signal: stopping,
        onProgress: ({ sentBytes, totalBytes }) => {
          if (sentBytes < totalBytes && Date.now() - toldAt < PROGRESS_EVERY_MS) return
          toldAt = Date.now()
          live.tell('progress', { id, sentBytes, totalBytes })
        },
      },
    )
  }

  async #later(id: string, seconds: number): Promise<void> {
    await this.#parts.social.clock.sleep(seconds, { signal: this.#parts.stopping }).catch(() => null)
    if (!this.#parts.stopping.aborted) await this.#attempt(id)
  }

  #change(id: string, change: PostChange): void {
    const post = this.#parts.posts.change(id, change)
    if (post !== null) this.#parts.live.tell('post', post)
  }
}

import {
  OutcomeUnknownError,
  platformOf,
  type Progress,
  PublishBusyError,
  type SocialClient,
  whatNext,
} from '@social/core'

import type { Draft, NextStep, PartInfo, PostInfo } from '../shared/api.js'
import { chainOf } from './chains.js'
import type { Live } from './live.js'
import type { PostChange, Posts } from './posts.js'
import { describeSpending } from './spending.js'
import type { Uploads } from './uploads.js'

const PROGRESS_EVERY_MS = 100
const STOPPED =
  'You stopped it. Whether anything had reached the network is looked up before it is tried again: nothing comes out twice.'

/** What publishing needs. */
export interface PublishingParts {
  readonly social: SocialClient
  readonly posts: Posts
  readonly uploads: Uploads
  readonly live: Live
  /** Fires when the server stops; posts on their way then go on after the next start. */
  readonly stopping: AbortSignal
}

interface Running {
  readonly ended: Promise<void>
  readonly stop: AbortController
}

/** Publishes posts in the background and tells the page how they are getting on. */
export class Publishing {
  readonly #parts: PublishingParts
  readonly #running = new Map<string, Running>()

  constructor(parts: PublishingParts) {
    this.#parts = parts
  }

  /** Writes a post down, then publishes it. The same key again gives the post that is there. */
  start(draft: Draft): PostInfo | null {
    this.keep(draft)
    return this.begin(draft.idempotencyKey)
  }

  /** Writes a post down. One for later waits here, where its network does not keep it. False when it is there already. */
  keep(draft: Draft): boolean {
    return this.#parts.posts.add(draft, this.#waitsHere(draft) ? 'WAITING' : 'SENDING')
  }

  /** Publishes a post that was written down, unless that is done or under way. */
  begin(id: string): PostInfo | null {
    const { posts, live } = this.#parts
    const post = posts.find(id)
    if (post === null) return null
    live.tell('post', post)
    if (post.status === 'SENDING') this.#publish(id)
    return post
  }

  /** Tries a failed post again, under the same key: what reached the network is found again, not repeated. */
  retry(id: string): void {
    this.#change(id, { status: 'SENDING' })
    this.#publish(id)
  }

  /** Stops a post on its way. Its key stays: trying again looks first whether it is out. */
  stop(id: string): void {
    this.#running.get(id)?.stop.abort(new Error(STOPPED))
  }

  /** Goes on with what was on its way when the server stopped. */
  resume(): void {
    for (const { id } of this.#parts.posts.withStatus('SENDING')) this.#publish(id)
  }

  /** Publishes what waited here and is due. */
  startDue(): void {
    for (const { id, publishAt } of this.#parts.posts.withStatus('WAITING'))
      if (publishAt !== null && Date.parse(publishAt) <= Date.now()) this.retry(id)
  }

  /** Resolves when nothing is on its way any more. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  #publish(id: string): void {
    if (this.#running.has(id)) return
    const stop = new AbortController()
    const ended = this.#attempt(id, stop.signal)
      .then(() => this.#tellSpending())
      .finally(() => this.#running.delete(id))
    this.#running.set(id, { stop, ended })
  }

  async #tellSpending(): Promise<void> {
    const { social, live, stopping } = this.#parts
    if (!stopping.aborted) live.tell('spending', await describeSpending(social))
  }

  async #attempt(id: string, stopped: AbortSignal): Promise<void> {
    const draft = this.#parts.posts.draft(id)
    if (draft === null) return
    try {
      this.#change(id, await this.#send(id, draft, stopped))
    } catch (error) {
      if (this.#parts.stopping.aborted) return
      if (stopped.aborted) return this.#change(id, { status: 'STOPPED', problem: STOPPED })
      // Someone else is at it, under the same key: what they make of it is what we show.
      if (PublishBusyError.is(error)) return this.#later(id, error.retryAfter, stopped)
      const status = OutcomeUnknownError.is(error) ? 'UNKNOWN' : 'FAILED'
      this.#change(id, { status, problem: wordsOf(error), next: nextOf(error) })
    }
  }

  /** Networks keep single posts for later, if any at all. */
  #waitsHere({ accountId, publishAt, more = [] }: Draft): boolean {
    const features = this.#parts.social.features(platformOf(accountId))
    return publishAt !== null && (more.length > 0 || !features.has('SCHEDULE'))
  }

  async #send(id: string, draft: Draft, stopped: AbortSignal): Promise<PostChange> {
    const { social, uploads, stopping } = this.#parts
    const account = social.account(draft.accountId)
    const post = {
      text: draft.text,
      media: uploads.toMediaList(draft.media),
      publishAt: this.#waitsHere(draft) ? null : draft.publishAt,
      options: draft.options,
    }
    const given = {
      idempotencyKey: id,
      signal: AbortSignal.any([stopped, stopping]),
      onProgress: this.#progressOf(id),
    }
    if (draft.more === undefined || draft.more.length === 0) {
      const { id: postId, url, state, notice } = await account.post(post, given)
      return { status: state, postId, url, notice }
    }
    const platform = social.platformFor(account.platform)
    const { parts } = await account.postThread(chainOf(post, draft.more, platform), {
      ...given,
      onPart: ({ part, partIndex }) => this.#partOut(id, part, partIndex),
    })
    const notice = parts.flatMap((part) => part.notice ?? []).join(' ')
    return { status: parts.at(-1)?.state ?? 'DONE', notice: notice === '' ? null : notice }
  }

  /** Writes down that a part of a chain is out: whatever happens to the rest, its row leads there. */
  #partOut(id: string, { id: postId, url }: PartInfo, place: number): void {
    const post = this.#parts.posts.find(id)
    if (post === null) return
    const partsOut = [...post.partsOut.slice(0, place), { id: postId, url }]
    this.#change(id, { status: post.status, partsOut, ...(place === 0 && { postId, url }) })
  }

  #progressOf(id: string): (progress: Progress) => void {
    let toldAt = 0
    return ({ sentBytes, totalBytes }) => {
      if (sentBytes < totalBytes && Date.now() - toldAt < PROGRESS_EVERY_MS) return
      toldAt = Date.now()
      this.#parts.live.tell('progress', { id, sentBytes, totalBytes })
    }
  }

  async #later(id: string, seconds: number, stopped: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopped, this.#parts.stopping])
    await this.#parts.social.clock.sleep(seconds, { signal }).catch(() => null)
    if (!this.#parts.stopping.aborted) await this.#attempt(id, stopped)
  }

  #change(id: string, change: PostChange): void {
    const post = this.#parts.posts.change(id, change)
    if (post !== null) this.#parts.live.tell('post', post)
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What the library says comes next, with the moment instead of the wait: the page may be opened later. */
function nextOf(error: unknown): NextStep {
  const { todo, afterSeconds } = whatNext(error)
  const notBefore = afterSeconds === null ? null : new Date(Date.now() + afterSeconds * 1000).toISOString()
  return { todo, notBefore }
}

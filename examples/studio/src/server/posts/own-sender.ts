import {
  OutcomeUnknownError,
  type PostInput,
  type PostResult,
  type Progress,
  PublishBusyError,
  type SocialClient,
  whatNext,
} from '@social/core'

import type { Draft, NextStep, PartInfo } from '../../shared/posts.js'
import { describeSpending } from '../accounts/spending.js'
import { chainOf } from '../compose/chains.js'
import type { Live } from '../live.js'
import { shownText } from '../refusals.js'
import { waitsHere } from './later.js'
import type { PostChange, Posts } from './posts.js'
import type { Uploads } from './uploads.js'

const PROGRESS_EVERY_MS = 100
const STOPPED =
  'You stopped this post. A retry first checks whether it reached the network, so that it is not published twice.'

/** Dependencies of the classes that publish. */
export interface SendingParts {
  readonly social: SocialClient
  readonly posts: Posts
  readonly uploads: Uploads
  readonly live: Live
  /** Aborts when the server stops. Posts in progress resume at the next start. */
  readonly stopping: AbortSignal
}

interface Running {
  readonly ended: Promise<void>
  readonly stop: AbortController
}

/**
 * Converts a draft to the library's input. A post that the studio itself schedules has no publish
 * time in this input, because the studio publishes it when it is due.
 */
export function toPostInput({ social, uploads }: SendingParts, draft: Draft): PostInput {
  const { text, media, options } = draft
  const publishAt = waitsHere(social, draft) ? null : draft.publishAt
  return { text, media: uploads.toMediaList(media), publishAt, options }
}

/** Changes a post and notifies every open page. */
export function changePost({ posts, live }: SendingParts, id: string, change: PostChange): void {
  const post = posts.change(id, change)
  if (post !== null) live.notify('post', post)
}

/** Returns the post state to show after an error. */
export function afterFailure(error: unknown): PostChange {
  const status = OutcomeUnknownError.is(error) ? 'UNKNOWN' : 'FAILED'
  return { status, problem: shownText(error), next: nextOf(error) }
}

/** Returns the post state to show for a result of the network. */
export function afterResult({
  state,
  url,
  failure,
}: Pick<PostResult, 'state' | 'url' | 'failure'>): PostChange {
  const next = failure && ({ todo: failure.todo, notBefore: null } as const)
  return { status: state, url, problem: failure?.userMessage ?? null, next }
}

/**
 * Returns the library's recommended action. Times are absolute, because a page may read them
 * later.
 */
function nextOf(error: unknown): NextStep {
  const { todo, afterSeconds } = whatNext(error)
  const notBefore = afterSeconds === null ? null : new Date(Date.now() + afterSeconds * 1000).toISOString()
  return { todo, notBefore }
}

/** Publishes posts in the studio's own process. */
export class OwnSender {
  readonly #parts: SendingParts
  readonly #running = new Map<string, Running>()

  constructor(parts: SendingParts) {
    this.#parts = parts
  }

  /** Starts to publish a stored post, unless publishing is already in progress. */
  send(id: string): void {
    if (this.#running.has(id)) return
    const stop = new AbortController()
    const ended = this.#attempt(id, stop.signal)
      .then(() => this.#reportSpending())
      .finally(() => this.#running.delete(id))
    this.#running.set(id, { stop, ended })
  }

  /**
   * Stops publishing. The post keeps its idempotency key, so that a retry first checks whether the
   * network already has the post.
   */
  stop(id: string): void {
    this.#running.get(id)?.stop.abort(new Error(STOPPED))
  }

  /** Waits until no post is in progress. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #reportSpending(): Promise<void> {
    const { social, live, stopping } = this.#parts
    if (!stopping.aborted) live.notify('spending', await describeSpending(social))
  }

  async #attempt(id: string, stopped: AbortSignal): Promise<void> {
    const draft = this.#parts.posts.draft(id)
    if (draft === null) return
    try {
      this.#change(id, await this.#publish(id, draft, stopped))
    } catch (error) {
      if (this.#parts.stopping.aborted) return
      if (stopped.aborted) return this.#change(id, { status: 'STOPPED', problem: STOPPED })
      // Another process is publishing with the same key. This process tries again later and then
      // gets the result.
      if (PublishBusyError.is(error)) return this.#later(id, error.retryAfter, stopped)
      this.#change(id, afterFailure(error))
    }
  }

  async #publish(id: string, draft: Draft, stopped: AbortSignal): Promise<PostChange> {
    const { social, stopping } = this.#parts
    const account = social.account(draft.accountId)
    const post = toPostInput(this.#parts, draft)
    const given = {
      idempotencyKey: id,
      signal: AbortSignal.any([stopped, stopping]),
      onProgress: this.#progressOf(id),
    }
    if (draft.more === undefined || draft.more.length === 0) {
      const result = await account.post(post, given)
      return { ...afterResult(result), postId: result.id, notice: result.notice }
    }
    const chain = chainOf(post, draft.more, { social, network: account.platform })
    const { parts } = await account.postThread(chain, {
      ...given,
      onPart: ({ part, partIndex }) => this.#partOut(id, part, partIndex),
    })
    const notice = parts.flatMap((part) => part.notice ?? []).join(' ')
    const last = parts.at(-1)
    return {
      ...(last === undefined ? { status: 'DONE' } : { ...afterResult(last), url: parts[0]?.url ?? null }),
      notice: notice === '' ? null : notice,
    }
  }

  /** Stores a published part of a thread. The page links to this part, even if later parts fail. */
  #partOut(id: string, { id: postId, url }: PartInfo, place: number): void {
    const post = this.#parts.posts.find(id)
    if (post === null) return
    const partsOut = [...post.partsOut.slice(0, place), { id: postId, url }]
    this.#change(id, { status: post.status, partsOut, ...(place === 0 && { postId, url }) })
  }

  #progressOf(id: string): (progress: Progress) => void {
    let reportedAt = 0
    return ({ sentBytes, totalBytes }) => {
      if (sentBytes < totalBytes && Date.now() - reportedAt < PROGRESS_EVERY_MS) return
      reportedAt = Date.now()
      this.#parts.live.notify('progress', { id, sentBytes, totalBytes })
    }
  }

  async #later(id: string, seconds: number, stopped: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopped, this.#parts.stopping])
    await this.#parts.social.clock.sleep(seconds, { signal }).catch(() => null)
    if (!this.#parts.stopping.aborted) await this.#attempt(id, stopped)
  }

  #change(id: string, change: PostChange): void {
    changePost(this.#parts, id, change)
  }
}

import { platformOf, whatNext } from '@social/core'
import type { JobInfo, SocialJobs } from '@social/jobs'

import type { PostInfo } from '../../shared/posts.js'
import { describeSpending } from '../accounts/spending.js'
import { chainOf } from '../compose/chains.js'
import { waitsHere } from '../posts/later.js'
import { afterFailure, changePost, type SendingParts, toPostInput } from '../posts/own-sender.js'
import type { PostChange } from '../posts/posts.js'
import { BadRequest, shownText } from '../refusals.js'

const POLL_EVERY_SECONDS = 1
/** States that a job can change. */
const FOLLOWED = ['SENDING', 'WAITING', 'PROCESSING', 'SCHEDULED'] as const
const STOPPED = 'You cancelled the post before a worker started it. Nothing was sent to the network.'

/** Converts the state of a job to the post state shown on the page. */
function changeOf(job: JobInfo, post: PostInfo): PostChange {
  const { parts } = job
  const [first] = parts
  const change = stateOf(job, post)
  if (first === undefined) return change
  // The page links to the published parts, even if later parts fail.
  return { ...change, postId: first.id, url: first.url, partsOut: parts.map(({ id, url }) => ({ id, url })) }
}

function stateOf(job: JobInfo, { status, publishAt }: PostInfo): PostChange {
  const { problem, result } = job
  const message = { problem: problem?.userMessage ?? null }
  const notBefore = job.dueAt?.toISOString() ?? null
  const next = problem && ({ todo: problem.todo, notBefore: null } as const)
  switch (job.postState) {
    case 'PUBLISHING':
      return { status: 'SENDING' }
    case 'WAITING': {
      const isForLater = status === 'WAITING' && publishAt !== null && Date.parse(publishAt) > Date.now()
      return {
        status: isForLater ? 'WAITING' : 'SENDING',
        ...message,
        next: problem && { todo: 'RETRY', notBefore },
      }
    }
    case 'CANCELLED':
      return { status: 'STOPPED', ...message }
    case 'HELD':
      return { status: problem?.code === 'OUTCOME_UNKNOWN' ? 'UNKNOWN' : 'FAILED', ...message, next }
    case 'FAILED':
      return { status: 'FAILED', ...message, next }
    case null:
      return { status: 'DONE' }
    default:
      return {
        status: job.postState,
        ...message,
        ...(result !== null && { postId: result.id, url: result.url, notice: result.notice }),
      }
  }
}

/**
 * Adds posts to the queue and follows their jobs. The state of a post comes only from the queue.
 * After a crash the studio finds the post's job in the queue, or adds the post again with the same
 * key.
 */
export class QueuedSender {
  readonly #parts: SendingParts
  readonly #jobs: SocialJobs
  #wake = (): void => undefined

  constructor(parts: SendingParts, jobs: SocialJobs) {
    this.#parts = parts
    this.#jobs = jobs
  }

  /** Queries the queue now instead of at the end of the interval. */
  querySoon(): void {
    this.#wake()
  }

  /**
   * Retries the completed or held job of a post. A post without a job is added at the next query
   * of the queue.
   */
  async retry({ accountId, id }: PostInfo): Promise<void> {
    const job = await this.#jobs.findPost(accountId, id)
    if (job?.state === 'CANCELLED')
      throw new BadRequest('This post was cancelled. Copy its text into a new post.')
    if (job !== null) await this.#jobs.retry(job.id)
  }

  /**
   * Stops the job of a post.
   * @throws BadRequest if a worker is publishing the post.
   */
  async stop(post: PostInfo): Promise<void> {
    await this.forget(post)
    changePost(this.#parts, post.id, { status: 'STOPPED', problem: STOPPED })
  }

  /**
   * Cancels the waiting or held job of a post.
   * @throws BadRequest if a worker is publishing the post.
   */
  async forget({ accountId, id }: PostInfo): Promise<void> {
    const job = await this.#jobs.findPost(accountId, id)
    if (job === null) return
    if (job.state === 'HELD') await this.#jobs.dismiss(job.id)
    const isOurs = job.state === 'WAITING' || job.state === 'RUNNING'
    if (isOurs && !(await this.#jobs.cancel(job.id)))
      throw new BadRequest('A worker holds this post. You can cancel it only while it waits.')
  }

  /**
   * Queries the queue in intervals until the server stops.
   *
   * @param afterQuery - Called after each query, because job states may have changed.
   */
  async follow(afterQuery: () => Promise<void>): Promise<void> {
    const { social, live, posts, stopping } = this.#parts
    let reported = ''
    while (!stopping.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      try {
        for (const post of FOLLOWED.flatMap((status) => posts.withStatus(status))) await this.#queryJob(post)
        await afterQuery()
        reported = ''
      } catch (error) {
        const text = shownText(error)
        if (!stopping.aborted && reported !== text) live.notify('notice', { text })
        reported = text
      }
      const over = social.clock.sleep(POLL_EVERY_SECONDS, { signal: stopping }).catch(() => undefined)
      await Promise.race([woken, over])
    }
  }

  async #queryJob(post: PostInfo): Promise<void> {
    const job = await this.#jobs.findPost(post.accountId, post.id)
    if (job === null) return this.#enqueue(post)
    const change = changeOf(job, post)
    const isSame =
      change.status === post.status &&
      (change.partsOut?.length ?? 0) === post.partsOut.length &&
      (change.problem ?? null) === post.problem &&
      (change.next?.notBefore ?? null) === (post.next?.notBefore ?? null)
    if (isSame) return
    changePost(this.#parts, post.id, change)
    const { social, live } = this.#parts
    if (change.status !== 'SENDING') live.notify('spending', await describeSpending(social))
  }

  async #enqueue({ id, accountId, publishAt, more }: PostInfo): Promise<void> {
    const { posts, social } = this.#parts
    const draft = posts.draft(id)
    if (draft === null) return
    const at = waitsHere(social, draft) ? publishAt : null
    const request = { connectionId: accountId, idempotencyKey: id, at }
    try {
      const post = toPostInput(this.#parts, draft)
      if (more.length === 0) await this.#jobs.publish({ ...request, post })
      else {
        const chain = chainOf(post, more, { social, network: platformOf(accountId) })
        await this.#jobs.publishThread({ ...request, posts: chain })
      }
    } catch (error) {
      // Temporary errors are thrown, so that the next query adds the post again.
      if (whatNext(error).todo === 'RETRY') throw error
      changePost(this.#parts, id, afterFailure(error))
    }
  }
}

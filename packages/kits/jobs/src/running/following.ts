import { ConfigError } from '@social/core'
import { firstCommentKey } from '@social/core/store'

import type { Verdict } from '../binding.js'
import type { CarriedPost } from '../carrying/carried-post.js'
import { isHosted, releaseFiles } from '../carrying/carried-post.js'
import { FRESH, type JobResult, resultOf, writeMemo } from '../memo.js'
import type { Attempt, HandlerParts } from './handler.js'

/**
 * Seconds until the first query for the state of a post that the network still processes. Our
 * choice.
 */
const FIRST_QUERY_SECONDS = 15
/**
 * Backoff factor: each pause between two state queries is this many times the previous pause. Our
 * choice.
 */
const BACKOFF_FACTOR = 1.5
/** Maximum pause between two state queries, in seconds. Our choice. */
const MAX_QUERY_PAUSE_SECONDS = 900
/**
 * Number of days after which a post that the network still processes is held for a person. Our
 * choice.
 */
const MAX_WORK_DAYS = 3
const DAY_MS = 86_400_000

/** A post that the network has accepted. */
interface Accepted {
  readonly connectionId: string
  readonly idempotencyKey: string
  readonly post: CarriedPost
}

/** Returns true if the state of a post is not final. */
const isPending = ({ state }: Pick<JobResult, 'state'>): boolean =>
  state === 'PROCESSING' || state === 'SCHEDULED'

/** Returns true if the first comment of a published post is missing. */
const lacksComment = ({ firstComment }: Pick<JobResult, 'firstComment'>): boolean =>
  firstComment?.state === 'PENDING'

/**
 * Returns true if the job has published its post, and follows it to its final state. The job then
 * never publishes again.
 */
export const isFollowing = ({ memo }: Attempt): boolean =>
  memo.result !== null && (isPending(memo.result) || lacksComment(memo.result))

/** Queries the state of the accepted post of a job, and decides the next state of the job. */
export async function followPost(one: Attempt, accepted: Accepted, parts: HandlerParts): Promise<Verdict> {
  const { memo, signal } = one
  const { result } = memo
  if (result === null) throw new ConfigError(`The job ${one.job.id} has no post to follow.`)
  const account = parts.settings.client.account(accepted.connectionId)
  if (!isPending(result)) return decide(one, { ...accepted, result }, parts)
  const current = await account.checkState(result.id, { signal })
  const { firstComment } = result
  return decide(one, { ...accepted, result: { ...resultOf(current), firstComment } }, parts)
}

/** Decides the next state of the job after the network accepted its post. */
export async function decide(
  one: Attempt,
  { result, ...accepted }: Accepted & { readonly result: JobResult },
  parts: HandlerParts,
): Promise<Verdict> {
  const { settings, notify } = parts
  const { client, mediaHost } = settings
  // Files of a pending post are not released, because the network may still fetch them. They
  // expire at the media host.
  if (result.state === 'DONE' && isHosted(accepted.post))
    await releaseFiles(accepted.post, mediaHost).catch(() => undefined)
  if (isPending(result) && client.account(accepted.connectionId).can('checkState'))
    return queryAgain(one, result, accepted.post, parts)
  const final = await withComment(one, { ...accepted, result }, parts)
  if (final.state === 'FAILED') {
    const problem = final.failure ?? UNKNOWN_FAILURE
    return { to: 'FAILED', memo: writeMemo({ ...FRESH, problem, result: final }) }
  }
  notify('completed', one, { result: final })
  return { to: 'DONE', memo: writeMemo({ ...FRESH, result: final }) }
}

const UNKNOWN_FAILURE = {
  todo: 'CHANGE_POST',
  code: 'UNKNOWN',
  message: 'The network accepted the post, but could not process it.',
  userMessage: 'The network could not publish the post.',
} as const

/** Adds the first comment to a published post, under the key that `account.post` uses for it. */
async function withComment(
  { signal }: Attempt,
  { connectionId, idempotencyKey, post, result }: Accepted & { readonly result: JobResult },
  { settings }: HandlerParts,
): Promise<JobResult> {
  if (result.state !== 'DONE' || post.firstComment === null || !lacksComment(result)) return result
  const options = { idempotencyKey: firstCommentKey(idempotencyKey), signal }
  const id = await settings.client.account(connectionId).comment(result.id, post.firstComment, options)
  return { ...result, firstComment: { state: 'DONE', id } }
}

function queryAgain(
  { memo }: Attempt,
  result: JobResult,
  { publishAt }: CarriedPost,
  { settings }: HandlerParts,
): Verdict {
  const now = settings.client.clock.now().getTime()
  // The time until the planned moment does not count as processing.
  const start =
    result.state === 'SCHEDULED' && publishAt !== null ? Math.max(now, Date.parse(publishAt)) : now
  const following = memo.following ?? { since: new Date(start).toISOString(), queries: 0 }
  if (now - Date.parse(following.since) > MAX_WORK_DAYS * DAY_MS) {
    const problem = {
      todo: 'LOOK_AT_ACCOUNT',
      message: `The network has processed the post for ${MAX_WORK_DAYS} days. Check the account.`,
      userMessage: 'The network has not published the post yet. Check the account.',
      code: null,
    } as const
    return { to: 'HELD', memo: writeMemo({ ...FRESH, result, problem }) }
  }
  const pause = FIRST_QUERY_SECONDS * BACKOFF_FACTOR ** following.queries
  const untilStart = Math.max(0, (Date.parse(following.since) - now) / 1000)
  const next = { ...FRESH, result, following: { ...following, queries: following.queries + 1 } }
  const afterSeconds = untilStart + Math.min(pause, MAX_QUERY_PAUSE_SECONDS)
  return { to: 'WAITING', afterSeconds, memo: writeMemo(next) }
}

import { ClosedError, updateFromRecord } from '@social/core'
import { ConfigError, type PostInput } from '@social/core/store'

import type { StoredJob } from '../binding.js'
import { deliverBody, publishBody, publishThreadBody } from '../bodies.js'
import { isHosted, releaseFiles, unpackPost } from '../carrying/carried-post.js'
import { waitAfter } from '../deciding/verdict.js'
import type { Subject } from '../envelope.js'
import type { JobProgress } from '../job-progress.js'
import { FRESH, partOf, resultOf, resultOfThread, writeMemo } from '../memo.js'
import { decide, followPost, isFollowing } from './following.js'
import type { Attempt, Handler, HandlerParts } from './handler.js'

/**
 * Publishes a post exactly once for each idempotency key, and follows it to its final state at the
 * network.
 */
export const publish: Handler = async (one, parts) => {
  const { job, envelope, signal } = one
  const { settings, envelopes, notify } = parts
  const { body, ...subject } = await envelopes.unwrap(job.id, envelope, publishBody)
  const accepted = { ...assertSubject(subject, job), post: body.post }
  if (isFollowing(one)) return followPost(one, accepted, parts)
  const { connectionId, idempotencyKey } = accepted
  const result = await settings.client.account(connectionId).post(await unpackPost(body.post), {
    idempotencyKey,
    signal,
    onProgress: (progress) => reportProgress(one, parts, { ...progress, partIndex: 0, partCount: 1 }),
  })
  notify('published', one, { result, parts: [result] })
  return decide(one, { ...accepted, result: resultOf(result) }, parts)
}

/**
 * Publishes several posts as one thread, each post exactly once for the idempotency key of the
 * thread.
 */
export const publishThread: Handler = async (one, parts) => {
  const { job, envelope, signal, reporter } = one
  const { settings, envelopes, notify } = parts
  const { body, ...subject } = await envelopes.unwrap(job.id, envelope, publishThreadBody)
  const { connectionId, idempotencyKey } = assertSubject(subject, job)
  const posts: PostInput[] = []
  for (const post of body.posts) posts.push(await unpackPost(post))
  const { parts: results } = await settings.client.account(connectionId).postThread(posts, {
    idempotencyKey,
    signal,
    onProgress: (progress) => reportProgress(one, parts, progress),
    onPart: (published) => {
      reporter.published(published.part, published.partIndex)
      notify('partPublished', one, published)
    },
  })
  const out = results.flatMap((result, at) => {
    const post = body.posts[at]
    return post === undefined ? [] : [{ result, post }]
  })
  for (const { result, post } of out)
    if (result.isDone && isHosted(post)) await releaseFiles(post, settings.mediaHost).catch(() => undefined)
  const [first] = results
  if (first !== undefined) notify('published', one, { result: first, parts: results })
  const result = resultOfThread(results)
  if (result !== null) notify('completed', one, { result })
  return { to: 'DONE', memo: writeMemo({ ...FRESH, result, parts: results.map(partOf) }) }
}

/** Passes a pushed update to the handlers of the application. */
export const deliver: Handler = async ({ job, envelope, signal }, { settings, envelopes }) => {
  const { dispatcher } = settings
  if (dispatcher === null)
    throw new ConfigError('This worker has no dispatcher. Give SocialJobs the one that handles updates.')
  const { body } = await envelopes.unwrap(job.id, envelope, deliverBody)
  await dispatcher.deliver(updateFromRecord(body.update), { signal })
  return { to: 'DONE', memo: {} }
}

/** Renews tokens that expire soon. Always schedules the next sweep, also after a failure. */
export const sweep: Handler = async ({ memo, signal }, { settings, reportRenewal }) => {
  const { client } = settings
  if (settings.sweep === null)
    throw new ConfigError(
      'startSweep was called, but this worker has no sweep option. Pass sweep: { connectionIds } to SocialJobs in every process that calls work.',
    )
  const { source, everySeconds, withinSeconds, concurrency } = settings.sweep
  try {
    const outcomes = client.renewDue(source.connectionIds(), { withinSeconds, concurrency, signal })
    for await (const outcome of outcomes) if (outcome.outcome !== 'NOT_DUE') reportRenewal(outcome)
    return { to: 'WAITING', afterSeconds: everySeconds, memo: {} }
  } catch (error) {
    if (signal.aborted || ClosedError.is(error)) throw error
    const message = 'The sweep did not finish. It is retried.'
    const userMessage = 'Not all accounts were checked for renewal. The next attempt is automatic.'
    const problem = { todo: 'RETRY', message, userMessage, code: null } as const
    const wait = waitAfter(error, { memo, now: client.clock.now(), random: client.random })
    const afterSeconds = Math.min(everySeconds, wait.afterSeconds)
    return { to: 'WAITING', afterSeconds, memo: writeMemo({ ...wait.memo, problem }) }
  }
}

function reportProgress(one: Attempt, { notify }: HandlerParts, progress: JobProgress): void {
  one.reporter.uploaded(progress)
  notify('progress', one, { progress })
}

function assertSubject({ connectionId, idempotencyKey }: Subject, { id }: StoredJob) {
  if (connectionId !== null && idempotencyKey !== null) return { connectionId, idempotencyKey }
  throw new ConfigError(`The job ${id} has no connection or no idempotency key. Dismiss it.`)
}

import { updateFromRecord } from '@social/core'
import { type Clock, ConfigError, type PostInput, type PostResult } from '@social/core/store'

import type { StoredJob, Verdict } from './binding.js'
import { checkStateBody, deliverBody, publishBody, publishThreadBody } from './bodies.js'
import { type CarriedPost, isHosted, releaseFiles, unpackPost } from './carrying/carried-post.js'
import { waitAfter } from './deciding/verdict.js'
import type { Envelope, Envelopes, Subject } from './envelope.js'
import type { JobEvents } from './events.js'
import type { Intake } from './intake.js'
import type { JobProgress, ProgressReporter } from './job-progress.js'
import { FRESH, type Memo, partOf, resultOf, resultOfThread, writeMemo } from './memo.js'
import type { Settings } from './options.js'

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

/** One attempt of a job, with its parsed payload. */
export interface Attempt {
  readonly job: StoredJob
  readonly envelope: Envelope
  readonly memo: Memo
  readonly signal: AbortSignal
  readonly reporter: ProgressReporter
}

/** Names of the events that a job emits while it runs. */
type JobEventName = 'published' | 'partPublished' | 'progress' | 'settled'

/** Objects and functions that the handlers use. */
export interface HandlerParts {
  readonly settings: Settings
  readonly envelopes: Envelopes
  readonly intake: Intake
  /** Emits an event to the listeners of this process, and adds the job's info to the event. */
  readonly notify: <K extends JobEventName>(name: K, one: Attempt, event: Omit<JobEvents[K], 'job'>) => void
  readonly reportRenewal: (event: JobEvents['renewed']) => void
}

/**
 * Runs one attempt of a job. If a handler rejects, `verdictFor` decides the next state of the job.
 */
export type Handler = (one: Attempt, parts: HandlerParts) => Promise<Verdict>

/** Publishes a post exactly once for each idempotency key. */
export const publish: Handler = async (one, parts) => {
  const { job, envelope, signal } = one
  const { settings, envelopes, notify } = parts
  const { body, ...subject } = await envelopes.unwrap(job.id, envelope, publishBody)
  const { connectionId, idempotencyKey } = assertSubject(subject, job)
  const result = await settings.client.account(connectionId).post(await unpackPost(body.post), {
    idempotencyKey,
    signal,
    onProgress: (progress) => reportProgress(one, parts, { ...progress, partIndex: 0, partCount: 1 }),
  })
  await follow(subject, [{ result, post: body.post }], parts)
  notify('published', one, { result, parts: [result] })
  return { to: 'DONE', memo: writeMemo({ ...FRESH, result: resultOf(result) }) }
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
  await follow(subject, out, parts)
  const [first] = results
  if (first !== undefined) notify('published', one, { result: first, parts: results })
  const memo = { ...FRESH, result: resultOfThread(results), parts: results.map(partOf) }
  return { to: 'DONE', memo: writeMemo(memo) }
}

/** Polls the state of a post until the state is final. */
export const checkState: Handler = async (one, { settings, envelopes, notify }) => {
  const { job, envelope, memo, signal } = one
  const { client } = settings
  const { body, connectionId } = await envelopes.unwrap(job.id, envelope, checkStateBody)
  const result = await client.account(connectionId ?? '').checkState(body.postId, { signal })
  if (result.state === 'PROCESSING' || result.state === 'SCHEDULED')
    return queryAgain(memo, result, client.clock.now())
  notify('settled', one, { result })
  if (result.state !== 'FAILED')
    return { to: 'DONE', memo: writeMemo({ ...FRESH, result: resultOf(result) }) }
  const message = result.notice ?? 'The network accepted the post, but could not process it.'
  const problem = { todo: 'CHANGE_POST', message, code: null } as const
  return { to: 'FAILED', memo: writeMemo({ ...FRESH, problem, result: resultOf(result) }) }
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
    throw new ConfigError('This worker has no sweep. Give SocialJobs the connectionIds to renew.')
  const { source, everySeconds, withinSeconds, concurrency } = settings.sweep
  try {
    const outcomes = client.renewDue(source.connectionIds(), { withinSeconds, concurrency, signal })
    for await (const outcome of outcomes) if (outcome.outcome !== 'NOT_DUE') reportRenewal(outcome)
    return { to: 'WAITING', afterSeconds: everySeconds, memo: {} }
  } catch (error) {
    if (signal.aborted) throw error
    const message = 'The sweep did not finish. It is retried.'
    const problem = { todo: 'RETRY', message, code: null } as const
    const wait = waitAfter(error, { memo, now: client.clock.now(), random: client.random })
    const afterSeconds = Math.min(everySeconds, wait.afterSeconds)
    return { to: 'WAITING', afterSeconds, memo: writeMemo({ ...wait.memo, problem }) }
  }
}

/**
 * Adds a job that polls the state of a post which is still processed. Releases the media host's
 * files of a completed post.
 */
async function follow(
  { connectionId, idempotencyKey }: Subject,
  out: readonly { readonly result: PostResult; readonly post: CarriedPost }[],
  { settings, intake }: HandlerParts,
): Promise<void> {
  const { client, mediaHost } = settings
  for (const { result, post } of out) {
    const isPending = result.state === 'PROCESSING' || result.state === 'SCHEDULED'
    // The polling job is added before this job ends. If the process crashes in between, this job
    // runs again and finds the existing polling job.
    if (isPending && connectionId !== null && client.account(connectionId).can('checkState')) {
      const later = result.state === 'SCHEDULED' ? post.publishAt : null
      await intake.checkState({ connectionId, idempotencyKey }, result.id, firstQuery(later, client.clock))
    }
    // Files of a pending post are not released, because the network may still fetch them. They
    // expire at the media host.
    if (result.isDone && isHosted(post)) await releaseFiles(post, mediaHost).catch(() => undefined)
  }
}

function reportProgress(one: Attempt, { notify }: HandlerParts, progress: JobProgress): void {
  one.reporter.uploaded(progress)
  notify('progress', one, { progress })
}

function queryAgain(memo: Memo, result: PostResult, now: Date): Verdict {
  const since = memo.since ?? now.toISOString()
  const next = { ...memo, since, result: resultOf(result) }
  if (now.getTime() - Date.parse(since) > MAX_WORK_DAYS * DAY_MS) {
    const message = `The network has processed the post for ${MAX_WORK_DAYS} days. Check the account.`
    const problem = { todo: 'LOOK_AT_ACCOUNT', message, code: null } as const
    return { to: 'HELD', memo: writeMemo({ ...next, problem }) }
  }
  const afterSeconds = Math.min(
    FIRST_QUERY_SECONDS * BACKOFF_FACTOR ** (memo.tries + 1),
    MAX_QUERY_PAUSE_SECONDS,
  )
  return { to: 'WAITING', afterSeconds, memo: writeMemo({ ...next, tries: memo.tries + 1, problem: null }) }
}

function firstQuery(publishAt: string | null, clock: Clock): Date {
  const from = publishAt === null ? clock.now().getTime() : Date.parse(publishAt)
  return new Date(from + FIRST_QUERY_SECONDS * 1000)
}

function assertSubject({ connectionId, idempotencyKey }: Subject, { id }: StoredJob) {
  if (connectionId !== null && idempotencyKey !== null) return { connectionId, idempotencyKey }
  throw new ConfigError(`The job ${id} has no connection or no idempotency key. Dismiss it.`)
}

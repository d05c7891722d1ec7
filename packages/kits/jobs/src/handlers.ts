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

/** Seconds before the state of a post that the network still processes is polled first. Our choice. */
const FIRST_QUERY_SECONDS = 15
/** Backoff: each pause is so many times the one before. Our choice. */
const QUERIES_APART = 1.5
/** Seconds of the longest pause. Our choice. */
const MAX_LOOK_SECONDS = 900
/** Days after which a post that the network still processes is held for a person. Our choice. */
const MAX_WORK_DAYS = 3
const DAY_MS = 86_400_000

/** One try of a job. */
export interface Try {
  readonly job: StoredJob
  readonly envelope: Envelope
  readonly memo: Memo
  readonly signal: AbortSignal
  readonly teller: ProgressReporter
}

/** Events that are told while a job is worked on. */
type TellingOfJobs = 'published' | 'partPublished' | 'progress' | 'settled'

/** What the handlers work with. */
export interface HandlerParts {
  readonly settings: Settings
  readonly envelopes: Envelopes
  readonly intake: Intake
  /** Tells this process of a job; what the job is about is added. */
  readonly tell: <K extends TellingOfJobs>(name: K, one: Try, event: Omit<JobEvents[K], 'job'>) => void
  readonly reportRenewal: (event: JobEvents['renewed']) => void
}

/** Does what a job asks for. What it rejects with is decided on by `verdictFor`. */
export type Handler = (one: Try, parts: HandlerParts) => Promise<Verdict>

/** Publishes a post, once under its key. */
export const publish: Handler = async (one, parts) => {
  const { job, envelope, signal } = one
  const { settings, envelopes, tell } = parts
  const { body, ...subject } = await envelopes.unwrap(job.id, envelope, publishBody)
  const { connectionId, idempotencyKey } = assertSubject(subject, job)
  const result = await settings.client.account(connectionId).post(await unpackPost(body.post), {
    idempotencyKey,
    signal,
    onProgress: (progress) => reportProgress(one, parts, { ...progress, partIndex: 0, partCount: 1 }),
  })
  await follow(subject, [{ result, post: body.post }], parts)
  tell('published', one, { result, parts: [result] })
  return { to: 'DONE', memo: writeMemo({ ...FRESH, result: resultOf(result) }) }
}

/** Publishes several posts as one thread, each once under the key of the whole. */
export const publishThread: Handler = async (one, parts) => {
  const { job, envelope, signal, teller } = one
  const { settings, envelopes, tell } = parts
  const { body, ...subject } = await envelopes.unwrap(job.id, envelope, publishThreadBody)
  const { connectionId, idempotencyKey } = assertSubject(subject, job)
  const posts: PostInput[] = []
  for (const post of body.posts) posts.push(await unpackPost(post))
  const { parts: results } = await settings.client.account(connectionId).postThread(posts, {
    idempotencyKey,
    signal,
    onProgress: (progress) => reportProgress(one, parts, progress),
    onPart: (told) => {
      teller.published(told.part, told.partIndex)
      tell('partPublished', one, told)
    },
  })
  const out = results.flatMap((result, at) => {
    const post = body.posts[at]
    return post === undefined ? [] : [{ result, post }]
  })
  await follow(subject, out, parts)
  const [first] = results
  if (first !== undefined) tell('published', one, { result: first, parts: results })
  const memo = { ...FRESH, result: resultOfThread(results), parts: results.map(partOf) }
  return { to: 'DONE', memo: writeMemo(memo) }
}

/** Asks how a post is getting on, until that does not change any more. */
export const checkState: Handler = async (one, { settings, envelopes, tell }) => {
  const { job, envelope, memo, signal } = one
  const { client } = settings
  const { body, connectionId } = await envelopes.unwrap(job.id, envelope, checkStateBody)
  const result = await client.account(connectionId ?? '').checkState(body.postId, { signal })
  if (result.state === 'PROCESSING' || result.state === 'SCHEDULED')
    return lookAgain(memo, result, client.clock.now())
  tell('settled', one, { result })
  if (result.state !== 'FAILED')
    return { to: 'DONE', memo: writeMemo({ ...FRESH, result: resultOf(result) }) }
  const message = result.notice ?? 'The network took the post, and could not make anything of it.'
  const problem = { todo: 'CHANGE_POST', message, code: null } as const
  return { to: 'FAILED', memo: writeMemo({ ...FRESH, problem, result: resultOf(result) }) }
}

/** Hands a pushed update to the application's handlers. */
export const deliver: Handler = async ({ job, envelope, signal }, { settings, envelopes }) => {
  const { dispatcher } = settings
  if (dispatcher === null)
    throw new ConfigError('This worker has no dispatcher. Give SocialJobs the one that handles updates.')
  const { body } = await envelopes.unwrap(job.id, envelope, deliverBody)
  await dispatcher.deliver(updateFromRecord(body.update), { signal })
  return { to: 'DONE', memo: {} }
}

/** Renews what runs out soon, and comes back for the next time, whatever happened. */
export const sweep: Handler = async ({ memo, signal }, { settings, reportRenewal }) => {
  const { client } = settings
  if (settings.sweep === null)
    throw new ConfigError('This worker has no sweep. Give SocialJobs the connectionIds to look after.')
  const { source, everySeconds, withinSeconds, concurrency } = settings.sweep
  try {
    const outcomes = client.renewDue(source.connectionIds(), { withinSeconds, concurrency, signal })
    for await (const outcome of outcomes) if (outcome.outcome !== 'NOT_DUE') reportRenewal(outcome)
    return { to: 'WAITING', afterSeconds: everySeconds, memo: {} }
  } catch (error) {
    if (signal.aborted) throw error
    const message = 'The sweep was not finished. It is tried again.'
    const problem = { todo: 'RETRY', message, code: null } as const
    const wait = waitAfter(error, { memo, now: client.clock.now(), random: client.random })
    const afterSeconds = Math.min(everySeconds, wait.afterSeconds)
    return { to: 'WAITING', afterSeconds, memo: writeMemo({ ...wait.memo, problem }) }
  }
}

/** Sees to what the network has taken: looks at what it still works on, and takes back the files of what is out. */
async function follow(
  { connectionId, idempotencyKey }: Subject,
  out: readonly { readonly result: PostResult; readonly post: CarriedPost }[],
  { settings, intake }: HandlerParts,
): Promise<void> {
  const { client, mediaHost } = settings
  for (const { result, post } of out) {
    const isOnItsWay = result.state === 'PROCESSING' || result.state === 'SCHEDULED'
    // Stored before this job is over: after a crash in between it is run again, and finds the job there.
    if (isOnItsWay && connectionId !== null && client.account(connectionId).can('checkState')) {
      const later = result.state === 'SCHEDULED' ? post.publishAt : null
      await intake.checkState({ connectionId, idempotencyKey }, result.id, firstQuery(later, client.clock))
    }
    // What is still being fetched stays where it is until its time is up.
    if (result.isDone && isHosted(post)) await releaseFiles(post, mediaHost).catch(() => undefined)
  }
}

function reportProgress(one: Try, { tell }: HandlerParts, progress: JobProgress): void {
  one.teller.uploaded(progress)
  tell('progress', one, { progress })
}

function lookAgain(memo: Memo, result: PostResult, now: Date): Verdict {
  const since = memo.since ?? now.toISOString()
  const next = { ...memo, since, result: resultOf(result) }
  if (now.getTime() - Date.parse(since) > MAX_WORK_DAYS * DAY_MS) {
    const message = `The network has worked on the post for ${MAX_WORK_DAYS} days. Look at the account.`
    const problem = { todo: 'LOOK_AT_ACCOUNT', message, code: null } as const
    return { to: 'HELD', memo: writeMemo({ ...next, problem }) }
  }
  const afterSeconds = Math.min(FIRST_QUERY_SECONDS * QUERIES_APART ** (memo.tries + 1), MAX_LOOK_SECONDS)
  return { to: 'WAITING', afterSeconds, memo: writeMemo({ ...next, tries: memo.tries + 1, problem: null }) }
}

function firstQuery(publishAt: string | null, clock: Clock): Date {
  const from = publishAt === null ? clock.now().getTime() : Date.parse(publishAt)
  return new Date(from + FIRST_QUERY_SECONDS * 1000)
}

function assertSubject({ connectionId, idempotencyKey }: Subject, { id }: StoredJob) {
  if (connectionId !== null && idempotencyKey !== null) return { connectionId, idempotencyKey }
  throw new ConfigError(`The job ${id} says neither whose post it is nor under which key. Dismiss it.`)
}

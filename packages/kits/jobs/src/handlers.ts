import { updateFromRecord } from '@social/core'
import { type Clock, ConfigError, type PostResult } from '@social/core/platform'

import type { StoredJob, Verdict } from './binding.js'
import { checkStateBody, deliverBody, publishBody } from './bodies.js'
import { releaseFiles, unpackPost } from './carried-post.js'
import type { Envelopes, Subject } from './envelope.js'
import type { JobEvents } from './events.js'
import type { Intake } from './intake.js'
import { FRESH, type Memo, resultOf, writeMemo } from './memo.js'
import type { Settings } from './options.js'
import { backoffSeconds } from './verdict.js'

/** Seconds before the first look at a post that the network works on, how much longer each pause is, and the longest. */
const FIRST_LOOK_SECONDS = 15
const LOOKS_APART = 1.5
const LONGEST_LOOK_SECONDS = 900
/** A post that the network still works on after so long is looked at by a person. */
const LONGEST_WORK_DAYS = 3
const DAY_MS = 86_400_000

/** One try of a job. */
export interface Try {
  readonly job: StoredJob
  readonly memo: Memo
  readonly signal: AbortSignal
}

/** What the handlers work with. */
export interface HandlerParts {
  readonly settings: Settings
  readonly envelopes: Envelopes
  readonly intake: Intake
  /** Tells of a post. */
  readonly tell: (name: 'published' | 'settled', job: StoredJob, result: PostResult) => void
  readonly tellRenewal: (event: JobEvents['renewed']) => void
}

/** Does what a job asks for. What it rejects with is decided on by `verdictFor`. */
export type Handler = (one: Try, parts: HandlerParts) => Promise<Verdict>

/** Publishes a post, once under its key. */
export const publish: Handler = async ({ job, signal }, { settings, envelopes, intake, tell }) => {
  const { client, mediaHost } = settings
  const { body, ...subject } = await envelopes.unwrap(job, publishBody)
  const { connectionId, idempotencyKey } = needSubject(subject, job)
  const account = client.account(connectionId)
  const result = await account.post(unpackPost(body.post), { idempotencyKey, signal })
  const isOnItsWay = result.state === 'PROCESSING' || result.state === 'SCHEDULED'
  // Stored before this job is over: after a crash in between it is run again, and finds the job there.
  if (isOnItsWay && account.can('checkState')) {
    const later = result.state === 'SCHEDULED' ? body.post.publishAt : null
    await intake.checkState({ connectionId, idempotencyKey }, result.id, firstLook(later, client.clock))
  }
  // What is still being fetched stays where it is until its time is up.
  if (result.isDone) await releaseFiles(body.post, mediaHost).catch(() => undefined)
  tell('published', job, result)
  return { to: 'DONE', memo: writeMemo({ ...FRESH, result: resultOf(result) }) }
}

/** Asks how a post is getting on, until that does not change any more. */
export const checkState: Handler = async ({ job, memo, signal }, { settings, envelopes, tell }) => {
  const { client } = settings
  const { body, connectionId } = await envelopes.unwrap(job, checkStateBody)
  const result = await client.account(connectionId ?? '').checkState(body.postId, { signal })
  if (result.state === 'PROCESSING' || result.state === 'SCHEDULED')
    return lookAgain(memo, result, client.clock.now())
  tell('settled', job, result)
  if (result.state !== 'FAILED')
    return { to: 'DONE', memo: writeMemo({ ...FRESH, result: resultOf(result) }) }
  const message = result.notice ?? 'The network took the post, and could not make anything of it.'
  const problem = { todo: 'CHANGE_POST', message, code: null } as const
  return { to: 'FAILED', memo: writeMemo({ ...FRESH, problem, result: resultOf(result) }) }
}

/** Hands a pushed update to the application's handlers. */
export const deliver: Handler = async ({ job, signal }, { settings, envelopes }) => {
  const { dispatcher } = settings
  if (dispatcher === null)
    throw new ConfigError('This worker has no dispatcher. Give SocialJobs the one that handles updates.')
  const { body } = await envelopes.unwrap(job, deliverBody)
  await dispatcher.deliver(updateFromRecord(body.update), { signal })
  return { to: 'DONE', memo: {} }
}

/** Renews what runs out soon, and comes back for the next time, whatever happened. */
export const sweep: Handler = async ({ memo, signal }, { settings, tellRenewal }) => {
  const { client } = settings
  if (settings.sweep === null)
    throw new ConfigError('This worker has no sweep. Give SocialJobs the connectionIds to look after.')
  const { source, everySeconds, withinSeconds, atOnce } = settings.sweep
  try {
    const outcomes = client.renewDue(source.connectionIds(), { withinSeconds, atOnce, signal })
    for await (const outcome of outcomes) if (outcome.outcome !== 'NOT_DUE') tellRenewal(outcome)
    return { to: 'WAITING', afterSeconds: everySeconds, memo: {} }
  } catch (error) {
    if (signal.aborted) throw error
    const message = 'The sweep was not finished. It is tried again.'
    const problem = { todo: 'RETRY', message, code: null } as const
    const afterSeconds = Math.min(everySeconds, backoffSeconds(memo.tries, client.random))
    return { to: 'WAITING', afterSeconds, memo: writeMemo({ ...memo, tries: memo.tries + 1, problem }) }
  }
}

function lookAgain(memo: Memo, result: PostResult, now: Date): Verdict {
  const since = memo.since ?? now.toISOString()
  const next = { ...memo, since, result: resultOf(result) }
  if (now.getTime() - Date.parse(since) > LONGEST_WORK_DAYS * DAY_MS) {
    const message = `The network has worked on the post for ${LONGEST_WORK_DAYS} days. Look at the account.`
    const problem = { todo: 'LOOK_AT_ACCOUNT', message, code: null } as const
    return { to: 'HELD', memo: writeMemo({ ...next, problem }) }
  }
  const afterSeconds = Math.min(FIRST_LOOK_SECONDS * LOOKS_APART ** (memo.tries + 1), LONGEST_LOOK_SECONDS)
  return { to: 'WAITING', afterSeconds, memo: writeMemo({ ...next, tries: memo.tries + 1, problem: null }) }
}

function firstLook(publishAt: string | null, clock: Clock): Date {
  const from = publishAt === null ? clock.now().getTime() : Date.parse(publishAt)
  return new Date(from + FIRST_LOOK_SECONDS * 1000)
}

function needSubject({ connectionId, idempotencyKey }: Subject, { id }: StoredJob) {
  if (connectionId !== null && idempotencyKey !== null) return { connectionId, idempotencyKey }
  throw new ConfigError(`The job ${id} says neither whose post it is nor under which key. Dismiss it.`)
}

import {
  AuthError,
  BlockedError,
  ClosedError,
  ConfigError,
  type ErrorCode,
  IdempotencyConflictError,
  InvalidHostError,
  InvalidPostError,
  MissingPermissionError,
  NetworkError,
  NoConnectionError,
  NotAllowedError,
  NotFoundError,
  NotSupportedError,
  OutcomeUnknownError,
  PlatformError,
  PortError,
  PostGoneError,
  PublishBusyError,
  RateLimitError,
  ReplyWindowClosedError,
  SignatureError,
  SocialBaseError,
  SpendingLimitError,
  TokenExpiredError,
  UpdateBusyError,
  whatNext,
} from '@social/core'
import { makePostResult, type Reconciled } from '@social/core/store'
import { FakePlatform } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { atWork } from '../__fixtures__/at-work.js'
import type { JobInfo } from '../job-info.js'

const PATIENCE_SECONDS = 240
const about = { platform: 'fake' }
const spending = { ...about, bucket: 'fake', units: 2 }

/** At least one error for each error code. The type requires an entry for each new code. */
const ERRORS: Readonly<Record<ErrorCode, readonly SocialBaseError[]>> = {
  CONFIG: [new ConfigError('There is no platform "fake".')],
  PORT: [new PortError('journal.open failed: read-only.', { port: 'journal.open' })],
  AUTH: [new AuthError('Signed out.', about)],
  TOKEN_EXPIRED: [new TokenExpiredError('The token has expired.', about)],
  SIGNATURE: [new SignatureError('The signature is wrong.', about)],
  NOT_ALLOWED: [new NotAllowedError('The account is restricted.', about)],
  MISSING_PERMISSION: [new MissingPermissionError({ ...about, needs: 'write:statuses' })],
  BLOCKED: [new BlockedError('The user blocks the account.', about)],
  REPLY_WINDOW_CLOSED: [new ReplyWindowClosedError('The window is closed.', about)],
  NOT_FOUND: [new NotFoundError('Not found.', about)],
  POST_GONE: [new PostGoneError('The post is gone.', about)],
  NO_CONNECTION: [new NoConnectionError('No connection is stored.', about)],
  RATE_LIMIT: [
    new RateLimitError('Slow down.', { ...about, retryAfter: 60 }),
    new RateLimitError('Slow down.', about),
  ],
  SPENDING_LIMIT: [
    new SpendingLimitError('The budget is used up.', { ...spending, retryAfter: 60, freeAt: null }),
    new SpendingLimitError('The budget is too small.', { ...spending, freeAt: null }),
  ],
  INVALID_POST: [new InvalidPostError('Too long.', about)],
  IDEMPOTENCY_CONFLICT: [new IdempotencyConflictError('Another post has the key.', about)],
  NOT_SUPPORTED: [new NotSupportedError({ platform: 'fake', what: 'publishing' })],
  NETWORK: [
    new NetworkError('The line was cut.', about),
    new NetworkError('PostgreSQL did not answer.'),
    new NetworkError('Too late.', { ...about, timedOut: true }),
  ],
  PUBLISH_BUSY: [new PublishBusyError('Another worker has it.', { ...about, retryAfter: 30 })],
  OUTCOME_UNKNOWN: [
    new OutcomeUnknownError('The outcome is unknown.', { ...about, receipt: null, retryAfter: 90 }),
    new OutcomeUnknownError('The outcome is unknown.', { ...about, receipt: null }),
    new OutcomeUnknownError('The outcome is unknown.', { receipt: null }),
  ],
  CLOSED: [new ClosedError('The client is closed.', about)],
  INVALID_HOST: [new InvalidHostError('The server name is invalid.', about)],
  UPDATE_BUSY: [new UpdateBusyError('Another worker handles it.', { retryAfter: 30 })],
  PLATFORM: [
    new PlatformError('The network is out of order.', { ...about, statusCode: 503 }),
    new PlatformError('The network refused.', { ...about, statusCode: 422 }),
  ],
}

const ALL: readonly (readonly [what: string, error: Error])[] = [
  ...Object.values(ERRORS)
    .flat()
    .map((error) => [describeError(error), error] as const),
  ['an error outside of the library', new TypeError('undefined is not a function')],
]

function describeError(error: SocialBaseError): string {
  const { todo, afterSeconds } = whatNext(error)
  return `${error.code}, ${todo} after ${String(afterSeconds)}: ${error.message}`
}

/**
 * Returns the expected job state after an error, according to `whatNext`. After a failure on the
 * operator's side, the job always waits.
 */
function stateFor(error: unknown): JobInfo['state'] {
  const { todo } = whatNext(error)
  if (ConfigError.is(error) || ClosedError.is(error) || !SocialBaseError.is(error) || todo === 'RETRY')
    return 'WAITING'
  return todo === 'SIGN_IN_AGAIN' || todo === 'LOOK_AT_ACCOUNT' ? 'HELD' : 'FAILED'
}

type AtWork = Awaited<ReturnType<typeof atWork>>

/**
 * Asserts that the job in the last event equals the job in the queue, and that its problem
 * describes the event's error.
 */
async function expectAgreement(at: AtWork): Promise<JobInfo> {
  const last = at.events.at(-1)?.event
  if (last === undefined || !('error' in last) || !('job' in last)) throw new Error('The job did not fail.')
  const { error, job } = last
  const next = whatNext(error)
  expect(job.state).toBe(stateFor(error))
  expect(job.problem?.todo).toBe(job.state === 'WAITING' ? 'RETRY' : next.todo)
  const reason = SocialBaseError.is(error) ? { message: error.message, code: error.code } : { code: null }
  expect(job.problem).toMatchObject(reason)
  const asked = next.afterSeconds ?? 0
  const latest = next.afterSeconds === null ? Infinity : asked + Math.min(5, asked * 0.2)
  const waits = 'afterSeconds' in last ? last.afterSeconds : asked
  expect(waits).toBeGreaterThanOrEqual(asked)
  expect(waits).toBeLessThanOrEqual(latest)
  const stored = await at.jobs.find(job.id)
  expect(stored).toMatchObject({ state: job.state, problem: job.problem })
  return job
}

const hello = { idempotencyKey: 'draft-1', post: { text: 'Hello' } }

describe.each(ALL)('the message, whatNext and the state of a job match: %s', (_what, error) => {
  it('after the first failure, and after the end of the patience', async () => {
    const fake = new FakePlatform()
    await using at = await atWork({ fake, patienceDays: PATIENCE_SECONDS / 86_400 })
    await at.jobs.publish({ ...hello, connectionId: at.fakeId })
    fake.publish = () => Promise.reject(error)
    await at.workFor()
    const job = await expectAgreement(at)
    if (job.state !== 'WAITING') return

    await at.workFor(PATIENCE_SECONDS + 150)
    const held = await at.jobs.find(job.id)
    // A closed client is no reason to hold the job.
    const isClosed = ClosedError.is(error)
    expect(held).toMatchObject({
      state: isClosed ? 'WAITING' : 'HELD',
      problem: { message: job.problem?.message },
    })
    expect(at.names().filter((name) => name !== 'putBack')).toEqual(isClosed ? [] : ['held'])
  })
})

/** Results of `reconcile`, one for each call. The last result repeats. */
type Answers = readonly (Reconciled | Error)[]

/**
 * Loses the response to every post of the fake network. `reconcile` then returns the given
 * answers.
 */
function lose(fake: FakePlatform, answers: Answers): void {
  let asked = 0
  fake.publish = (_post, call) =>
    call.finish({ data: {} }, () => Promise.reject(new NetworkError('The line was cut.', about)))
  fake.reconcile = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    if (answer === undefined || answer instanceof Error) throw answer
    return answer
  }
}

const away = new PlatformError('The network is out of order.', { ...about, statusCode: 503 })
const found: Reconciled = { state: 'FOUND', result: makePostResult({ id: '7', url: null }) }
const notYet: Reconciled = { state: 'UNKNOWN', retryAfter: 90 }
const nothingFound: Reconciled = { state: 'UNKNOWN', retryAfter: null }

describe('a post whose response was lost', () => {
  it.each<readonly [string, Answers, JobInfo['state']]>([
    ['found by the first query', [found], 'DONE'],
    ['found after failed queries', [away, away, found], 'DONE'],
    ['found after it was missing at first', [notYet, notYet, found], 'DONE'],
    ['found after it was missing and queries failed', [notYet, away, away, found], 'DONE'],
    ['not found until the end of the period', [notYet, nothingFound], 'HELD'],
    ['not found after failed queries', [away, away, nothingFound], 'HELD'],
  ])(
    '%s: the job waits, and is held for a person only after a successful query',
    async (_what, answers, end) => {
      const fake = new FakePlatform()
      await using at = await atWork({ fake })
      const { id } = await at.jobs.publish({ ...hello, connectionId: at.fakeId })
      lose(fake, answers)
      await at.workFor()
      for (let round = 0; round < 20 && (await at.jobs.find(id))?.state === 'WAITING'; round += 1) {
        await expectAgreement(at)
        await at.workFor(120)
      }
      expect((await at.jobs.find(id))?.state).toBe(end)
      if (end === 'HELD') await expectAgreement(at)
    },
  )
})

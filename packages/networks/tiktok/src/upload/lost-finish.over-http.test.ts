import { sampleOf } from '@social-internal/testing/sample'
import { AuthError, Media, OutcomeUnknownError, RateLimitError, SocialBaseError } from '@social/core'
import { type FaultEffect, sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

const STATUS_PATH = '/v2/post/publish/status/fetch/'
const post = {
  media: [Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })],
  options: { sendTo: 'profile' },
} as const

/**
 * Faults of the request with the last piece. `isTaken`: TikTok has the whole video after the
 * fault.
 */
const LOSSES: readonly (readonly [name: string, fault: FaultEffect, isTaken: boolean])[] = [
  ['its reply lost', { fault: 'replyLost' }, true],
  ['a 500 after its effect', { fault: 'status', status: 500, afterEffect: true }, true],
  [
    'a 503 with Retry-After after its effect',
    { fault: 'status', status: 503, retryAfterSeconds: 1, afterEffect: true },
    true,
  ],
  ['a 503 with Retry-After without effect', { fault: 'status', status: 503, retryAfterSeconds: 1 }, false],
  ['the connection closed before it', { fault: 'closeBeforeEffect' }, false],
  ['a 206 after its effect', { fault: 'status', status: 206, afterEffect: true }, true],
  ['a 400 after its effect', { fault: 'status', status: 400, afterEffect: true }, true],
  ['a 404 without effect', { fault: 'status', status: 404 }, false],
]

/** Responses when the last piece is sent again. Null is a correct response. */
const REPEATS: readonly (FaultEffect | null)[] = [
  null,
  { fault: 'status', status: 206 },
  { fault: 'status', status: 400 },
  { fault: 'status', status: 403 },
  { fault: 'status', status: 404 },
  { fault: 'status', status: 416 },
  { fault: 'status', status: 503 },
  { fault: 'closeBeforeEffect' },
]

/** Responses of TikTok to the status query. */
const STATUSES: Readonly<Record<string, (at: At) => unknown>> = {
  'the correct status': () => null,
  'a count that lags': (at) => at.network.setStatus({ lagSeconds: 20 }),
  'no count': (at) => at.network.setStatus({ reportsBytes: false }),
  'an unknown status': (at) => at.network.setStatus({ word: 'SOMETHING_NEW', reportsBytes: false }),
  'an unknown publish id': (at) =>
    at.faults.add({
      fault: 'status',
      status: 400,
      body: { data: {}, error: { code: 'invalid_publish_id', message: '', log_id: '1' } },
      path: STATUS_PATH,
      count: 'all',
    }),
  'a refused token': (at) =>
    at.faults.add({
      fault: 'status',
      status: 401,
      body: { data: {}, error: { code: 'access_token_invalid', message: '', log_id: '1' } },
      path: STATUS_PATH,
      count: 'all',
    }),
  'too many queries': (at) =>
    at.faults.add({ fault: 'status', status: 429, path: STATUS_PATH, count: 'all' }),
  'no response': (at) => at.faults.add({ fault: 'replyLost', path: STATUS_PATH, count: 'all' }),
}

const outcome = async (work: Promise<{ readonly id: string }>): Promise<string | SocialBaseError> => {
  try {
    return (await work).id
  } catch (error) {
    if (SocialBaseError.is(error)) return error
    throw error
  }
}

/** Returns true for an error after which the outcome of the last piece is unknown. */
const isOpen = (error: SocialBaseError) =>
  OutcomeUnknownError.is(error) || AuthError.is(error) || RateLimitError.is(error)

const made = (at: At) => at.effects().map(({ id }) => id)

const isInSample = sampleOf(3)

/** Posts twice while the faults last, then without faults until the post completes. */
async function publishWithFaults(
  fault: FaultEffect,
  repeat: FaultEffect | null,
  setStatus: (at: At) => unknown,
  seconds: number,
) {
  await using at = await usingEmulator({ retries: { attempts: 2 } })
  const ada = await at.signIn()
  const publish = () => outcome(ada.post(post, { idempotencyKey: 'k' }))
  at.faults.add({ ...fault, method: 'PUT', nth: 1 })
  if (repeat !== null) at.faults.add({ ...repeat, method: 'PUT', count: 'all' })
  setStatus(at)
  const attempts = [await publish(), await publish()]
  at.faults.clear()
  at.network.setStatus({ lagSeconds: 0, reportsBytes: true, word: '' })
  await at.clock.advance(seconds)
  for (let turn = 0; turn < 4; turn += 1) {
    const last = await publish()
    attempts.push(last)
    if (typeof last === 'string') break
  }
  return { attempts, made: made(at) }
}

describe.each(LOSSES)('the last piece with %s', (_name, fault, isTaken) => {
  describe.each(Object.keys(STATUSES))('and %s for a status', (status) => {
    it.each([
      ['soon', 120],
      ['after the URL has expired', 3700],
    ])(
      'creates one post with another attempt %s, for each sampled response to the repeat',
      async (_when, seconds) => {
        for (const repeat of REPEATS.filter(isInSample)) {
          const setStatus = STATUSES[status] ?? (() => null)

          const { attempts, made: ids } = await publishWithFaults(fault, repeat, setStatus, seconds)

          const results = attempts.filter((one) => typeof one === 'string')
          const row = { repeat, results: new Set(results), ids }
          // Exactly one post, and every result contains its id.
          expect(row).toEqual({ repeat, results: new Set(ids), ids: [expect.any(String)] })
          // While the post may exist, no attempt may report that it failed.
          expect(attempts.every((one) => typeof one === 'string' || !isTaken || isOpen(one))).toBe(true)
        }
      },
    )
  })
})

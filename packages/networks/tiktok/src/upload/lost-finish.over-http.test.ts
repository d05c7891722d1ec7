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

/** How the answer to the last piece is lost, and whether TikTok has all of it then. */
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

/** What the same piece is answered with when it is sent again; null tells the truth. */
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

/** What the question for the status is answered with. */
const STATUSES: Readonly<Record<string, (at: At) => unknown>> = {
  'the truth': () => null,
  'a count that lags': (at) => at.network.setStatus({ lagSeconds: 20 }),
  'no count': (at) => at.network.setStatus({ reportsBytes: false }),
  'a word nobody knows': (at) => at.network.setStatus({ word: 'SOMETHING_NEW', reportsBytes: false }),
  'a publish id nobody knows': (at) =>
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
  'too many questions': (at) =>
    at.faults.add({ fault: 'status', status: 429, path: STATUS_PATH, count: 'all' }),
  'nothing at all': (at) => at.faults.add({ fault: 'replyLost', path: STATUS_PATH, count: 'all' }),
}

const outcome = async (work: Promise<{ readonly id: string }>): Promise<string | SocialBaseError> => {
  try {
    return (await work).id
  } catch (error) {
    if (SocialBaseError.is(error)) return error
    throw error
  }
}

/** True for an error that leaves open what became of the last piece. */
const isOpen = (error: SocialBaseError) =>
  OutcomeUnknownError.is(error) || AuthError.is(error) || RateLimitError.is(error)

const made = (at: At) => at.effects().map(({ id }) => id)

/** Tries now, twice; then, when everything is as usual, until it is settled. */
async function settle(
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
  const tries = [await publish(), await publish()]
  at.faults.clear()
  at.network.setStatus({ lagSeconds: 0, reportsBytes: true, word: '' })
  await at.clock.advance(seconds)
  for (let turn = 0; turn < 4; turn += 1) {
    const last = await publish()
    tries.push(last)
    if (typeof last === 'string') break
  }
  return { tries, made: made(at) }
}

describe.each(LOSSES)('the last piece with %s', (_name, fault, isTaken) => {
  describe.each(Object.keys(STATUSES))('and %s for a status', (status) => {
    it.each([
      ['soon', 120],
      ['after the address has run out', 3700],
    ])('makes one post, tried again %s, whatever the repeat is answered', async (_when, seconds) => {
      for (const repeat of REPEATS) {
        const setStatus = STATUSES[status] ?? (() => null)

        const { tries, made: ids } = await settle(fault, repeat, setStatus, seconds)

        const results = tries.filter((one) => typeof one === 'string')
        const row = { repeat, results: new Set(results), ids }
        // One post, which every result names; and a result in the end.
        expect(row).toEqual({ repeat, results: new Set(ids), ids: [expect.any(String)] })
        // While it may be out, nothing else is said than that.
        expect(tries.every((one) => typeof one === 'string' || !isTaken || isOpen(one))).toBe(true)
      }
    })
  })
})

import { sampleOf } from '@social-internal/testing/sample'
import { AuthError, OutcomeUnknownError, RateLimitError, SocialBaseError } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS, STEP } from '../__fixtures__/videos.js'

const START = 'POST /upload/youtube/v3/videos'
const DAY = 86_400

type At = Awaited<ReturnType<typeof usingEmulator>>

/** Failures of the response to the last chunk. `isTaken`: YouTube has processed the chunk. */
const LOSSES: readonly (readonly [name: string, fault: FaultEffect, isTaken: boolean])[] = [
  ['its reply lost', { fault: 'replyLost' }, true],
  ['a 503 after its effect', { fault: 'status', status: 503, afterEffect: true }, true],
  [
    'a 503 with Retry-After after its effect',
    { fault: 'status', status: 503, retryAfterSeconds: 1, afterEffect: true },
    true,
  ],
  ['a 503 with Retry-After without effect', { fault: 'status', status: 503, retryAfterSeconds: 1 }, false],
  ['a 500 without effect', { fault: 'status', status: 500 }, false],
  ['the connection closed before it', { fault: 'closeBeforeEffect' }, false],
  ['the connection cut inside it', { fault: 'dropUpload', afterBytes: STEP + 9 }, false],
]

const ANSWERS = [
  'QUOTA_EXCEEDED',
  'FORBIDDEN',
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'GONE',
  'RATE_LIMIT',
  'UNAVAILABLE',
  'HANG_UP',
] as const

const outcome = async (work: Promise<{ readonly id: string }>): Promise<string | SocialBaseError> => {
  try {
    return (await work).id
  } catch (error) {
    if (SocialBaseError.is(error)) return error
    throw error
  }
}

const videosCreated = (at: At) => at.emulator.effects('youtube').filter(({ kind }) => kind === 'VIDEO')

/** Returns true for an error that leaves the outcome of the post unknown. */
const isOpen = (error: string | SocialBaseError) =>
  OutcomeUnknownError.is(error) || AuthError.is(error) || RateLimitError.is(error)

/**
 * Posts twice while every query gets the same faulty response. Later queries get correct
 * responses.
 */
async function afterRefusedQuestions(fault: FaultEffect, answer: string, seconds: number) {
  const at = await usingEmulator({ platform: { chunkBytes: 2 * STEP, resendsAllowed: 1 } })
  const ada = await at.signIn()
  const { media, sha256 } = aVideoOf(4 * STEP)
  const post = () => outcome(ada.post({ media: [media], options: OPTIONS }, { idempotencyKey: 'k' }))
  at.faults.add({ ...fault, method: 'PUT', nth: 2 })
  at.people.answerQuestions({ with: answer })
  const tries = [await post(), await post()]
  const createdMeanwhile = videosCreated(at).length
  at.people.answerQuestions({ with: answer, count: 0 })
  await at.clock.advance(seconds)
  return Object.assign(at, { post, sha256, tries, createdMeanwhile })
}

const isInSample = sampleOf(2)

describe.each(LOSSES)('the last chunk with %s', (_name, fault, isTaken) => {
  // Prepared uploads can be resumed for 6 days, and the upload session is valid for 7 days. An hour
  // covers any wait that YouTube requests.
  describe.each([
    ['soon', 3601],
    ['after repeatableUntil', 6.5 * DAY],
  ])('queried again %s', (_when, seconds) => {
    it.each(ANSWERS.filter(isInSample))('creates one video when the first query got %s', async (answer) => {
      await using at = await afterRefusedQuestions(fault, answer, seconds)
      // The outcome of the last chunk stays unknown, so the library does not send the chunk again.
      expect(at.tries.map(isOpen)).toEqual([true, true])
      expect(at.createdMeanwhile).toBe(isTaken ? 1 : 0)

      const id = await at.post()

      expect(videosCreated(at)).toMatchObject([{ id }])
      expect(at.videos()).toMatchObject([{ sha256: at.sha256 }])
      expect(await at.post()).toBe(id)
      expect(at.counts()[START]).toBe(1)
    })
  })

  it.each(ANSWERS.filter(isInSample))(
    'queried after the session ended, remains unknown (%s first)',
    async (answer) => {
      await using at = await afterRefusedQuestions(fault, answer, 8 * DAY)

      expect([await at.post(), await at.post()].map((error) => OutcomeUnknownError.is(error))).toEqual([
        true,
        true,
      ])

      expect(videosCreated(at)).toHaveLength(isTaken ? 1 : 0)
      expect(at.counts()[START]).toBe(1)
    },
  )

  it('creates one video when the query succeeds', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: 2 * STEP } })
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(4 * STEP)
    at.faults.add({ ...fault, method: 'PUT', nth: 2 })

    const { id } = await ada.post({ media: [media], options: OPTIONS })

    expect(videosCreated(at)).toMatchObject([{ id }])
    expect(at.videos()).toMatchObject([{ sha256 }])
  })
})

/** Creates a video whose last chunk arrived but whose response was lost. */
async function withLostReply() {
  const at = await usingEmulator({ platform: { chunkBytes: 2 * STEP, resendsAllowed: 1 } })
  const ada = await at.signIn()
  at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 2 })
  const post = () =>
    outcome(ada.post({ media: [aVideoOf(4 * STEP).media], options: OPTIONS }, { idempotencyKey: 'k' }))
  return Object.assign(at, { post })
}

it('a session that was lost with its last chunk does not prove that nothing was published', async () => {
  await using at = await withLostReply()
  at.people.forgetFinishedUploads({ count: 1 })

  for (let times = 0; times < 3; times += 1) expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)

  expect(at.counts()[START]).toBe(1)
  expect(videosCreated(at)).toHaveLength(1)
})

it('an invalid refresh token leaves the outcome unknown; after a new sign-in the video is found', async () => {
  await using at = await withLostReply()
  at.people.answerQuestions({ with: 'UNAVAILABLE', count: 9 })
  expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
  at.people.answerQuestions({ with: 'UNAVAILABLE', count: 0 })
  at.people.revokeTokens()

  expect(AuthError.is(await at.post())).toBe(true)
  await at.signIn()
  const id = await at.post()

  expect(videosCreated(at)).toMatchObject([{ id }])
  expect(at.counts()[START]).toBeUndefined()
})

it('a last chunk whose response lacks the video id created a video, which is found', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()
  const { media } = aVideoOf(STEP)
  at.faults.add({ fault: 'status', status: 200, body: {}, afterEffect: true, method: 'PUT' })

  const { id } = await ada.post({ media: [media], options: OPTIONS }, { idempotencyKey: 'k' })
  expect(videosCreated(at).map((video) => video.id)).toEqual([id])
})

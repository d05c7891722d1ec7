import { sampleOf } from '@social-internal/testing/sample'
import { AuthError, OutcomeUnknownError, RateLimitError, SocialBaseError } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { aPicture, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const PIN = 'POST /v5/pins'
const LOOK = 'GET /v5/boards/:board/pins'

type At = Awaited<ReturnType<typeof usingEmulator>>

/** Ways to lose the response to the request, and whether the pin is created nevertheless. */
const LOSSES: readonly (readonly [name: string, fault: FaultEffect, isTaken: boolean])[] = [
  ['a lost response', { fault: 'replyLost' }, true],
  ['a truncated response', { fault: 'dropMidBody' }, true],
  ['a 500 after its effect', { fault: 'status', status: 500, afterEffect: true }, true],
  ['a response that is not JSON', { fault: 'status', status: 200, body: '<html>', afterEffect: true }, true],
  ['a 502 without effect', { fault: 'status', status: 502 }, false],
  ['a connection closed before the request', { fault: 'closeBeforeEffect' }, false],
  ['a connection closed during the request', { fault: 'dropUpload', afterBytes: 20 }, false],
]

/** Builds an error response of Pinterest. */
const refusal = (status: number, code: number, message: string): FaultEffect => ({
  fault: 'status',
  status,
  body: { code, message },
})

/** Faulty responses that every search gets. */
const ANSWERS: readonly (readonly [name: string, answer: FaultEffect])[] = [
  ['a dead token', refusal(401, 2, 'Authentication failed.')],
  ['a missing scope', refusal(401, 3, 'Your token does not have sufficient permissions.')],
  ['not authorized', refusal(403, 7, 'Not authorized to access board or Pin.')],
  ['not permitted', refusal(403, 29, 'You are not permitted to access that resource.')],
  ['a missing board', refusal(404, 40, 'Board not found.')],
  ['invalid parameters', refusal(400, 1, 'Invalid parameters.')],
  ['a rate limit', refusal(429, 8, 'This request exceeded a rate limit.')],
  ['spam', refusal(429, 8, 'It queries like spam.')],
  ['an outage', refusal(500, 500, 'We hit an unexpected error.')],
  ['the page of a proxy', { fault: 'status', status: 403, body: '<html>' }],
  ['an empty list', { fault: 'status', status: 200, body: { items: [], bookmark: null } }],
  ['a list of invalid items', { fault: 'status', status: 200, body: { items: [null, 7, { id: 5 }] } }],
  ['a response without a list', { fault: 'status', status: 200, body: {} }],
  ['nothing', { fault: 'replyLost' }],
]

async function outcomeOf(work: Promise<{ readonly id: string }>): Promise<string | SocialBaseError> {
  try {
    return (await work).id
  } catch (error) {
    if (SocialBaseError.is(error)) return error
    throw error
  }
}

/** Returns true for an error that leaves the outcome of the pin unknown. */
const isOpen = (error: string | SocialBaseError): boolean =>
  OutcomeUnknownError.is(error) || AuthError.is(error) || RateLimitError.is(error)

/** Returns the id of the result, or the code of the error. */
const idOrState = (outcome: string | SocialBaseError): string =>
  typeof outcome === 'string' ? outcome : outcome.code

/** Expected results of all attempts: the id of the one pin, or an unknown outcome. */
const reportsTo = (at: At, isTaken: boolean, attempts: number): readonly string[] =>
  Array.from({ length: attempts }, () => (isTaken ? (made(at)[0] ?? 'none') : 'OUTCOME_UNKNOWN'))

const made = (at: At): readonly string[] => at.effects().map(({ id }) => id)

/** Creates a function that posts with one idempotency key. Each call uses a new process. */
async function aPost(at: At, media = [aPicture()]) {
  const { id } = await at.signIn()
  const post = { text: 'Velvet, 1970.', media, options: { boardId: at.board(), title: 'A chair' } }
  return () => outcomeOf(at.anotherClient().accountOf('pinterest', id).post(post, { idempotencyKey: 'k' }))
}

/** Posts twice while every search returns the same response. Then waits until Pinterest responds normally again. */
async function afterRefusedQueries(fault: FaultEffect, answer: FaultEffect, seconds: number) {
  const at = await usingEmulator({ retries: { attempts: 2 } })
  const post = await aPost(at)
  at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })
  const queries = at.faults.add({ ...answer, path: '/v5/boards/:board/pins', count: 'all' })
  const attempts = [await post(), await post()]
  const createdMeanwhile = made(at)
  queries.remove()
  await at.clock.advance(seconds)
  return Object.assign(at, { post, attempts, createdMeanwhile })
}

const isInSample = sampleOf(2)

describe.each(LOSSES)('a pin with %s', (_name, fault, isTaken) => {
  describe.each([
    ['now', 1],
    ['an hour later', 3600],
  ])('repeated %s', (_when, seconds) => {
    it.each(ANSWERS.filter(isInSample))(
      'is never created twice or reported as refused when the search first returned %s',
      async (_what, answer) => {
        await using at = await afterRefusedQueries(fault, answer, seconds)
        expect(at.attempts.map(isOpen)).toEqual([true, true])
        expect(at.createdMeanwhile).toHaveLength(isTaken ? 1 : 0)

        const outcome = await at.post()

        expect([outcome, await at.post()].map(idOrState)).toEqual(reportsTo(at, isTaken, 2))
        expect(made(at)).toEqual(at.createdMeanwhile)
        expect(at.counts()[PIN]).toBe(1)
      },
    )
  })

  it('is found within the call, or stays unknown', async () => {
    await using at = await usingEmulator()
    const post = await aPost(at)
    at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })

    const outcome = await post()

    expect([outcome].map(idOrState)).toEqual(reportsTo(at, isTaken, 1))
    expect(at.counts()).toMatchObject({ [PIN]: 1, [LOOK]: isTaken ? 1 : 4 })
  })

  it('of several images is found within the call, or stays unknown', async () => {
    await using at = await usingEmulator()
    const post = await aPost(at, [aPicture(), aPicture({ filename: 'b.jpeg' })])
    at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })

    expect([await post()].map(idOrState)).toEqual(reportsTo(at, isTaken, 1))
    expect(at.counts()[PIN]).toBe(1)
  })

  it('of a video is found within the call, or stays unknown, and is uploaded once', async () => {
    await using at = await usingEmulator()
    const post = await aPost(at, [aVideo()])
    at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })

    const attempts = [await post(), await post()]

    expect(attempts.map(idOrState)).toEqual(reportsTo(at, isTaken, 2))
    expect(made(at)).toHaveLength(isTaken ? 1 : 0)
    expect(at.counts()).toMatchObject({ [PIN]: 1, 'POST /v5/media': 1, 'POST /upload/': 1 })
  })
})

describe('a pin that was not accepted', () => {
  it.each([
    ['a rate limit', refusal(429, 8, 'This request exceeded a rate limit.')],
    ['a dead access token', refusal(401, 2, 'Authentication failed.')],
  ] as const)('because of %s is retried within the call, and created once', async (_what, fault) => {
    await using at = await usingEmulator()
    const post = await aPost(at)
    at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })

    const id = await post()

    expect(made(at)).toEqual([id])
    expect(at.counts()[PIN]).toBe(2)
  })

  it.each([
    ['TRIAL_ACCESS', 'NotAllowedError', 'Standard access'],
    ['SPAM', 'RateLimitError', 'Stop posting'],
    ['BOARD_NOT_FOUND', 'InvalidPostError', 'account.run(boards)'],
    ['PICTURE_TOO_SMALL', 'InvalidPostError', 'larger'],
    ['MISSING_SCOPE', 'MissingPermissionError', 'pins:write'],
  ])('because of %s is refused, and the same key works afterwards', async (refused, name, message) => {
    await using at = await usingEmulator()
    const post = await aPost(at)
    at.people.refuseNext({ refusal: refused, route: PIN })

    const outcome = await post()
    const id = await post()

    expect(outcome).toMatchObject({ name, message: expect.stringContaining(message) })
    expect(made(at)).toEqual([id])
    expect(at.counts()[LOOK]).toBeUndefined()
  })
})

import { AuthError, OutcomeUnknownError, RateLimitError, SocialBaseError } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { aPicture, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const PIN = 'POST /v5/pins'
const LOOK = 'GET /v5/boards/:board/pins'

type At = Awaited<ReturnType<typeof usingEmulator>>

/** How the answer to the request that makes the pin is lost, and whether it made one all the same. */
const LOSSES: readonly (readonly [name: string, fault: FaultEffect, isTaken: boolean])[] = [
  ['its reply lost', { fault: 'replyLost' }, true],
  ['its reply cut in the middle', { fault: 'dropMidBody' }, true],
  ['a 500 after its effect', { fault: 'status', status: 500, afterEffect: true }, true],
  ['a reply that is no JSON', { fault: 'status', status: 200, body: '<html>', afterEffect: true }, true],
  ['a 502 without effect', { fault: 'status', status: 502 }, false],
  ['the connection closed before it', { fault: 'closeBeforeEffect' }, false],
  ['the connection cut inside it', { fault: 'dropUpload', afterBytes: 20 }, false],
]

/** A refusal of Pinterest's. */
const refusal = (status: number, code: number, message: string): FaultEffect => ({
  fault: 'status',
  status,
  body: { code, message },
})

/** What the look-up is answered, again and again. */
const ANSWERS: readonly (readonly [name: string, answer: FaultEffect])[] = [
  ['a dead token', refusal(401, 2, 'Authentication failed.')],
  ['a missing scope', refusal(401, 3, 'Your token does not have sufficient permissions.')],
  ['not authorized', refusal(403, 7, 'Not authorized to access board or Pin.')],
  ['not permitted', refusal(403, 29, 'You are not permitted to access that resource.')],
  ['no such board', refusal(404, 40, 'Board not found.')],
  ['wrong parameters', refusal(400, 1, 'Invalid parameters.')],
  ['a rate limit', refusal(429, 8, 'This request exceeded a rate limit.')],
  ['spam', refusal(429, 8, 'It looks like spam.')],
  ['an outage', refusal(500, 500, 'We hit an unexpected error.')],
  ['the page of a proxy', { fault: 'status', status: 403, body: '<html>' }],
  ['an empty list', { fault: 'status', status: 200, body: { items: [], bookmark: null } }],
  ['a list of something else', { fault: 'status', status: 200, body: { items: [null, 7, { id: 5 }] } }],
  ['no list at all', { fault: 'status', status: 200, body: {} }],
  ['nothing', { fault: 'replyLost' }],
]

async function outcome(work: Promise<{ readonly id: string }>): Promise<string | SocialBaseError> {
  try {
    return (await work).id
  } catch (error) {
    if (SocialBaseError.is(error)) return error
    throw error
  }
}

/** True for an error that leaves open what became of the pin. */
const isOpen = (error: string | SocialBaseError): boolean =>
  OutcomeUnknownError.is(error) || AuthError.is(error) || RateLimitError.is(error)

/** The id that was told, or the code of the error. */
const idOrState = (told: string | SocialBaseError): string => (typeof told === 'string' ? told : told.code)

/** What so many tries have to be told: the one pin there is, or that nobody can say. */
const reportsTo = (at: At, isTaken: boolean, tries: number): readonly string[] =>
  Array.from({ length: tries }, () => (isTaken ? (made(at)[0] ?? 'none') : 'OUTCOME_UNKNOWN'))

const made = (at: At): readonly string[] => at.effects().map(({ id }) => id)

/** One post under one key, from a fresh process each time. */
async function aPost(at: At, media = [aPicture()]) {
  const { id } = await at.signIn()
  const post = { text: 'Velvet, 1970.', media, options: { boardId: at.board(), title: 'A chair' } }
  return () => outcome(at.anotherClient().accountOf('pinterest', id).post(post, { idempotencyKey: 'k' }))
}

/** Tries twice while every look is met with the same answer; then waits until Pinterest tells the truth again. */
async function afterRefusedQueries(fault: FaultEffect, answer: FaultEffect, seconds: number) {
  const at = await usingEmulator({ retries: { attempts: 2 } })
  const post = await aPost(at)
  at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })
  const looks = at.faults.add({ ...answer, path: '/v5/boards/:board/pins', count: 'all' })
  const tries = [await post(), await post()]
  const createdMeanwhile = made(at)
  looks.remove()
  await at.clock.advance(seconds)
  return Object.assign(at, { post, tries, createdMeanwhile })
}

describe.each(LOSSES)('a pin with %s', (_name, fault, isTaken) => {
  describe.each([
    ['now', 1],
    ['an hour later', 3600],
  ])('asked about again %s', (_when, seconds) => {
    it.each(ANSWERS)(
      'is never made twice, nor taken for refused, when the look-up first met %s',
      async (_what, answer) => {
        await using at = await afterRefusedQueries(fault, answer, seconds)
        expect(at.tries.map(isOpen)).toEqual([true, true])
        expect(at.createdMeanwhile).toHaveLength(isTaken ? 1 : 0)

        const told = await at.post()

        expect([told, await at.post()].map(idOrState)).toEqual(reportsTo(at, isTaken, 2))
        expect(made(at)).toEqual(at.createdMeanwhile)
        expect(at.counts()[PIN]).toBe(1)
      },
    )
  })

  it('is found within the call, or left open', async () => {
    await using at = await usingEmulator()
    const post = await aPost(at)
    at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })

    const told = await post()

    expect([told].map(idOrState)).toEqual(reportsTo(at, isTaken, 1))
    expect(at.counts()).toMatchObject({ [PIN]: 1, [LOOK]: isTaken ? 1 : 4 })
  })

  it('of several pictures is found within the call, or left open', async () => {
    await using at = await usingEmulator()
    const post = await aPost(at, [aPicture(), aPicture({ filename: 'b.jpeg' })])
    at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })

    expect([await post()].map(idOrState)).toEqual(reportsTo(at, isTaken, 1))
    expect(at.counts()[PIN]).toBe(1)
  })

  it('of a video is found within the call, or left open, and uploaded once', async () => {
    await using at = await usingEmulator()
    const post = await aPost(at, [aVideo()])
    at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })

    const tries = [await post(), await post()]

    expect(tries.map(idOrState)).toEqual(reportsTo(at, isTaken, 2))
    expect(made(at)).toHaveLength(isTaken ? 1 : 0)
    expect(at.counts()).toMatchObject({ [PIN]: 1, 'POST /v5/media': 1, 'POST /upload/': 1 })
  })
})

describe('a pin that was not taken in', () => {
  it.each([
    ['a rate limit', refusal(429, 8, 'This request exceeded a rate limit.')],
    ['a dead access token', refusal(401, 2, 'Authentication failed.')],
  ] as const)('because of %s is sent again within the call, and made once', async (_what, fault) => {
    await using at = await usingEmulator()
    const post = await aPost(at)
    at.faults.add({ ...fault, method: 'POST', path: '/v5/pins' })

    const id = await post()

    expect(made(at)).toEqual([id])
    expect(at.counts()[PIN]).toBe(2)
  })

  it.each([
    ['TRIAL_ACCESS', 'NotAllowedError', 'Standard access'],
    ['SPAM', 'RateLimitError', 'stop'],
    ['BOARD_NOT_FOUND', 'InvalidPostError', 'account.run(boards)'],
    ['PICTURE_TOO_SMALL', 'InvalidPostError', 'bigger'],
    ['MISSING_SCOPE', 'MissingPermissionError', 'pins:write'],
  ])('because of %s is refused, and the same key works afterwards', async (refused, name, words) => {
    await using at = await usingEmulator()
    const post = await aPost(at)
    at.people.refuseNext({ refusal: refused, route: PIN })

    const told = await post()
    const id = await post()

    expect(told).toMatchObject({ name, message: expect.stringContaining(words) })
    expect(made(at)).toEqual([id])
    expect(at.counts()[LOOK]).toBeUndefined()
  })
})

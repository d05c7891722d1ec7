import { sampleOf } from '@social-internal/testing/sample'
import {
  AuthError,
  Media,
  OutcomeUnknownError,
  RateLimitError,
  SocialBaseError,
  whatNext,
} from '@social/core'
import { type FaultEffect, sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>
type FacebookPost = Parameters<Awaited<ReturnType<At['signIn']>>['post']>[0]

const PIECE = 2048
const picture = () => Media.fromBytes(samplePng(), { filename: 'cake.png' })
const video = () => Media.fromBytes(sampleMp4(2 * PIECE + 1), { filename: 'cake.mp4' })

/** A kind of post, the request that makes it visible, and the queries that search for it. */
interface Way {
  readonly name: string
  readonly post: () => FacebookPost
  /** Path of the visible request, and its position among the requests to this path. */
  readonly path: string
  readonly nth: number
  readonly list: string
  /**
   * True if a query of the object itself proves after minutes that the request did not arrive. The
   * library then publishes the post once.
   */
  readonly provesItself: boolean
}

const FEED: readonly Way[] = [
  {
    name: 'words',
    post: () => ({ text: 'Fresh bread' }),
    path: '/:version/:id/feed',
    nth: 1,
    list: '/:version/:id/published_posts',
    provesItself: false,
  },
  {
    name: 'two pictures',
    post: () => ({ media: [picture(), picture()] }),
    path: '/:version/:id/feed',
    nth: 1,
    list: '/:version/:id/published_posts',
    provesItself: false,
  },
  {
    name: 'words for later',
    post: () => ({ text: 'Tomorrow', publishAt: new Date('2026-11-25T12:00:00Z') }),
    path: '/:version/:id/feed',
    nth: 1,
    list: '/:version/:id/scheduled_posts',
    provesItself: false,
  },
  {
    name: 'the picture of a story',
    post: () => ({ media: [picture()], options: { placement: 'story' } }),
    path: '/:version/:id/photo_stories',
    nth: 1,
    list: '/:version/:id/stories',
    provesItself: false,
  },
]
const UPLOADS: readonly Way[] = [
  {
    name: 'a video in chunks',
    post: () => ({ text: 'How we fold it', media: [video()] }),
    path: '/graph-video/:version/:id/videos',
    nth: 5,
    list: '/:version/:id',
    provesItself: true,
  },
  {
    name: 'a reel',
    post: () => ({ text: 'How we fold it', media: [video()], options: { placement: 'reel' } }),
    path: '/:version/:id/video_reels',
    nth: 2,
    list: '/:version/:id',
    provesItself: true,
  },
]

/**
 * Failures of the response to the visible request. `isTaken`: Facebook has processed the request.
 */
const LOSSES: readonly (readonly [name: string, fault: FaultEffect, isTaken: boolean])[] = [
  ['its reply lost', { fault: 'replyLost' }, true],
  ['its reply cut in the middle', { fault: 'dropMidBody' }, true],
  ['a 500 after its effect', { fault: 'status', status: 500, afterEffect: true }, true],
  ['a reply that is no JSON', { fault: 'status', status: 200, body: '<html>', afterEffect: true }, true],
  ['a 502 without effect', { fault: 'status', status: 502 }, false],
  ['the connection closed before it', { fault: 'closeBeforeEffect' }, false],
]

/** Builds an error response of Facebook. */
const refusal = (status: number, code: number, subcode: number, message: string): FaultEffect => ({
  fault: 'status',
  status,
  body: { error: { message, type: 'OAuthException', code, error_subcode: subcode } },
})

/** Faulty responses that every query gets. */
const ANSWERS: readonly (readonly [name: string, answer: FaultEffect])[] = [
  ['a dead token', refusal(401, 190, 467, 'The session is invalid.')],
  ['an expired token', refusal(400, 190, 463, 'Session has expired.')],
  ['a missing permission', refusal(403, 200, 0, 'This action requires the pages_read_engagement permission')],
  ['a limit', refusal(400, 80_001, 0, 'There have been too many calls.')],
  ['a block', refusal(400, 368, 0, 'Posting is blocked.')],
  ['something that is not there', refusal(400, 100, 33, 'Unsupported get request.')],
  ['a bad parameter', refusal(400, 100, 0, 'Invalid parameter')],
  ['a passing failure', refusal(400, 2, 0, 'Please retry your request later.')],
  ['an outage', refusal(500, 1, 0, 'An unknown error occurred')],
  ['a refusal that rides on 200', refusal(200, 10, 0, 'Permission denied')],
  ['the page of a proxy', { fault: 'status', status: 403, body: '<html>' }],
  ['an empty list', { fault: 'status', status: 200, body: { data: [] } }],
  ['a list of something else', { fault: 'status', status: 200, body: { data: [null, 7, { id: {} }] } }],
  ['nothing', { fault: 'replyLost' }],
]

/** Builds the fault filter for the request that makes the post visible. */
const visibleOf = ({ path, nth }: Way) => ({ method: 'POST', path, nth }) as const

async function outcome(work: Promise<{ readonly id: string }>): Promise<string | SocialBaseError> {
  try {
    return (await work).id
  } catch (error) {
    if (SocialBaseError.is(error)) return error
    throw error
  }
}

/** Returns true for an error that leaves the outcome of the post unknown. */
const isOpen = (error: string | SocialBaseError): boolean =>
  OutcomeUnknownError.is(error) || AuthError.is(error) || RateLimitError.is(error)

const idOrCode = (reported: string | SocialBaseError): string =>
  typeof reported === 'string' ? reported : reported.code

const made = (at: At): readonly string[] => at.effects().map(({ id }) => id)

/** Creates one post with one idempotency key. Each attempt uses a new process. */
async function aPost(at: At, way: Way) {
  const { id } = await at.signIn()
  return async () => {
    const client = at.makeClient()
    const reported = await outcome(client.accountOf('facebook', id).post(way.post(), { idempotencyKey: 'k' }))
    await client.close()
    return reported
  }
}

/**
 * Posts twice while every query gets the same faulty response. Later queries get correct
 * responses.
 */
async function afterRefusedQueries(way: Way, fault: FaultEffect, answer: FaultEffect, seconds: number) {
  const at = await usingEmulator({
    retries: { attempts: 2 },
    network: { pieceBytes: PIECE, videoSeconds: 0 },
  })
  const post = await aPost(at, way)
  at.faults.add({ ...fault, method: 'POST', path: way.path, nth: way.nth })
  const queries = at.faults.add({ ...answer, method: 'GET', path: way.list, count: 'all' })
  const tries = [await post(), await post()]
  const createdMeanwhile = made(at)
  queries.remove()
  await at.clock.advance(seconds)
  return Object.assign(at, { post, tries, createdMeanwhile })
}

/**
 * Two kinds of posts are tested with all failures and responses. The other kinds are tested only
 * with a selection, because their search distinguishes fewer cases.
 */
const TABLES = [...FEED, ...UPLOADS].map((way) => {
  const isWhole = way.name === 'words' || way.name === 'a video in chunks'
  return {
    way,
    losses: isWhole ? LOSSES : LOSSES.filter((_one, index) => index === 0 || index === LOSSES.length - 1),
    answers: isWhole ? ANSWERS : ANSWERS.filter((_one, index) => index % 4 === 2),
  }
})

const isInSample = sampleOf(2)

describe.each(TABLES)('the response to $way.name', ({ way, losses, answers }) => {
  describe.each(losses)('with %s', (_name, fault, isTaken) => {
    describe.each([
      ['now', 1],
      ['an hour later', 3600],
    ])('queried again with %s', (_when, seconds) => {
      it.each(answers.filter(isInSample))(
        'is never treated as a refusal or as nothing published after %s',
        async (_what, answer) => {
          await using at = await afterRefusedQueries(way, fault, answer, seconds)
          expect(at.tries.map(isOpen)).toEqual([true, true])
          expect(at.createdMeanwhile).toHaveLength(isTaken ? 1 : 0)

          const reported = [await at.post(), await at.post()]

          const comesOut = isTaken || (way.provesItself && seconds >= 300)
          expect(made(at)).toHaveLength(comesOut ? 1 : 0)
          const wanted = comesOut ? made(at)[0] : 'OUTCOME_UNKNOWN'
          expect(reported.map(idOrCode)).toEqual([wanted, wanted])
        },
      )
    })
  })
})

describe.each([...FEED, ...UPLOADS])('the response to $name', (way) => {
  it('that arrived is not queried', async () => {
    await using at = await usingEmulator({ network: { pieceBytes: PIECE } })
    const post = await aPost(at, way)
    const id = await post()
    expect(made(at)).toEqual([id])
    expect(at.requests().filter(({ method }) => method === 'GET')).toEqual([])
  })

  it('that is the 429 of a proxy means not accepted: it is sent again, and published once', async () => {
    await using at = await usingEmulator({ network: { pieceBytes: PIECE } })
    const post = await aPost(at, way)
    at.faults.add({ fault: 'status', status: 429, retryAfterSeconds: 1, ...visibleOf(way) })
    const id = await post()
    expect(made(at)).toEqual([id])
  })

  it.each([false, true])(
    'that is a 503 with Retry-After leaves the outcome unknown, with an effect: %s',
    async (afterEffect) => {
      await using at = await usingEmulator({ network: { pieceBytes: PIECE, videoSeconds: 0 } })
      const post = await aPost(at, way)
      at.faults.add({ fault: 'status', status: 503, retryAfterSeconds: 1, afterEffect, ...visibleOf(way) })
      const reported = await post()
      expect(idOrCode(reported)).toBe(afterEffect ? made(at)[0] : 'OUTCOME_UNKNOWN')
      expect(afterEffect || whatNext(reported).todo === 'RETRY').toBe(true)
      expect(made(at)).toHaveLength(afterEffect ? 1 : 0)
    },
  )

  it('that is a rate limit leaves nothing open: the same key publishes once, later', async () => {
    await using at = await usingEmulator({ network: { pieceBytes: PIECE } })
    const post = await aPost(at, way)
    const limit = refusal(400, 80_001, 0, 'There have been too many calls.')
    at.faults.add({ ...limit, method: 'POST', path: way.path, nth: way.nth })
    expect(await post()).toBeInstanceOf(RateLimitError)
    expect(made(at)).toEqual([])
    const id = await post()
    expect(made(at)).toEqual([id])
  })
})

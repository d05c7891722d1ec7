import { InvalidPostError, NotAllowedError, OutcomeUnknownError, PlatformError, whatNext } from '@social/core'
import type { Effect, Faults } from '@social/emulator'
import { describe, expect, it } from 'vitest'

/**
 * Emulated network of Meta that publishes posts through containers, and a client for the network.
 */
interface Network extends AsyncDisposable {
  readonly people: {
    loseNextContainers(options: { readonly times?: number }): unknown
    setContainers(options: {
      readonly unreadableSeconds?: number
      readonly publishedLagSeconds?: number
    }): unknown
    refuse(options: {
      readonly on: string
      readonly with: string
      readonly times?: number
      readonly afterEffect?: boolean
    }): unknown
    refuseWithCode(options: {
      readonly on: string
      readonly code: number
      readonly subcode?: number
      readonly message?: string
      readonly afterEffect?: boolean
      readonly isTransient?: boolean
      readonly times?: number
    }): unknown
  }
  readonly faults: Pick<Faults, 'add' | 'clear'>
  readonly clock: { advance(seconds: number): Promise<unknown> }
  out(): readonly Effect[]
  post(idempotencyKey?: string): Promise<unknown>
  sent(edge: string): readonly unknown[]
}

/** Paths and values in which the networks of Meta differ. */
interface Names {
  /**
   * Edges that create a container (`make`), publish a container (`publish`) and report the
   * remaining posts (`allowance`).
   */
  readonly make: string
  readonly publish: string
  readonly allowance: string
  /** Edge that lists the published posts. */
  readonly list: string
  /** `/v1.0` */
  readonly base: string
  /** Error codes for a container that no longer exists. */
  readonly gone: readonly { readonly code: number; readonly subcode: number }[]
  /**
   * Maximum number of publish requests for one container. Afterwards the library creates a new
   * container.
   */
  readonly attempts: number
  readonly open: () => Promise<Network>
}

/**
 * Expected outcome: the client reports one published post, and the network received this number of
 * containers.
 */
const once = (containers: number) => ({ isReported: true, out: 1, containers })

/**
 * Defines tests for containers. The library recreates lost containers, retries failed queries, and
 * verifies the state after unclear errors.
 */
export function keepsContainers({ open, make, publish, allowance, list, base, gone, attempts }: Names): void {
  const [onPublish, onMake] = [`POST ${publish}`, `POST ${make}`]
  const path = `${base}/:id`

  /**
   * Returns whether the client reported the published post, with the number of published posts and
   * of containers.
   */
  const outcome = (at: Network, posted: unknown) => ({
    isReported: posted === at.out()[0]?.id,
    out: at.out().length,
    containers: at.sent(`/${make}`).length,
  })

  describe('a container that the network loses for good', () => {
    it.each([1, 2])('is created again in the same call when %d are lost', async (times) => {
      await using at = await open()
      at.people.loseNextContainers({ times })
      expect(outcome(at, await at.post())).toEqual(once(times + 1))
    })

    it('three times is an error to retry that holds the response; the same key starts again', async () => {
      await using at = await open()
      at.people.loseNextContainers({ times: 3 })
      const error = await at.post()
      expect(error).toBeInstanceOf(PlatformError)
      expect(error).toMatchObject({ raw: { error: { code: 24 } } })
      expect(whatNext(error)).toMatchObject({ todo: 'RETRY', idempotencyKey: 'k' })
      expect(at.out()).toEqual([])
      expect(outcome(at, await at.post())).toEqual(once(4))
    })

    it.each(gone)('is recognized by $code/$subcode', async (refusal) => {
      await using at = await open()
      at.people.refuseWithCode({ on: onPublish, ...refusal, times: 3 * attempts })
      const error = await at.post()
      expect(error).toBeInstanceOf(PlatformError)
      expect(outcome(at, await at.post())).toEqual(once(4))
    })

    it('is never created again while the outcome of its first publish request is unknown', async () => {
      await using at = await open()
      // The post is published, but its container keeps the status FINISHED for a day, and repeated
      // publish requests do not report the post.
      at.people.setContainers({ publishedLagSeconds: 86_400 })
      at.faults.add({ method: 'POST', path: `${path}/${publish}`, fault: 'replyLost' })
      for (let call = 0; call < 3; call += 1) {
        expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
        await at.clock.advance(600)
      }
      expect(at.sent(`/${make}`)).toHaveLength(1)
      expect(at.out()).toHaveLength(1)
    })
  })

  describe('a container that cannot be read', () => {
    it.each([10, 1_000_000])('for %d seconds is published', async (unreadableSeconds) => {
      await using at = await open()
      at.people.setContainers({ unreadableSeconds })
      expect(outcome(at, await at.post())).toEqual(once(1))
    })

    it('is found in the list when the response of its publish is lost', async () => {
      await using at = await open()
      at.people.setContainers({ unreadableSeconds: 1_000_000 })
      at.faults.add({ method: 'POST', path: `${path}/${publish}`, fault: 'replyLost' })
      expect(outcome(at, await at.post())).toEqual(once(1))
    })

    it.each([
      ['code 10', { fault: 'status', status: 400, body: { error: { code: 10, message: 'No.' } } }],
      ['500', { fault: 'status', status: 500 }],
      ['no response', { fault: 'replyLost' }],
      ['a page of a proxy', { fault: 'status', status: 403, body: '<html>' }],
    ] as const)('because of %s is still published', async (_what, fault) => {
      await using at = await open()
      at.faults.add({ method: 'GET', path, count: 'all', ...fault })
      expect(outcome(at, await at.post())).toEqual(once(1))
    })
  })

  it.each([
    ['500', { fault: 'status', status: 500 }],
    ['429', { fault: 'status', status: 429 }],
    ['a missing permission', { fault: 'status', status: 403, body: { error: { code: 10, message: 'No.' } } }],
    ['a limit', { fault: 'status', status: 400, body: { error: { code: 4, message: 'No.' } } }],
    ['no response', { fault: 'replyLost' }],
    ['an HTML page', { fault: 'status', status: 200, body: '<html>' }],
  ] as const)(
    'the response %s to a query of the publishing limit does not stop the post',
    async (_what, fault) => {
      await using at = await open()
      at.faults.add({ method: 'GET', path: `${path}/${allowance}`, count: 'all', ...fault })
      expect(outcome(at, await at.post())).toEqual(once(1))
    },
  )

  it.each([
    ['500', { fault: 'status', status: 500, afterEffect: true }],
    ['502', { fault: 'status', status: 502 }],
    ['no response', { fault: 'replyLost' }],
    ['half a response', { fault: 'dropMidBody' }],
    [
      'a refusal that is temporary',
      { fault: 'status', status: 400, body: { error: { code: 2, message: 'Later.', is_transient: true } } },
    ],
  ] as const)('the same call creates the container again after %s', async (_what, fault) => {
    await using at = await open()
    at.faults.add({ method: 'POST', path: `${path}/${make}`, count: 2, ...fault })
    expect(outcome(at, await at.post())).toEqual(once(3))
  })

  it('a file that cannot be fetched at first is fetched again', async () => {
    await using at = await open()
    at.people.refuse({ on: onMake, with: 'NOT_FETCHED', times: 2 })
    expect(outcome(at, await at.post())).toEqual(once(3))
    at.people.refuse({ on: onMake, with: 'NOT_FETCHED', times: 3 })
    expect(await at.post('other')).toBeInstanceOf(InvalidPostError)
  })

  describe.each([
    ['the spam refusal', { code: 4, subcode: 2_207_051 }],
    ['code 10', { code: 10 }],
  ])('%s as the response of a publish', (_what, refusal) => {
    it('is ignored when the container is published', async () => {
      await using at = await open()
      at.people.refuseWithCode({ on: onPublish, ...refusal, afterEffect: true })
      expect(outcome(at, await at.post())).toEqual(once(1))
      expect(at.sent(`/${publish}`)).toHaveLength(1)
    })

    it('is reported when the container is not published', async () => {
      await using at = await open()
      at.people.refuseWithCode({ on: onPublish, ...refusal })
      const error = await at.post()
      expect(error).toBeInstanceOf(NotAllowedError)
      expect(whatNext(error).todo).toBe('LOOK_AT_ACCOUNT')
      expect(at.out()).toEqual([])
      expect(outcome(at, await at.post())).toEqual(once(1))
    })

    it('gives an unknown outcome when the container cannot be read, and the same key finds the post', async () => {
      await using at = await open()
      at.people.refuseWithCode({ on: onPublish, ...refusal, afterEffect: true })
      at.faults.add({ method: 'GET', path, nth: 2, count: 20, fault: 'status', status: 500 })
      at.faults.add({ method: 'GET', path: `${path}/${list}`, count: 20, fault: 'status', status: 500 })
      const error = await at.post()
      expect(error).toBeInstanceOf(OutcomeUnknownError)
      expect(whatNext(error)).toMatchObject({ todo: 'RETRY', afterSeconds: 30 })
      at.faults.clear()
      expect(outcome(at, await at.post())).toEqual(once(1))
    })
  })
}

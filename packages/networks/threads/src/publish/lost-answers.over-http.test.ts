import { InvalidPostError, OutcomeUnknownError, PlatformError, RateLimitError, whatNext } from '@social/core'
import { describe, expect, it } from 'vitest'

import { withFiles } from '../__fixtures__/with-files.js'

const LOST = { method: 'POST', path: '/v1.0/:id/threads_publish' } as const
const LIST = { method: 'GET', path: '/v1.0/:id/threads' } as const
const STATUS = { method: 'GET', path: '/v1.0/:id' } as const

/** Creates an error response of Threads. */
const refusal = (status: number, code: number, subcode?: number) =>
  ({ fault: 'status', status, body: { error: { code, error_subcode: subcode, message: 'No.' } } }) as const

describe('a container that is not found', () => {
  it.each([
    [12, [5, 5, 5]],
    [60, [5, 5, 5, 15, 30]],
  ])('for %d seconds is published again after %j seconds', async (notFoundSeconds, waits) => {
    await using at = await withFiles({ network: { notFoundSeconds } })
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.waits).toEqual(waits)
    expect(at.sent('/threads_publish')).toHaveLength(waits.length + 1)
    expect(at.forms()).toHaveLength(1)
    expect(at.out()).toHaveLength(1)
  })

  // Holds R-0343.
  it('R-0343: after all attempts is a PlatformError with the whole response, and the same key works later', async () => {
    await using at = await withFiles({ network: { notFoundSeconds: 100 } })
    const error = await at.post()
    expect(error).toBeInstanceOf(PlatformError)
    expect(error).toMatchObject({
      raw: {
        error: { code: 24, error_subcode: 4_279_009, message: 'The requested resource does not exist' },
      },
    })
    expect(whatNext(error)).toMatchObject({ todo: 'RETRY', idempotencyKey: 'k' })
    expect(at.out()).toEqual([])
    at.people.setNotFound({ seconds: 0 })
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.out()).toHaveLength(1)
  })
})

describe('a publish whose response was lost', () => {
  it.each([
    { fault: 'replyLost' },
    { fault: 'dropMidBody' },
    { fault: 'status', status: 500, afterEffect: true },
    { fault: 'status', status: 200, body: '<html>', afterEffect: true },
  ] as const)('is found by its text and its time: %o', async (fault) => {
    await using at = await withFiles()
    at.faults.add({ ...LOST, ...fault })
    const id = await at.post()
    expect(id).toBe(at.out()[0]?.id)
    expect(await at.post()).toBe(id)
    expect(at.sent('/threads_publish')).toHaveLength(1)
    expect(at.out()).toHaveLength(1)
  })

  it('is published although Threads responds with an error of code 10', async () => {
    await using at = await withFiles()
    at.people.refuse({ on: 'POST threads_publish', with: 'UNKNOWN_AFTER_PUBLISH', afterEffect: true })
    expect(await at.post()).toBe(at.out()[0]?.id)
    expect(at.out()).toHaveLength(1)
  })

  it('a transient refusal leaves the outcome unknown', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    at.people.refuseWithCode({ on: 'POST threads_publish', code: 2, afterEffect: true })
    expect(await at.post()).toBe(at.out()[0]?.id)
  })

  it.each([{ fault: 'closeBeforeEffect' }, { fault: 'status', status: 502 }] as const)(
    'and never arrived is sent again with the same container: %o',
    async (fault) => {
      await using at = await withFiles()
      at.faults.add({ ...LOST, ...fault })
      expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
      await at.clock.advance(60)
      expect(await at.post()).toMatch(/^\d+$/)
      expect(at.forms()).toHaveLength(1)
      expect(at.out()).toHaveLength(1)
    },
  )

  it('twice, an hour apart, is still found', async () => {
    await using at = await withFiles()
    at.faults.add({ ...LOST, fault: 'closeBeforeEffect' })
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(3600)
    at.faults.add({ ...LOST, fault: 'replyLost' })
    await at.post()
    expect(await at.post()).toBe(at.out()[0]?.id)
    expect(at.out()).toHaveLength(1)
  })

  it.each(['REFUSED', 'SAME_MEDIA'] as const)(
    'is published once, although its status lags and it is published again: %s',
    async (secondPublish) => {
      await using at = await withFiles({ network: { publishedLagSeconds: 40, secondPublish } })
      at.faults.add({ ...LOST, fault: 'replyLost' })
      expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
      expect(await at.post()).not.toBeInstanceOf(TypeError)
      await at.clock.advance(120)
      expect(await at.post()).toBe(at.out()[0]?.id)
      expect(at.out()).toHaveLength(1)
    },
  )

  it('is found once the list contains it', async () => {
    await using at = await withFiles({ network: { listLagSeconds: 300 } })
    at.faults.add({ ...LOST, fault: 'replyLost' })
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    await at.clock.advance(300)
    expect(await at.post()).toBe(at.out()[0]?.id)
    expect(at.sent('/threads_publish')).toHaveLength(1)
  })

  it('is not confused with an older post of the same text, or a reply', async () => {
    await using at = await withFiles()
    const older = String(await at.post('older'))
    await at.clock.advance(40)
    await at.ada.post({ text: 'Cake', replyTo: older })
    at.faults.add({ ...LOST, fault: 'replyLost' })
    const id = await at.post('newer')
    expect(id).toBe(at.out().at(-1)?.id)
    at.faults.add({ ...LOST, fault: 'replyLost' })
    const reply = await at.ada.post({ text: 'Cake', replyTo: String(id) }, { idempotencyKey: 'reply' })
    expect(reply.id).toBe(at.out().at(-1)?.id)
    expect(at.out()).toHaveLength(4)
  })

  it('whose container expired unpublished starts again', async () => {
    await using at = await withFiles()
    at.faults.add({ ...LOST, fault: 'closeBeforeEffect' })
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    for (const { id } of at.people.state().containers) at.people.expireContainer({ id })
    await at.clock.advance(60)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.forms()).toHaveLength(2)
    expect(at.out()).toHaveLength(1)
  })

  it('whose container failed is refused, and starts again with the same key', async () => {
    await using at = await withFiles()
    at.faults.add({ ...LOST, fault: 'closeBeforeEffect' })
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    for (const { id } of at.people.state().containers)
      at.people.failContainer({ id, error: 'INVALID_DURATION' })
    await at.clock.advance(60)
    expect(await at.post()).toBeInstanceOf(InvalidPostError)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.forms()).toHaveLength(2)
    expect(at.out()).toHaveLength(1)
  })

  it('whose container expired before it was published is prepared again in the same call', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    at.people.refuseWithCode({ on: 'POST threads_publish', code: 4 })
    expect(await at.post()).toBeInstanceOf(RateLimitError)
    for (const { id } of at.people.state().containers) at.people.expireContainer({ id })
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.forms()).toHaveLength(2)
    expect(at.out()).toHaveLength(1)
  })

  it('that is a rate limit leaves nothing open: the same key publishes once, later', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    at.people.refuseWithCode({ on: 'POST threads_publish', code: 4 })
    expect(await at.post()).toBeInstanceOf(RateLimitError)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.out()).toHaveLength(1)
  })

  describe.each([
    ['the status', STATUS],
    ['the list', LIST],
  ])('queried with %s', (_name, place) => {
    it.each([
      ['a dead token', refusal(401, 190, 467)],
      ['a missing permission', refusal(403, 10)],
      ['a limit', refusal(400, 4)],
      ['something that is not there', refusal(400, 100, 33)],
      ['not found', refusal(400, 24, 4_279_009)],
      ['an outage', refusal(500, 1)],
      ['a refusal that rides on 200', refusal(200, 10)],
      ['the page of a proxy', { fault: 'status', status: 403, body: '<html>' }],
      ['something else', { fault: 'status', status: 200, body: { data: [null, 7] } }],
      ['nothing', { fault: 'replyLost' }],
    ] as const)(
      'is never treated as refused, and never sent from the start, after %s',
      async (_what, answer) => {
        await using at = await withFiles({ retries: { attempts: 1 } })
        at.faults.add({ ...LOST, fault: 'replyLost' })
        // The library reads the status once before it publishes the container, so the fault starts
        // at the second request.
        const nth = place === STATUS ? 2 : 1
        at.faults.add({ ...answer, ...place, nth, count: 'all' })
        const reported = [await at.post(), await at.post()]
        // If only the status is unreadable, the call finds the post in the list and returns its id.
        for (const one of reported)
          expect(['OUTCOME_UNKNOWN', 'AUTH', 'RATE_LIMIT', at.out()[0]?.id]).toContain(
            one instanceof Error && 'code' in one ? one.code : one,
          )
        expect(at.out()).toHaveLength(1)
        at.faults.clear()
        await at.clock.advance(300)
        expect(await at.post()).toBe(at.out()[0]?.id)
        expect(at.forms()).toHaveLength(1)
        expect(at.out()).toHaveLength(1)
      },
    )
  })
})

describe('a crash', () => {
  it('between two items resumes with the existing containers', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    const media = [at.files.picture('1.jpg'), at.files.picture('2.jpg'), at.files.picture('3.jpg')]
    const options = { idempotencyKey: 'k' }
    const path = '/v1.0/:id/threads'
    at.faults.add({ fault: 'status', status: 500, method: 'POST', path, nth: 3 })
    await expect(at.ada.post({ media }, options)).rejects.toThrow(PlatformError)
    await at.makeClient().accountOf('threads', at.ada.id).post({ media }, options)
    // The requests are: three items, one item that failed, and the parent.
    expect(at.forms()).toHaveLength(5)
    expect(at.out()).toHaveLength(1)
  })

  it('before the publish resumes with the existing container', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    at.faults.add({ ...STATUS, ...refusal(400, 4) })
    expect(await at.post()).toBeInstanceOf(RateLimitError)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.forms()).toHaveLength(1)
    expect(at.out()).toHaveLength(1)
  })
})

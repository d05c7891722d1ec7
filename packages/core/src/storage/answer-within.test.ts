import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import { InstantClock } from '../tokens/__fixtures__/a-keeper.js'
import { answerWithin } from './answer-within.js'

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('an answer', () => {
  it('that arrives in time is returned, and leaves no timer', async () => {
    const clock = new InstantClock()
    const answer = Promise.withResolvers<number>()
    const late: number[] = []
    const waiting = answerWithin(answer.promise, { clock, what: 'it', onLate: (value) => late.push(value) })
    clock.advance(14)
    answer.resolve(7)

    expect(await waiting).toBe(7)
    expect(clock.limits).toBe(0)
    // A time limit is marked with `isLimit`, so the test clock does not record it as a wait that it ends
    // immediately.
    expect(clock.waits).toEqual([])
    expect(late).toEqual([])
  })

  it('does not time out with a clock without waits, for any limit', async () => {
    const clock = new InstantClock()
    const answer = Promise.withResolvers<number>()
    const waiting = answerWithin(answer.promise, { clock, what: 'it', seconds: 1 })
    await pause()
    answer.resolve(7)

    expect(await waiting).toBe(7)
    expect(clock.waits).toEqual([])
  })

  it('that fails in time rejects unchanged', async () => {
    const clock = new InstantClock()
    const error = new Error('away')

    expect(await failure(answerWithin(Promise.reject(error), { clock, what: 'it' }))).toBe(error)
    expect(clock.limits).toBe(0)
  })

  it('that does not arrive is reported by name; a late result is passed to onLate', async () => {
    const clock = new InstantClock()
    const answer = Promise.withResolvers<number>()
    const late: number[] = []
    const onLate = (value: number): void => void late.push(value)
    const waiting = failure(
      answerWithin(answer.promise, { clock, what: 'it', seconds: 3, platform: 'x', onLate }),
    )
    clock.advance(3)

    expect(await waiting).toMatchObject({
      name: 'NetworkError',
      message: expect.stringContaining('it did not respond within 3 seconds'),
      platform: 'x',
      timedOut: true,
      delivery: 'NOT_SENT',
    })
    answer.resolve(7)
    await pause()
    expect(late).toEqual([7])
  })

  it.each(['resolve', 'reject'] as const)('that arrives late without onLate is ignored: %s', async (how) => {
    const clock = new InstantClock()
    const answer = Promise.withResolvers<unknown>()
    const waiting = failure(answerWithin(answer.promise, { clock, what: 'it' }))
    clock.advance(15)
    expect(await waiting).toMatchObject({ platform: null })
    answer[how](new Error('late'))
    await pause()

    expect(clock.limits).toBe(0)
  })

  it('is not awaited after an abort, before or during the wait', async () => {
    const clock = new InstantClock()
    const controller = new AbortController()
    const { signal } = controller
    const late: number[] = []
    const answer = Promise.withResolvers<number>()
    const limits = { clock, what: 'it', signal, onLate: (value: number) => late.push(value) }
    const waiting = failure(answerWithin(answer.promise, limits))
    controller.abort('enough')

    expect(await waiting).toBe('enough')
    expect(await failure(answerWithin(answer.promise, limits))).toBe('enough')
    expect(clock.limits).toBe(0)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    answer.resolve(7)
    await pause()
    expect(late).toEqual([7, 7])
  })
})

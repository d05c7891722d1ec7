import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import { NetworkError } from '../errors/index.js'
import { SingleFlight, untilAborted } from './single-flight.js'

/** Makes a flight whose work the test ends, and counts the calls of `onEnd`. */
function aFlight() {
  const work = Promise.withResolvers<string>()
  let ends = 0
  const flight = new SingleFlight<string>(
    () => work.promise,
    () => void (ends += 1),
  )
  return { flight, land: work.resolve, crash: work.reject, ends: () => ends }
}

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

describe('a flight', () => {
  it('returns the same result to all callers, and calls onEnd once', async () => {
    const { flight, land, ends } = aFlight()
    const all = [flight.join(), flight.join(new AbortController().signal)]
    expect(ends()).toBe(0)
    land('there')

    expect(await Promise.all(all)).toEqual(['there', 'there'])
    expect(ends()).toBe(1)
  })

  it('rejects the first caller with the error, and all others with a copy', async () => {
    const { flight, crash } = aFlight()
    const error = new NetworkError('the line was cut')
    const all = [flight.join(), flight.join(), flight.join(new AbortController().signal)].map(failure)
    crash(error)
    const [first, second, third] = await Promise.all(all)

    expect(first).toBe(error)
    expect(new Set([first, second, third]).size).toBe(3)
    for (const copy of [second, third]) expect(copy).toEqual(error)
  })

  it('causes no unhandled rejection when it fails without callers', async () => {
    const { crash, ends } = aFlight()
    crash(new Error('nobody is there'))
    await new Promise((resolve) => setImmediate(resolve))

    expect(ends()).toBe(1)
  })

  it('is aborted when the last caller aborts, not before', async () => {
    const { flight, ends } = aFlight()
    const [one, two] = [new AbortController(), new AbortController()]
    const waiting = [failure(flight.join(one.signal)), failure(flight.join(two.signal))]
    one.abort('first')
    expect(await waiting[0]).toBe('first')
    expect(flight.signal.aborted).toBe(false)
    expect(ends()).toBe(0)
    two.abort('second')
    expect(await waiting[1]).toBe('second')

    expect(flight.signal.aborted).toBe(true)
    expect(flight.signal.reason).toBe('second')
    expect(ends()).toBe(1)
    expect(() => flight.commit()).toThrow('second')
  })

  it('continues after commit, even if callers abort', async () => {
    const { flight, land, ends } = aFlight()
    const controller = new AbortController()
    flight.commit()
    const waiting = failure(flight.join(controller.signal))
    controller.abort('enough')
    expect(await waiting).toBe('enough')

    expect(flight.signal.aborted).toBe(false)
    expect(ends()).toBe(0)
    land('there')
    expect(await flight.join()).toBe('there')
  })

  it('is not aborted after its result, even if a signal is aborted later', async () => {
    const { flight, land } = aFlight()
    const controller = new AbortController()
    const waiting = flight.join(controller.signal)
    land('there')
    await waiting
    controller.abort()

    expect(flight.signal.aborted).toBe(false)
  })
})

describe('waiting until a signal is aborted', () => {
  it('rejects immediately if it is already aborted', async () => {
    expect(await failure(untilAborted(new Promise(() => {}), AbortSignal.abort('before')))).toBe('before')
  })

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1)

    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

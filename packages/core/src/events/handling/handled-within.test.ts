import { getEventListeners } from 'node:events'

import { beforeEach, describe, expect, it } from 'vitest'

import { NetworkError } from '../../errors/index.js'
import { ManualClock } from '../__fixtures__/manual-clock.js'
import { handledWithin, workWithin } from './handled-within.js'

let clock: ManualClock
let stop: AbortController

beforeEach(() => {
  clock = new ManualClock()
  stop = new AbortController()
})

const never = () => new Promise<never>(() => {})
const limit = () => ({ clock, seconds: 30, who: 'markers.load' })

/** Creates work that never ends and records the signals that it received. */
function hanging() {
  const signals: AbortSignal[] = []
  const work = (signal: AbortSignal) => {
    signals.push(signal)
    return never()
  }
  return { work, signals }
}

const failing = () => Promise.reject(new Error('failed'))

describe('an awaited result', () => {
  it.each([
    ['a value', 'here'],
    ['a promise of it', Promise.resolve('here')],
  ])('is returned, and leaves no alarm: %s', async (_what, pending) => {
    expect(await handledWithin(pending, limit())).toBe('here')
    expect(clock.sleeping).toBe(0)
  })

  it('that is an error is rethrown, and leaves no alarm', async () => {
    const failure = new Error('the store is down')
    await expect(handledWithin(Promise.reject(failure), limit())).rejects.toBe(failure)
    expect(clock.sleeping).toBe(0)
  })

  it('is awaited until the timeout, and the error names the operation', async () => {
    const error = handledWithin(never(), limit()).catch((thrown: unknown) => thrown)
    await clock.advance(29)
    expect(clock.sleeping).toBe(1)
    await clock.advance(1)
    expect(await error).toBeInstanceOf(NetworkError)
    expect(await error).toMatchObject({ timedOut: true })
    expect(String(await error)).toContain('markers.load did not end within 30 seconds')
  })
})

describe('work', () => {
  it('is aborted at the timeout', async () => {
    const { work, signals } = hanging()
    const error = workWithin(work, { ...limit(), signal: stop.signal }).catch((thrown: unknown) => thrown)
    await clock.advance(30)
    expect(await error).toMatchObject({ timedOut: true })
    expect(signals[0]?.reason).toBe(await error)
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('that is aborted receives the reason, and is still awaited', async () => {
    const reason = new Error('enough')
    const ended = Promise.withResolvers<string>()
    const signals: AbortSignal[] = []
    const work = workWithin(
      (signal) => {
        signals.push(signal)
        return ended.promise
      },
      { ...limit(), signal: stop.signal },
    )
    stop.abort(reason)
    expect(signals[0]?.reason).toBe(reason)
    ended.resolve('ended in good order')
    expect(await work).toBe('ended in good order')
    expect(clock.sleeping).toBe(0)
  })

  it('starts with an aborted signal if the caller has already aborted', async () => {
    const reason = new Error('enough')
    stop.abort(reason)
    await workWithin(
      (signal) => {
        expect(signal.reason).toBe(reason)
      },
      { ...limit(), signal: stop.signal },
    )
  })

  it('leaves no listener on the caller’s signal, after any end', async () => {
    await workWithin(() => 'done', { ...limit(), signal: stop.signal })
    await expect(workWithin(failing, { ...limit(), signal: stop.signal })).rejects.toThrow('failed')
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'

import type { ClaimResult, SeenUpdates } from '../../contract/index.js'
import { ConfigError, NetworkError } from '../../errors/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { never } from '../__fixtures__/careless.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { Dispatcher, type DispatcherOptions } from './dispatcher.js'
import type { HandlerContext } from './handler-run.js'
import { InMemorySeenUpdates } from './in-memory-seen.js'

const done = () => Promise.resolve()

/** Creates a store that records its calls. `changes` replaces methods. */
function aStore(changes: Partial<SeenUpdates> = {}) {
  const asked: string[] = []
  const store: SeenUpdates = {
    claim: (): Promise<ClaimResult> => Promise.resolve({ state: 'CLAIMED', claim: '1' }),
    extend: done,
    confirm: done,
    release: done,
    ...changes,
  }
  const seen: SeenUpdates = {
    claim: (...args) => (asked.push('claim'), store.claim(...args)),
    extend: (...args) => (asked.push('extend'), store.extend(...args)),
    confirm: (...args) => (asked.push('confirm'), store.confirm(...args)),
    release: (...args) => (asked.push('release'), store.release(...args)),
  }
  return { asked, seen }
}

function aDispatcher(changes: Partial<SeenUpdates> = {}, options: DispatcherOptions = {}) {
  const clock = new ManualClock()
  const { asked, seen } = aStore(changes)
  const dispatcher = new Dispatcher({ seen, clock, leaseSeconds: 60, ...options })
  const deliver = () => dispatcher.deliver(anUpdate()).catch((error: unknown) => error)
  return { clock, asked, dispatcher, deliver }
}

describe('A claim that cannot be extended', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['throws text', () => Promise.reject('gone')],
    [
      'throws synchronously',
      () => {
        throw undefined
      },
    ],
    ['hangs', never],
  ])(
    'is lost if its extension %s until the end of the lease: not confirmed, no further handler',
    async (_, extend) => {
      const { clock, asked, dispatcher, deliver } = aDispatcher({ extend })
      const gate = Promise.withResolvers<void>()
      const signals: AbortSignal[] = []
      const ran: string[] = []
      dispatcher.onAny((_update, { signal }) => {
        signals.push(signal)
        return gate.promise
      })
      dispatcher.onAny(() => void ran.push('second'))
      const delivery = deliver()
      await clock.advance(59)
      expect(signals[0]?.aborted).toBe(false)
      await clock.advance(21)
      expect(signals[0]?.aborted).toBe(true)
      gate.resolve()
      const error = await delivery
      expect(error).toBeInstanceOf(AggregateError)
      expect(String(error)).toContain('The claim on the COMMENT_CREATED update update-1 of fake was lost')
      expect(ran).toEqual([])
      expect(asked.filter((what) => what !== 'extend')).toEqual(['claim'])
      await clock.advance(60)
      expect(clock.sleeping).toBe(0)
    },
  )

  it('is lost even if its last handler was already running, or failed', async () => {
    for (const fails of [false, true]) {
      const { clock, asked, dispatcher, deliver } = aDispatcher({
        extend: () => Promise.reject(new Error('gone')),
      })
      const gate = Promise.withResolvers<void>()
      dispatcher.onAny(() => gate.promise)
      const delivery = deliver()
      await clock.advance(80)
      if (fails) gate.reject(new Error('boom'))
      else gate.resolve()
      expect(await delivery).toBeInstanceOf(AggregateError)
      expect(asked.filter((what) => what !== 'extend')).toEqual(['claim'])
    }
  })

  it('survives a single failure of the store', async () => {
    let extensions = 0
    const extend = () => ((extensions += 1) === 1 ? Promise.reject(new Error('down')) : done())
    const { clock, asked, dispatcher, deliver } = aDispatcher({ extend })
    dispatcher.onAny(() => clock.sleep(130))
    const delivery = deliver()
    await clock.advance(130)
    expect(await delivery).toBeUndefined()
    expect(asked).toEqual(['claim', ...Array.from({ length: 6 }, () => 'extend'), 'confirm'])
  })

  it('is extended again after the event loop was blocked for longer than the lease', async () => {
    for (const [extend, expected] of [
      [done, ['claim', 'extend', 'confirm']],
      [() => Promise.reject(new Error('gone')), ['claim', 'extend']],
    ] as const) {
      const { clock, asked, dispatcher, deliver } = aDispatcher({ extend })
      dispatcher.onAny(() => clock.stall(60))
      const error = await deliver()
      expect(asked).toEqual(expected)
      expect(error instanceof AggregateError).toBe(expected.length === 2)
    }
  })

  it('is lost before a handler runs when the machine was suspended for longer than the lease', async () => {
    const claim = Promise.withResolvers<ClaimResult>()
    const { clock, asked, dispatcher, deliver } = aDispatcher({ claim: () => claim.promise })
    const ran: string[] = []
    dispatcher.onAny(() => void ran.push('first'))
    const delivery = deliver()
    clock.step(60)
    claim.resolve({ state: 'CLAIMED', claim: '1' })
    expect(await delivery).toBeInstanceOf(AggregateError)
    expect([ran, asked[0]]).toEqual([[], 'claim'])
  })

  it('is lost between two handlers when the machine was suspended meanwhile', async () => {
    const { clock, dispatcher, deliver } = aDispatcher()
    const ran: string[] = []
    dispatcher.onAny(() => {
      ran.push('first')
      clock.step(60)
    })
    dispatcher.onAny(() => void ran.push('second'))
    expect(await deliver()).toBeInstanceOf(AggregateError)
    expect(ran).toEqual(['first'])
  })

  it('is not confirmed over another worker that took it', async () => {
    const clock = new ManualClock()
    const memory = new InMemorySeenUpdates({ clock })
    const seen = {
      claim: memory.claim.bind(memory),
      extend: () => Promise.reject(new Error('cut off')),
      confirm: memory.confirm.bind(memory),
      release: memory.release.bind(memory),
    }
    const gate = Promise.withResolvers<void>()
    const slow = new Dispatcher({ seen, clock })
    slow.onAny(() => gate.promise)
    const first = slow.deliver(anUpdate()).catch((error: unknown) => error)
    await clock.advance(61)
    const other = new Dispatcher({ seen: memory, clock })
    const otherGate = Promise.withResolvers<void>()
    let handled = 0
    other.onAny(() => {
      handled += 1
      return otherGate.promise
    })
    const second = other.deliver(anUpdate()).catch((error: unknown) => error)
    await runReady()
    gate.resolve()
    expect(await first).toBeInstanceOf(AggregateError)
    otherGate.reject(new Error('boom'))
    await second
    // Both workers failed to handle the update, so the next delivery runs the handler again.
    await other.deliver(anUpdate()).catch(() => undefined)
    expect(handled).toBe(2)
  })
})

describe('A store that does not respond', () => {
  it.each(['claim', 'confirm', 'release'] as const)(
    'is awaited no longer than a lease: %s',
    async (method) => {
      const { clock, dispatcher, deliver } = aDispatcher({ [method]: never })
      dispatcher.onAny(() => {
        if (method === 'release') throw new Error('boom')
      })
      const delivery = deliver()
      await clock.advance(59)
      expect(clock.sleeping).toBe(1)
      await clock.advance(1)
      const error = await delivery
      const cause: unknown = error instanceof AggregateError ? error.errors[1] : error
      expect(cause).toBeInstanceOf(NetworkError)
      expect(String(cause)).toContain(`seenUpdates.${method} did not end within 60 seconds`)
      expect(clock.sleeping).toBe(0)
    },
  )

  it('releases a claim that arrived too late', async () => {
    const late = Promise.withResolvers<ClaimResult>()
    const { clock, asked, deliver } = aDispatcher({ claim: () => late.promise })
    const delivery = deliver()
    await clock.advance(60)
    expect(await delivery).toBeInstanceOf(NetworkError)
    late.resolve({ state: 'CLAIMED', claim: 'late' })
    await runReady()
    expect(asked).toEqual(['claim', 'release'])
  })

  it('needs no release if it responds too late without a claim', async () => {
    const late = Promise.withResolvers<ClaimResult>()
    const { clock, asked, deliver } = aDispatcher({ claim: () => late.promise })
    const delivery = deliver()
    await clock.advance(60)
    await delivery
    late.resolve({ state: 'BUSY' })
    await runReady()
    expect(asked).toEqual(['claim'])
  })

  it.each([
    undefined,
    null,
    'CLAIMED',
    {},
    { state: 'FREE' },
    { state: 'CLAIMED' },
    { state: 'CLAIMED', claim: 7 },
  ])('is refused if it returns %j', async (answer) => {
    const { dispatcher, deliver, clock } = aDispatcher({ claim: () => Promise.resolve(answer as never) })
    dispatcher.onAny(() => expect.unreachable('nothing was claimed'))
    const error = await deliver()
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toContain('it must be SEEN, BUSY, or CLAIMED with a claim')
    expect(clock.sleeping).toBe(0)
  })

  it('may throw synchronously', async () => {
    const { dispatcher, deliver } = aDispatcher({
      confirm: () => {
        throw new Error('down')
      },
    })
    dispatcher.onAny(() => {})
    expect(await deliver()).toMatchObject({ code: 'PORT', cause: new Error('down') })
  })
})

describe('A handler that hangs', () => {
  it('counts as failed after its timeout, is aborted, and does not prevent the others from running', async () => {
    const { clock, asked, dispatcher, deliver } = aDispatcher({}, { handlerSeconds: 100 })
    const signals: AbortSignal[] = []
    const gate = Promise.withResolvers<void>()
    dispatcher.onAny((_, { signal }) => {
      signals.push(signal)
      return gate.promise
    })
    dispatcher.onAny((_, { signal }) => void signals.push(signal))
    const delivery = deliver()
    await clock.advance(100)
    const error = await delivery
    expect(error).toBeInstanceOf(AggregateError)
    const { errors } = error as AggregateError // seen above
    expect(errors).toEqual([expect.any(NetworkError)])
    expect(String(errors[0])).toContain('A handler of COMMENT_CREATED did not end within 100 seconds')
    expect(signals[0]?.reason).toBe(errors[0])
    expect(signals[1]?.aborted).toBe(false)
    expect(asked.at(-1)).toBe('release')
    gate.reject(new Error('late'))
    await runReady()
    expect(clock.sleeping).toBe(0)
  })

  it('has an aborted signal after the timeout even if it reads the signal only then', async () => {
    const { clock, dispatcher, deliver } = aDispatcher({}, { handlerSeconds: 100 })
    const contexts: HandlerContext[] = []
    dispatcher.onAny((_, context) => {
      contexts.push(context)
      return never()
    })
    const delivery = deliver()
    await clock.advance(100)
    await delivery
    expect(contexts[0]?.signal.reason).toBeInstanceOf(NetworkError)
    expect(contexts[0]?.signal).toBe(contexts[0]?.signal)
  })

  it('has an aborted signal after the caller aborts, at any time', async () => {
    const { dispatcher } = aDispatcher()
    const stop = new AbortController()
    dispatcher.onAny((_, { signal }) => {
      expect(signal.aborted).toBe(false)
      stop.abort(new Error('shutting down'))
      expect(signal.reason).toEqual(new Error('shutting down'))
    })
    dispatcher.onAny(() => expect.unreachable('it was stopped'))
    await expect(dispatcher.deliver(anUpdate(), { signal: stop.signal })).rejects.toThrow('shutting down')
  })

  it('may throw any value', async () => {
    for (const thrown of ['text', undefined, null]) {
      const { dispatcher, deliver } = aDispatcher()
      dispatcher.onAny(() => Promise.reject(thrown))
      dispatcher.onAny(() => {
        throw thrown
      })
      expect(await deliver()).toMatchObject({ errors: [thrown, thrown] })
    }
  })

  it('must be a function, and requires a positive timeout', () => {
    expect(() => new Dispatcher().onAny('text' as never)).toThrow(ConfigError)
    for (const handlerSeconds of [0, -1, Number.NaN, Infinity])
      expect(() => new Dispatcher({ handlerSeconds })).toThrow(ConfigError)
    expect(() => new Dispatcher({ leaseSeconds: Infinity })).toThrow(ConfigError)
  })
})

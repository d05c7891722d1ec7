import { setImmediate as nextTurn } from 'node:timers/promises'

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import type { Clock, SpendingCounter } from '../contract/index.js'
import { NetworkError, RateLimitError, SpendingLimitError, whatNext } from '../errors/index.js'
import { aBench, QuickClock, type Scripted } from '../http/__fixtures__/engine.js'
import type { RequestOptions } from '../http/types.js'
import { InMemorySpendingCounter } from './in-memory-counter.js'
import { SpendingGuard } from './spending-guard.js'

const LIMIT = { units: 100, perSeconds: 600 }
const COST = { units: 40, bucket: 'units' }

/** Creates a counter whose `reserve` returns an invalid result. */
const broken = (reserve: () => unknown): SpendingCounter => ({
  reserve: reserve as SpendingCounter['reserve'], // wrong type on purpose
  giveBack: () => Promise.resolve(),
  spent: () => Promise.resolve(0),
})

/** Creates a test engine with a limit of 100 units in ten minutes. */
function aGuardedBench(script: readonly Scripted[], counter?: SpendingCounter) {
  const clock = new QuickClock()
  const warnings: string[] = []
  const counts = counter ?? new InMemorySpendingCounter({ clock })
  const guard = new SpendingGuard({
    counter: counts,
    limits: { x: { units: LIMIT } },
    // With this clock, calls of the counter never time out.
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: () => new Promise(() => {}),
    },
    warn: (_platform, message) => warnings.push(message),
  })
  const bench = aBench(script, { engine: { spending: guard, clock } })
  const ask = (options: RequestOptions = {}) => bench.http.get('/a', v.unknown(), { cost: COST, ...options })
  return { ...bench, guard, ask, clock, counts, warnings }
}

describe('a spending guard', () => {
  it('refuses a request above the limit before it is sent, and reports when it fits', async () => {
    const { ask, transport, guard } = aGuardedBench([{}])
    await ask()
    await ask()
    const refused = await ask().catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(SpendingLimitError)
    expect(refused).toBeInstanceOf(RateLimitError)
    expect(refused).toMatchObject({
      code: 'SPENDING_LIMIT',
      platform: 'x',
      bucket: 'units',
      units: 40,
      freeAt: new Date('2026-01-01T00:10:10Z'),
      retryAfter: 610,
      passesSoon: false,
      message:
        'The request to x may cost 40 units, and too many of the 100 allowed in 600 seconds are spent. Nothing was sent. Try again in 610 seconds, at 2026-01-01T00:10:10.000Z, or raise spending.limits.x.units.',
    })
    expect(whatNext(refused)).toMatchObject({ todo: 'RETRY', afterSeconds: 610, status: 429 })
    expect(transport.requests).toHaveLength(2)
    expect(await guard.states()).toEqual([
      { platform: 'x', bucket: 'units', spent: 80, left: 20, limit: LIMIT },
    ])
  })

  it('allows requests in a bucket without a limit', async () => {
    const { ask, transport } = aGuardedBench([{}])
    for (const cost of [
      { units: 1000, bucket: 'others' },
      { units: 0, bucket: 'units' },
    ])
      await ask({ cost })
    expect(transport.requests).toHaveLength(2)
  })

  it('allows one request to spend the whole limit', async () => {
    const { ask, guard } = aGuardedBench([{}])
    await ask({ cost: { ...COST, units: 100 } })
    expect(await guard.states()).toMatchObject([{ spent: 100, left: 0 }])
  })

  it('reports that a limit can never cover a request', async () => {
    const { ask } = aGuardedBench([{}])
    const refused = await ask({ cost: { units: 101, bucket: 'units' } }).catch((error: unknown) => error)

    expect(refused).toMatchObject({ code: 'SPENDING_LIMIT', freeAt: null, retryAfter: null })
    expect(whatNext(refused).todo).toBe('GIVE_UP')
  })

  it('counts each attempt that was sent, and no other', async () => {
    const unsent = new NetworkError('unsent', { delivery: 'NOT_SENT' })
    const lost = new NetworkError('lost', { delivery: 'UNKNOWN' })
    const counts: number[] = []
    for (const script of [
      [unsent, {}],
      [lost, {}],
      [{ status: 500 }, {}],
      [unsent, unsent, unsent, unsent],
    ]) {
      const { ask, guard } = aGuardedBench(script)
      await ask().catch(() => {})
      counts.push((await guard.states())[0]?.spent ?? -1)
    }

    expect(counts).toEqual([40, 80, 80, 0])
  })

  it('gives back units that the response did not bill, and never more than were reserved', async () => {
    for (const [billed, spent] of [
      [() => 5, 5],
      [() => 0, 0],
      [() => 9999, 40],
      [() => -7, 0],
      [({ body }: { readonly body: unknown }) => (Array.isArray(body) ? body.length : 1), 3],
    ] as const) {
      const { ask, guard, engine } = aGuardedBench([{ body: [1, 2, 3] }])
      await ask({ cost: { ...COST, billed } })
      expect((await guard.states())[0]?.spent).toBe(spent)
      expect(engine.usage('x:1')).toEqual(spent === 0 ? {} : { units: spent })
    }
  })

  it('reserves units for a refused attempt too, and repeats it only within the limit', async () => {
    const { ask, guard, transport } = aGuardedBench([{ status: 500 }])
    await expect(ask()).rejects.toBeInstanceOf(SpendingLimitError)

    expect(transport.requests).toHaveLength(2)
    expect((await guard.states())[0]?.spent).toBe(80)
  })

  it('sends nothing when the counter fails or returns an invalid result', async () => {
    for (const [counter, message] of [
      [broken(() => Promise.reject(new Error('the disk is full'))), 'the disk is full'],
      [
        broken(() => {
          throw new Error('not now')
        }),
        'not now',
      ],
      [
        broken(() => Promise.reject(new Error('')).catch(() => undefined)),
        'spendingCounter.reserve must return',
      ],
      [broken(() => Promise.resolve({ ok: true })), 'spendingCounter.reserve must return'],
      [broken(() => Promise.resolve({ ok: false, freeAt: 'soon' })), 'spendingCounter.reserve must return'],
    ] as const) {
      const { ask, transport } = aGuardedBench([{}], counter)
      await expect(ask()).rejects.toThrow(message)
      expect(transport.requests).toEqual([])
    }
  })

  it('warns when giving back fails, and returns the response', async () => {
    const counter = new InMemorySpendingCounter()
    counter.giveBack = () => Promise.reject(new Error('gone'))
    const { ask, warnings } = aGuardedBench([{ body: { ok: true } }], counter)

    expect(await ask({ cost: { ...COST, billed: () => 0 } })).toEqual({ ok: true })
    expect(warnings).toEqual([
      'Unused units could not be released, and still count as spent: spendingCounter.giveBack failed: gone',
    ])
  })

  it('gives back units that were reserved too late', async () => {
    const counter = new InMemorySpendingCounter()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const reserve = counter.reserve.bind(counter)
    counter.reserve = async (...args) => {
      const kept = await reserve(...args)
      await held
      return kept
    }
    const stop = new AbortController()
    const { ask, transport } = aGuardedBench([{}], counter)
    const asking = ask({ signal: stop.signal })
    const reason = new Error('stopped')
    stop.abort(reason)

    await expect(asking).rejects.toBe(reason)
    release()
    await nextTurn()
    expect(await counter.spent('x/units', 600)).toBe(0)
    expect(transport.requests).toEqual([])
  })
})

/** Creates a clock whose sleeps never end, so that calls of a counter never time out. */
const patient = (): Clock => ({
  now: () => new Date(0),
  monotonic: () => 0,
  sleep: () => new Promise(() => {}),
})

describe('the spending states', () => {
  it.each([undefined, null, '5', -1, Number.NaN])(
    'are not computed from an invalid result of a counter: %s',
    async (spent) => {
      const guard = new SpendingGuard({
        counter: { ...broken(() => null), spent: () => Promise.resolve(spent as number) }, // wrong type on purpose
        limits: { x: { units: LIMIT } },
        clock: patient(),
        warn: () => {},
      })
      await expect(guard.states()).rejects.toThrow('a number, 0 or more')
    },
  )

  it('never contain negative remaining units', async () => {
    const guard = new SpendingGuard({
      counter: { ...broken(() => null), spent: () => Promise.resolve(130) },
      limits: { x: { units: LIMIT } },
      clock: patient(),
      warn: () => {},
    })
    expect(await guard.states()).toEqual([
      { platform: 'x', bucket: 'units', spent: 130, left: 0, limit: LIMIT },
    ])
  })

  it('are not needed for requests without a cost', () => {
    const guard = new SpendingGuard({
      counter: broken(() => Promise.reject(new Error('was asked'))),
      limits: { x: { units: LIMIT } },
      clock: patient(),
      warn: () => {},
    })
    const { signal } = new AbortController()
    expect(guard.reserve('x', { units: 0, bucket: 'units' }, signal)).toBeNull()
    expect(guard.reserve('x', { units: 1, bucket: 'others' }, signal)).toBeNull()
    expect(guard.reserve('y', { units: 1, bucket: 'units' }, signal)).toBeNull()
  })
})

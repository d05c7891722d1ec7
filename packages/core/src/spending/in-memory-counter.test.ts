import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { QuickClock } from '../http/__fixtures__/engine.js'
import { InMemorySpendingCounter } from './in-memory-counter.js'

const LIMIT = { units: 100, perSeconds: 600 }

function aCounter() {
  const clock = new QuickClock()
  return { clock, counter: new InMemorySpendingCounter({ clock }) }
}

describe('InMemorySpendingCounter', () => {
  it('reserves units up to the limit, and reports when more units fit', async () => {
    const { clock, counter } = aCounter()
    expect(await counter.reserve('a', 60, LIMIT)).toMatchObject({ ok: true })
    clock.pass(300)
    expect(await counter.reserve('a', 40, LIMIT)).toMatchObject({ ok: true })

    // The first units were reserved in a slot of 10 seconds that ends at 00:00:10. They count until
    // 600 seconds after that.
    expect(await counter.reserve('a', 60, LIMIT)).toEqual({
      ok: false,
      freeAt: new Date('2026-01-01T00:10:10Z'),
    })
    expect(await counter.reserve('a', 61, LIMIT)).toEqual({
      ok: false,
      freeAt: new Date('2026-01-01T00:15:10Z'),
    })
    clock.pass(309)
    expect(await counter.reserve('a', 1, LIMIT)).toMatchObject({ ok: false })
    clock.pass(1)
    expect(await counter.reserve('a', 60, LIMIT)).toMatchObject({ ok: true })
    expect(await counter.spent('a', 600)).toBe(100)
  })

  it('separates buckets, and gives back unspent units', async () => {
    const { counter } = aCounter()
    const kept = await counter.reserve('a', 100, LIMIT)
    expect(await counter.reserve('b', 100, LIMIT)).toMatchObject({ ok: true })
    await counter.giveBack('a', 70, kept.ok ? kept.reservation : '')
    await counter.giveBack('c', 70, '0')

    expect([await counter.spent('a', 600), await counter.spent('b', 600)]).toEqual([30, 100])
  })

  it('gives back units in their own slot, so that newer spending still counts', async () => {
    const { clock, counter } = aCounter()
    const first = await counter.reserve('a', 50, LIMIT)
    clock.pass(300)
    await counter.reserve('a', 50, LIMIT)
    await counter.giveBack('a', 50, first.ok ? first.reservation : '')
    clock.pass(320)

    expect(await counter.spent('a', 600)).toBe(50)
  })

  it.each([
    [5, 10, '0'],
    ['a', '10', '0'],
    ['a', 10, null],
  ])('refuses invalid arguments of giveBack: %j, %j, %j', async (bucket, units, reservation) => {
    const { counter } = aCounter()
    const given = counter.giveBack(bucket as string, units as number, reservation as string) // wrong type on purpose: JavaScript applications may pass any value
    await expect(given).rejects.toThrow(ConfigError)
  })

  it('counts all spent units when the clock is set back', async () => {
    const { clock, counter } = aCounter()
    clock.pass(100_000)
    await counter.reserve('a', 40, LIMIT)
    clock.pass(-50_000)

    expect(await counter.spent('a', 600)).toBe(40)
  })

  it('keeps counting when the clock is set back, but not forever', async () => {
    const { clock, counter } = aCounter()
    clock.pass(100_000)
    await counter.reserve('a', 100, LIMIT)
    clock.pass(-90_000)
    expect(await counter.reserve('a', 1, LIMIT)).toMatchObject({ ok: false })
    clock.pass(620)

    expect(await counter.reserve('a', 100, LIMIT)).toMatchObject({ ok: true })
  })
})

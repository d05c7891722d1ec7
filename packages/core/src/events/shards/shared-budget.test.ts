import { afterEach, describe, expect, it } from 'vitest'

import { InMemorySpendingCounter } from '../../spending/index.js'
import { House, seeded } from './__fixtures__/workers.js'
import { SharedBudget } from './shared-budget.js'

const opened: House[] = []
afterEach(async () => {
  for (const house of opened.splice(0)) await house.close()
})

function aHouse(connections: number): House {
  const house = new House(connections)
  opened.push(house)
  return house
}

/** Returns the maximum number of polls in any period of this many seconds. */
function maxIn(moments: readonly number[], seconds: number): number {
  const counts = moments.map((from) => moments.filter((at) => at >= from && at < from + seconds).length)
  return Math.max(...counts)
}

describe('the budget of all workers', () => {
  it('is shared, and spent evenly', async () => {
    const house = aHouse(100)
    const counter = new InMemorySpendingCounter({ clock: house.clock })
    const budget = { counter, units: 200, perSeconds: 200 }
    for (let worker = 0; worker < 3; worker += 1) house.join({ budget, everySeconds: 20 })
    await house.clock.advance(600)
    const moments = house.polls.map(({ from }) => from)

    expect(moments.length).toBeGreaterThan(250)
    expect(maxIn(moments, 200)).toBeLessThanOrEqual(200)
    expect(maxIn(moments, 20)).toBeLessThanOrEqual(20)
    const polled = new Set(house.polls.map(({ id }) => id))
    expect(polled.size).toBe(100)
  })

  it('counts the cost of a poll', async () => {
    const house = aHouse(20)
    const counter = new InMemorySpendingCounter({ clock: house.clock })
    house.join({ budget: { counter, units: 40, perSeconds: 100 }, connectionOptions: () => ({ cost: 10 }) })
    await house.clock.advance(300)
    const moments = house.polls.map(({ from }) => from)
    expect(maxIn(moments, 100)).toBe(4)
    expect(moments.length).toBeGreaterThanOrEqual(8)
  })

  it('is reserved one part at a time, and unspent units are given back', async () => {
    const house = aHouse(0)
    const { clock } = house
    const counter = new InMemorySpendingCounter({ clock })
    let asked = 0
    const counting = {
      reserve: (...call: Parameters<typeof counter.reserve>) => {
        asked += 1
        return counter.reserve(...call)
      },
      giveBack: (...call: Parameters<typeof counter.giveBack>) => counter.giveBack(...call),
      spent: (...call: Parameters<typeof counter.spent>) => counter.spent(...call),
    }
    const budget = new SharedBudget(
      { counter: counting, units: 10_000, perSeconds: 1000 },
      { name: 'test', clock, random: seeded(1) },
    )
    await Promise.all(Array.from({ length: 10 }, () => budget.spend(1)))
    expect(asked).toBe(1)
    expect(await counter.spent('polling:test', 105)).toBe(10)
    await clock.advance(6)
    await budget.spend(1)
    expect(asked).toBe(2)
    await budget.giveBack()
    expect(await counter.spent('polling:test', 105)).toBe(11)
  })

  it('refuses invalid values', async () => {
    const house = aHouse(1)
    const counter = new InMemorySpendingCounter({ clock: house.clock })
    expect(() => house.join({ budget: { counter, units: 0, perSeconds: 1 } })).toThrow('units above 0')
    expect(() => house.join({ budget: { counter, units: 1, perSeconds: 0.5 } })).toThrow(
      'perSeconds of 1 or more',
    )
    // @ts-expect-error -- a budget requires a counter
    expect(() => house.join({ budget: { units: 1, perSeconds: 1 } })).toThrow(
      'a counter that all workers share',
    )
    const worker = house.join({
      budget: { counter, units: 10, perSeconds: 100 },
      connectionOptions: () => ({ cost: 11 }),
    })
    await house.clock.advance(12)
    expect(String(worker.errors[0])).toContain('A poll of 11 units does not fit into the budget')
  })
})

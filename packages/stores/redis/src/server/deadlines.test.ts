import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { type Bounded, Deadlines } from './deadlines.js'

/** Creates deadlines on a stopped clock, and a function that adds an operation with a deadline. */
function aBench() {
  const clock = new FakeClock()
  const deadlines = new Deadlines(clock)
  const rung: number[] = []
  const until = (end: number): Bounded => {
    const bounded = { end, place: -1, ring: () => void rung.push(end) }
    deadlines.add(bounded)
    return bounded
  }
  return { clock, deadlines, rung, until }
}

describe('the deadlines of running operations', () => {
  it('notify each operation once, at its own deadline', async () => {
    const { clock, rung, until } = aBench()
    for (const end of [5, 2, 9, 2]) until(end)

    await clock.advance(1.9)
    expect(rung).toEqual([])
    await clock.advance(0.1)
    expect(rung).toEqual([2, 2])
    await clock.advance(3)
    expect(rung).toEqual([2, 2, 5])
    await clock.advance(100)
    expect(rung).toEqual([2, 2, 5, 9])
  })

  it('need one timer, for the next deadline', () => {
    const { clock, until } = aBench()
    for (const end of [5, 9, 2, 7]) until(end)

    expect(clock.sleeping).toEqual([2])
  })

  it('leave no timer behind after every operation has ended', () => {
    const { clock, deadlines, until } = aBench()
    const all = [until(5), until(2)]
    for (const one of all) deadlines.remove(one)

    expect(clock.sleeping).toEqual([])
  })

  it('do not notify an operation that ended in time, and still notify the others', async () => {
    const { clock, deadlines, rung, until } = aBench()
    const quick = until(2)
    until(5)
    deadlines.remove(quick)

    await clock.advance(4)
    expect(rung).toEqual([])
    await clock.advance(1)
    expect(rung).toEqual([5])
    expect(clock.sleeping).toEqual([])
  })

  it('still notify an operation that moved to another index in the list', async () => {
    const { clock, deadlines, rung, until } = aBench()
    const [first, second] = [until(3), until(4)]
    until(5)
    deadlines.remove(first)
    deadlines.remove(first)
    deadlines.remove(second)

    await clock.advance(5)
    expect(rung).toEqual([5])
    expect(clock.sleeping).toEqual([])
  })

  it('do not notify an operation that ends as a consequence of another deadline', async () => {
    const { clock, deadlines, rung, until } = aBench()
    const first: Bounded = { end: 2, place: -1, ring: () => deadlines.remove(second) }
    deadlines.add(first)
    const second = until(2)

    await clock.advance(2)
    expect(rung).toEqual([])
    expect(clock.sleeping).toEqual([])
  })

  it('work for operations that start after the list was empty', async () => {
    const { clock, deadlines, rung, until } = aBench()
    deadlines.remove(until(2))
    await clock.advance(3)
    until(10)

    await clock.advance(6.9)
    expect(rung).toEqual([])
    await clock.advance(0.1)
    expect(rung).toEqual([10])
  })
})

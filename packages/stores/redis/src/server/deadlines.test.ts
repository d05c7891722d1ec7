import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { type Bounded, Deadlines } from './deadlines.js'

/** Deadlines on a clock that stands still, and something that is under way until a moment. */
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

describe('the deadlines of what is under way', () => {
  it('tell each when its own time is over, once', async () => {
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

  it('need one alarm, for what ends first', () => {
    const { clock, until } = aBench()
    for (const end of [5, 9, 2, 7]) until(end)

    expect(clock.sleeping).toEqual([2])
  })

  it('leave no alarm behind when everything is answered', () => {
    const { clock, deadlines, until } = aBench()
    const all = [until(5), until(2)]
    for (const one of all) deadlines.remove(one)

    expect(clock.sleeping).toEqual([])
  })

  it('say nothing to what was answered in time, and go on for the others', async () => {
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

  it('keep an eye on whoever moves into the place of one that was answered', async () => {
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

  it('say nothing to what is answered because another one ends', async () => {
    const { clock, deadlines, rung, until } = aBench()
    const first: Bounded = { end: 2, place: -1, ring: () => deadlines.remove(second) }
    deadlines.add(first)
    const second = until(2)

    await clock.advance(2)
    expect(rung).toEqual([])
    expect(clock.sleeping).toEqual([])
  })

  it('are kept for what begins after everything was over', async () => {
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

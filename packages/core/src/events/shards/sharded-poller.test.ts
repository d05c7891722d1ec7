import { afterEach, describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { House, seeded, type Worker } from './__fixtures__/workers.js'

const opened: House[] = []
afterEach(async () => {
  for (const house of opened.splice(0)) await house.close()
})

function aHouse(connections = 60): House {
  const house = new House(connections)
  opened.push(house)
  return house
}

/** Returns the number of shards that each worker holds. */
const sizes = (...workers: readonly Worker[]): number[] =>
  workers.map(({ poller }) => poller.held.length).toSorted((one, other) => one - other)

describe('ShardedPoller', () => {
  it('polls everything as a single worker', async () => {
    const house = aHouse()
    const alone = house.join()
    await house.clock.advance(25)

    expect(sizes(alone)).toEqual([16])
    expect([alone.poller.size, alone.poller.workers]).toEqual([60, 1])
    expect(house.maxGap(1)).toBeLessThan(13)
    expect(house.overlaps).toEqual([])
  })

  it('gives up shards when others join, and takes them back when they leave', async () => {
    const house = aHouse()
    const first = house.join()
    await house.clock.advance(20)
    const second = house.join()
    await house.clock.advance(20)
    expect(sizes(first, second)).toEqual([8, 8])
    const third = house.join()
    await house.clock.advance(30)
    expect(sizes(first, second, third)).toEqual([5, 5, 6])
    expect(new Set([first, second, third].flatMap(({ poller }) => poller.held)).size).toBe(16)

    first.stop()
    expect(await Promise.race([first.over, house.clock.advance(5)])).toEqual(new Error('enough'))
    await house.clock.advance(10)
    expect(sizes(second, third)).toEqual([8, 8])
    expect([second.poller.size + third.poller.size, second.poller.workers]).toEqual([60, 2])
    expect(house.maxGap(1)).toBeLessThan(40)
    expect(house.overlaps).toEqual([])
  })

  it('takes over the shards of a dead worker within a minute', async () => {
    const house = aHouse()
    const [first, second, third] = [house.join(), house.join(), house.join()]
    await house.clock.advance(40)
    second.freezer.freeze()
    await house.clock.advance(45)

    expect(sizes(first, third)).toEqual([8, 8])
    expect(first.poller.workers).toBe(2)
    await house.clock.advance(60)
    expect(house.maxGap(20)).toBeLessThan(60)
    expect(house.overlaps).toEqual([])
  })

  it('starts no poll in a shard that it lost during a suspension, and joins again', async () => {
    const house = aHouse()
    const [first, asleep] = [house.join(), house.join()]
    await house.clock.advance(30)
    expect(sizes(asleep)).toEqual([8])
    asleep.freezer.freeze()
    await house.clock.advance(50)
    expect(sizes(first)).toEqual([16])
    const wokenAt = house.clock.monotonic()
    asleep.freezer.thaw()
    await house.clock.advance(0.5)

    expect(house.polls.filter(({ worker, from }) => worker === asleep && from >= wokenAt)).toEqual([])
    expect(asleep.changes.at(-1)?.lost).toHaveLength(8)
    await house.clock.advance(30)
    expect(sizes(first, asleep)).toEqual([8, 8])
    expect(house.overlaps).toEqual([])
  })

  it('keeps its shards after a suspension shorter than the lease', async () => {
    const house = aHouse()
    const [first, asleep] = [house.join(), house.join()]
    await house.clock.advance(30)
    asleep.freezer.freeze()
    await house.clock.advance(12)
    asleep.freezer.thaw()
    await house.clock.advance(30)

    expect([...first.changes, ...asleep.changes].flatMap(({ lost }) => lost)).toEqual([])
    expect(sizes(first, asleep)).toEqual([8, 8])
  })

  it('stops when the store fails for longer than the lease, and continues when the store is back', async () => {
    const house = aHouse()
    const workers = [house.join(), house.join()]
    await house.clock.advance(30)
    house.trouble = () => 'FAIL'
    await house.clock.advance(15)
    const still = house.polls.length
    await house.clock.advance(4)
    expect(house.polls.length).toBeGreaterThan(still)
    await house.clock.advance(6)
    const stopped = house.polls.length
    await house.clock.advance(60)
    expect(house.polls.length).toBe(stopped)
    expect(sizes(...workers)).toEqual([0, 0])
    expect(workers[0]?.errors.at(-1)).toEqual(new Error('The store is away.'))

    house.trouble = null
    await house.clock.advance(20)
    expect(sizes(...workers)).toEqual([8, 8])
    expect(house.overlaps).toEqual([])
  })

  it('takes no shard of a worker without access to the store before that worker has stopped', async () => {
    const house = aHouse()
    const [first, cutOff] = [house.join(), house.join()]
    await house.clock.advance(30)
    house.trouble = (worker) => (worker === cutOff ? 'FAIL' : null)
    await house.clock.advance(10)
    const still = house.polls.filter(({ worker }) => worker === cutOff).length
    await house.clock.advance(7)
    expect(house.polls.filter(({ worker }) => worker === cutOff).length).toBeGreaterThan(still)
    await house.clock.advance(20)

    expect([cutOff.poller.held.length, first.poller.held.length]).toEqual([0, 16])
    expect(house.overlaps).toEqual([])
  })

  it('reads the store first after a suspension that only the wall clock shows', async () => {
    const house = aHouse()
    const alone = house.join()
    await house.clock.advance(30)
    house.clock.step(60)
    house.trouble = () => 'HANG'
    const before = house.polls.length
    await house.clock.advance(15)
    expect(house.polls.length).toBe(before)
    expect(alone.changes.at(-1)).toMatchObject({ held: 0, lost: { length: 16 } })

    house.trouble = null
    await house.clock.advance(30)
    expect(sizes(alone)).toEqual([16])
    expect(house.polls.length).toBeGreaterThan(before)
  })

  it.each(['LOSE_ANSWER', 'HANG', 'FAIL'] as const)(
    'agrees on every shard again after failures of the store: %s',
    async (fault) => {
      const house = aHouse()
      const random = seeded(7)
      const [first, second] = [house.join(), house.join()]
      house.trouble = () => (random.fraction() < 0.2 ? fault : null)
      await house.clock.advance(60)
      const third = house.join()
      await house.clock.advance(60)
      house.trouble = null
      await house.clock.advance(60)

      expect(sizes(first, second, third)).toEqual([5, 5, 6])
      expect(new Set([first, second, third].flatMap(({ poller }) => poller.held)).size).toBe(16)
      expect(house.overlaps).toEqual([])
    },
  )

  it('never runs two polls of a connection concurrently, whatever happens to the workers', async () => {
    const house = aHouse(40)
    const random = seeded(42)
    const pick = (): Worker | undefined => house.workers[Math.floor(random.fraction() * house.workers.length)]
    house.join()
    house.trouble = () =>
      random.fraction() < 0.03 ? 'LOSE_ANSWER' : random.fraction() < 0.03 ? 'FAIL' : null
    for (let step = 0; step < 60; step += 1) {
      const what = random.fraction()
      if (what < 0.2 && house.workers.length < 8) house.join()
      else if (what < 0.4) pick()?.freezer.freeze()
      else if (what < 0.8) pick()?.freezer.thaw()
      else if (what < 0.85) pick()?.stop()
      await house.clock.advance(random.fraction() * 12)
    }
    expect(house.polls.length).toBeGreaterThan(500)
    expect(house.overlaps).toEqual([])

    house.trouble = null
    for (const worker of house.workers) worker.freezer.thaw()
    const last = house.join()
    await house.clock.advance(60)
    const held = house.workers.flatMap(({ poller }) => poller.held)
    expect([held.length, new Set(held).size]).toEqual([16, 16])
    expect(last.poller.held.length).toBeGreaterThan(0)
  })

  it('polls no connection with two workers after the store has lost the roster, and continues soon', async () => {
    const house = aHouse()
    const [first, second] = [house.join(), house.join()]
    await house.clock.advance(40)
    const before = house.polls.length
    house.forget()
    await house.clock.advance(20)
    expect(house.overlaps).toEqual([])
    expect(sizes(first, second)).toEqual([0, 0])
    await house.clock.advance(40)

    expect(sizes(first, second)).toEqual([8, 8])
    expect(house.polls.length).toBeGreaterThan(before)
    expect(house.overlaps).toEqual([])
    expect(house.maxGap(20)).toBeLessThan(60)
  })

  it('can run again after it has left, and polls as before', async () => {
    const house = aHouse()
    const worker = house.join()
    await house.clock.advance(30)
    worker.stop()
    await house.clock.advance(30)
    await worker.over
    expect(worker.poller.held).toEqual([])

    const stop = new AbortController()
    const again = worker.poller.run({ signal: stop.signal }).catch((error: unknown) => error)
    await house.clock.advance(30)
    expect(worker.poller.held).toHaveLength(16)
    stop.abort(new Error('enough'))
    await house.clock.advance(30)
    expect(await again).toEqual(new Error('enough'))
  })

  it.each([
    ['open', 'journal.open'],
    ['save', 'journal.save'],
  ])('names the method of the store that does not respond: %s', async (method, name) => {
    const house = aHouse()
    house.trouble = (_worker, asked) => (asked === method ? 'HANG' : null)
    const worker = house.join()
    await house.clock.advance(60)

    expect(String(worker.errors[0])).toContain(name)
  })

  it('leaves immediately although the store is unavailable', async () => {
    const house = aHouse()
    const alone = house.join()
    await house.clock.advance(10)
    house.trouble = () => 'FAIL'
    alone.stop()
    let isOver = false
    void alone.over.then(() => (isOver = true))
    await house.clock.advance(8)

    expect(isOver).toBe(true)
  })

  it('refuses workers with different numbers of shards, and reports why', async () => {
    const house = aHouse()
    house.join()
    await house.clock.advance(5)
    const other = house.join({ shards: 17 })
    await house.clock.advance(5)

    expect(other.poller.held).toEqual([])
    expect(ConfigError.is(other.errors[0])).toBe(true)
    expect(String(other.errors[0])).toContain('a number of shards other than 17')
  })
})

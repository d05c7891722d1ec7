import { afterEach, describe, expect, it } from 'vitest'

import { House, seeded } from './__fixtures__/workers.js'
import { shardOf } from './shard-of.js'
import type { ShardListing } from './sharded-options.js'

const opened: House[] = []
afterEach(async () => {
  for (const house of opened.splice(0)) await house.close()
})

function aHouse(connections = 60): House {
  const house = new House(connections)
  opened.push(house)
  return house
}

describe('the connections of a sharded poller', () => {
  it('are read page by page, for the requested shards', async () => {
    const house = aHouse()
    const asked: (readonly number[])[] = []
    async function* pages({ shards }: ShardListing): AsyncGenerator<string> {
      asked.push(shards)
      const wanted = house.ids.filter((id) => shards.includes(shardOf(id, 16)))
      for (let at = 0; at < wanted.length; at += 7) {
        await house.clock.sleep(0.1)
        yield* wanted.slice(at, at + 7)
      }
    }
    const worker = house.join({ connections: pages })
    await house.clock.advance(10)
    expect(worker.poller.size).toBe(60)
    expect(asked).toEqual([Array.from({ length: 16 }, (_nothing, shard) => shard)])
  })

  it('are listed again: new ones are polled, removed ones are not', async () => {
    const house = aHouse()
    const worker = house.join({ refreshSeconds: 30 })
    await house.clock.advance(5)
    const [gone] = house.ids.splice(0, 1)
    house.ids.push('mastodon:example:new')
    await house.clock.advance(40)
    const from = house.clock.monotonic()
    await house.clock.advance(15)
    const polled = new Set(house.polls.filter((poll) => poll.from > from).map(({ id }) => id))

    expect([polled.size, polled.has(gone ?? ''), polled.has('mastodon:example:new')]).toEqual([
      60,
      false,
      true,
    ])
    house.ids.push('mastodon:example:newest')
    worker.poller.refresh()
    await house.clock.advance(1)
    expect(worker.poller.size).toBe(61)
  })

  it('are listed at the given interval, also several times a second', async () => {
    const house = aHouse()
    let listings = 0
    const connections = () => {
      listings += 1
      return house.ids
    }
    house.join({ refreshSeconds: 0.5, connections })
    await house.clock.advance(5)
    const before = listings
    await house.clock.advance(5)

    expect(listings - before).toBeGreaterThanOrEqual(9)
    expect(listings - before).toBeLessThanOrEqual(10)
  })

  it('stay unchanged when a listing fails or hangs, and the listing is tried again', async () => {
    const house = aHouse()
    let answer: () => Iterable<string> | Promise<Iterable<string>> = () => house.ids
    const worker = house.join({ refreshSeconds: 30, connections: () => answer() })
    await house.clock.advance(5)
    expect(worker.poller.size).toBe(60)
    answer = () => {
      throw new Error('The database is away.')
    }
    await house.clock.advance(40)
    expect(worker.errors[0]).toEqual(new Error('The database is away.'))
    answer = () => new Promise(() => undefined)
    await house.clock.advance(100)
    expect(String(worker.errors.at(-1))).toContain('connections returned no id for 60 seconds')
    expect(worker.poller.size).toBe(60)
    answer = () => house.ids.slice(0, 50)
    await house.clock.advance(120)
    expect(worker.poller.size).toBe(50)
  })

  it('must be ids', async () => {
    const house = aHouse()
    const worker = house.join({ connections: () => [''] })
    await house.clock.advance(3)
    expect(String(worker.errors[0])).toContain('must return ids of connections')
  })

  it('each have an interval and a cost', async () => {
    const house = aHouse(10)
    house.join({ connectionOptions: (id) => ({ everySeconds: id.endsWith('0') ? 5 : 60 }) })
    await house.clock.advance(121)
    const count = (id: string): number => house.polls.filter((poll) => poll.id === id).length
    expect(count('mastodon:example:0')).toBeGreaterThan(15)
    expect(count('mastodon:example:1')).toBeLessThanOrEqual(3)
  })

  it('are polled once each while shards come and go during a listing', async () => {
    const house = aHouse(200)
    const random = seeded(3)
    async function* slowly(): AsyncGenerator<string> {
      for (const id of house.ids) {
        await house.clock.sleep(random.fraction() / 10)
        yield id
      }
    }
    const workers = [house.join({ connections: slowly })]
    await house.clock.advance(5)
    workers.push(house.join({ connections: slowly }))
    await house.clock.advance(90)
    expect(workers.map(({ poller }) => poller.size).reduce((sum, size) => sum + size)).toBe(200)
    expect(house.overlaps).toEqual([])
  })
})

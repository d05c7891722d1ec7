import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { ManualClock } from '../__fixtures__/manual-clock.js'
import { InMemorySeenUpdates } from './in-memory-seen.js'

const lease = { leaseSeconds: 60 }

async function claimed(seen: InMemorySeenUpdates, key: string): Promise<string> {
  const result = await seen.claim(key, lease)
  if (result.state !== 'CLAIMED') throw new Error(`${key} is ${result.state}`)
  return result.claim
}

describe('InMemorySeenUpdates', () => {
  it('grants one of two claims, and none after the update was handled', async () => {
    const seen = new InMemorySeenUpdates({ clock: new ManualClock() })
    const claim = await claimed(seen, 'a')
    expect(await seen.claim('a', lease)).toEqual({ state: 'BUSY' })
    await seen.confirm('a', claim)
    expect(await seen.claim('a', lease)).toEqual({ state: 'SEEN' })
  })

  it('grants a released claim again', async () => {
    const seen = new InMemorySeenUpdates({ clock: new ManualClock() })
    await seen.release('a', await claimed(seen, 'a'))
    expect((await seen.claim('a', lease)).state).toBe('CLAIMED')
  })

  it('frees a claim after its lease, or later if it was extended', async () => {
    const clock = new ManualClock()
    const seen = new InMemorySeenUpdates({ clock })
    const claim = await claimed(seen, 'a')
    await clock.advance(59)
    await seen.extend('a', claim, lease)
    await clock.advance(59)
    expect(await seen.claim('a', lease)).toEqual({ state: 'BUSY' })
    await clock.advance(1)
    expect((await seen.claim('a', lease)).state).toBe('CLAIMED')
  })

  it('does nothing for a claim that another worker has taken over', async () => {
    const clock = new ManualClock()
    const seen = new InMemorySeenUpdates({ clock })
    const old = await claimed(seen, 'a')
    await clock.advance(60)
    await claimed(seen, 'a')
    await seen.extend('a', old, { leaseSeconds: 1000 })
    await seen.confirm('a', old)
    await seen.release('a', old)
    expect(await seen.claim('a', lease)).toEqual({ state: 'BUSY' })
  })

  it('forgets the oldest first, and another claim does not make an update younger', async () => {
    const seen = new InMemorySeenUpdates({ maxSize: 2, clock: new ManualClock() })
    for (const key of ['a', 'b']) await seen.confirm(key, await claimed(seen, key))
    await seen.claim('a', lease)
    await seen.confirm('c', await claimed(seen, 'c'))
    expect((await seen.claim('a', lease)).state).toBe('CLAIMED')
    expect((await seen.claim('b', lease)).state).toBe('SEEN')
  })

  // Holds R-0084, R-0265.
  it('shares nothing with another instance', async () => {
    const one = new InMemorySeenUpdates({ clock: new ManualClock() })
    const other = new InMemorySeenUpdates({ clock: new ManualClock() })
    await claimed(one, 'a')
    expect((await other.claim('a', lease)).state).toBe('CLAIMED')
  })

  it('requires a valid size', () => {
    for (const maxSize of [0, -1, 1.5, Number.NaN])
      expect(() => new InMemorySeenUpdates({ maxSize })).toThrow(ConfigError)
  })
})

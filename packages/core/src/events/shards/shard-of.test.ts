import { describe, expect, it } from 'vitest'

import { shardOf } from './shard-of.js'

describe('shardOf', () => {
  it('is the result of SQL for the same id', () => {
    // Expected value: the fourth byte of `printf 'mastodon:mastodon.social:14715' | sha256sum`.
    expect(shardOf('mastodon:mastodon.social:14715')).toBe(0x65)
    expect(shardOf('ünïcödé')).toBe(0xe2)
  })

  it('distributes connections evenly', () => {
    const sizes = new Map<number, number>()
    for (let index = 0; index < 100_000; index += 1) {
      const shard = shardOf(`bluesky:did:plc:${index}`)
      sizes.set(shard, (sizes.get(shard) ?? 0) + 1)
    }
    expect(sizes.size).toBe(256)
    expect(Math.min(...sizes.values())).toBeGreaterThan(300)
    expect(Math.max(...sizes.values())).toBeLessThan(500)
  })

  it('accepts from one shard to the maximum of a roster', () => {
    expect(shardOf('mastodon:mastodon.social:14715', 1)).toBe(0)
    expect(shardOf('mastodon:mastodon.social:14715', 1024)).toBeLessThan(1024)
    expect(shardOf('mastodon:mastodon.social:14715', 1024) % 256).toBe(0x65)
  })

  it('refuses invalid numbers of shards', () => {
    for (const shards of [0, 1.5, 1025, Number.NaN])
      expect(() => shardOf('a', shards)).toThrow('from 1 to 1024')
  })
})

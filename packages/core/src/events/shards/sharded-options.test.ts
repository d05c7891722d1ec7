import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { InMemoryPublishJournal } from '../../publishing/in-memory-journal.js'
import { rosterFromReceipt } from './roster.js'
import type { OwnPollShardsOptions } from './sharded-options.js'
import { ShardedPoller } from './sharded-poller.js'

const GOOD: OwnPollShardsOptions = {
  name: 'test',
  journal: new InMemoryPublishJournal(),
  connections: () => [],
  poll: async () => {},
}

describe('the options of a sharded poller', () => {
  it.each([undefined, null, 'test', 5])('must be an object, not %s', (options) => {
    // @ts-expect-error like an untyped application
    expect(() => new ShardedPoller(options)).toThrow('new ShardedPoller requires an object: { name, journal,')
  })

  it.each([
    [{ name: '' }, 'requires a name'],
    [{ name: 'a'.repeat(201) }, 'at most 200 characters'],
    [{ journal: {} }, 'requires the journal'],
    [{ connections: [] }, 'requires connections'],
    [{ shards: 0 }, 'shards must be a whole number'],
    [{ leaseSeconds: 0.5 }, 'leaseSeconds must be a number from 1 to 30'],
    [{ leaseSeconds: 60 }, 'leaseSeconds must be a number from 1 to 30'],
    [{ refreshSeconds: 0 }, 'refreshSeconds must be'],
    [{ everySeconds: -1 }, 'everySeconds must be'],
    [{ account: () => ({}) }, 'one way to poll'],
    [{ poll: undefined }, 'one way to poll'],
    [{ everySecond: 5 }, 'Did you mean "everySeconds"?'],
  ])('refuse %j', (changes, message) => {
    // wrong type on purpose: the constructor must check the types, because JavaScript applications may pass
    // anything
    const options = { ...GOOD, ...changes } as OwnPollShardsOptions
    expect(() => new ShardedPoller(options)).toThrow(ConfigError)
    expect(() => new ShardedPoller(options)).toThrow(message)
  })

  it('must not be null, and a poller must not run twice', async () => {
    // @ts-expect-error -- like an untyped application
    expect(() => new ShardedPoller(null)).toThrow('requires an object')
    const poller = new ShardedPoller(GOOD)
    const stop = new AbortController()
    const over = poller.run({ signal: stop.signal }).catch(() => 'over')
    await expect(poller.run()).rejects.toThrow('is already running')
    stop.abort()
    expect(await over).toBe('over')
    await expect(poller.run({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
  })

  it('refuse a roster that no worker wrote', () => {
    for (const members of [1, { a: 1 }, { a: { beat: 1 } }, { a: { beat: 1, shards: ['x'] } }])
      expect(() => rosterFromReceipt({ members })).toThrow('was not written by a worker')
  })
})

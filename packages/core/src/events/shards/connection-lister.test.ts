import { getEventListeners } from 'node:events'

import { beforeEach, describe, expect, it } from 'vitest'

import { ConfigError, NetworkError } from '../../errors/index.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { ConnectionLister } from './connection-lister.js'
import type { ShardRun } from './shard-run.js'

let clock: ManualClock
let stop: AbortController

beforeEach(() => {
  clock = new ManualClock()
  stop = new AbortController()
})

/** Replaces a `ShardRun`, and records the ids of the connections that it would poll. */
class FakeRun {
  readonly shard = 0
  isStopping = false
  readonly polled: Set<string>

  constructor(polled: readonly string[] = []) {
    this.polled = new Set(polled)
  }

  ids(): Iterable<string> {
    return this.polled
  }

  add(id: string): void {
    this.polled.add(id)
  }

  remove(id: string): void {
    this.polled.delete(id)
  }
}

function aListing(
  connections: (asked: { readonly signal: AbortSignal }) => AsyncIterable<string> | Iterable<string>,
) {
  const lister = new ConnectionLister({ connections, optionsOf: () => ({}), shards: 1, clock })
  return (run: FakeRun) => lister.list([run as unknown as ShardRun], stop.signal) // safe cast: ConnectionLister uses only the members of FakeRun
}

describe('listing the connections of a shard', () => {
  it('adds new connections, keeps known ones, and removes those no longer listed', async () => {
    const run = new FakeRun(['sample:old', 'sample:kept'])
    await aListing(() => ['sample:kept', 'sample:new'])(run)
    expect([...run.polled]).toEqual(['sample:kept', 'sample:new'])
  })

  it('adds nothing to a shard that is stopping', async () => {
    const run = new FakeRun()
    run.isStopping = true
    await aListing(() => ['sample:new'])(run)
    expect([...run.polled]).toEqual([])
  })

  it('removes nothing if it fails', async () => {
    const run = new FakeRun(['sample:old'])
    const list = aListing(async function* () {
      yield 'sample:new'
      throw new Error('the database is down')
    })
    await expect(list(run)).rejects.toThrow('the database is down')
    expect([...run.polled]).toEqual(['sample:old', 'sample:new'])
  })

  it.each([undefined, 5, ''])('refuses an invalid id: %j', async (id) => {
    await expect(aListing(() => [id as string])(new FakeRun())).rejects.toThrow(ConfigError) // wrong type on purpose
  })

  it('aborts a listing that returns nothing for a minute', async () => {
    const signals: AbortSignal[] = []
    const run = new FakeRun(['sample:old'])
    const failed = aListing(async function* ({ signal }) {
      signals.push(signal)
      yield 'sample:new'
      await clock.sleep(59)
      yield 'sample:slow'
      await new Promise(() => {})
    })(run).catch((error: unknown) => error)
    await clock.advance(60)
    await clock.advance(60)
    expect(await failed).toBeInstanceOf(NetworkError)
    expect(await failed).toMatchObject({ timedOut: true })
    expect(signals[0]?.aborted).toBe(true)
    expect([...run.polled]).toEqual(['sample:old', 'sample:new', 'sample:slow'])
    expect(clock.sleeping).toBe(0)
  })

  it('rejects with the reason of the signal, before and during the listing', async () => {
    const reason = new Error('enough')
    const run = new FakeRun(['sample:old'])
    const failed = aListing(async function* () {
      yield 'sample:new'
      await new Promise(() => {})
    })(run).catch((error: unknown) => error)
    await runReady()
    stop.abort(reason)
    expect(await failed).toBe(reason)
    await expect(aListing(() => [])(run)).rejects.toBe(reason)
    expect([...run.polled]).toEqual(['sample:old', 'sample:new'])
  })

  it('leaves neither an alarm nor a listener, and aborts the signal of the listing', async () => {
    const signals: AbortSignal[] = []
    await aListing(({ signal }) => {
      signals.push(signal)
      return ['sample:1']
    })(new FakeRun())
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    expect(clock.sleeping).toBe(0)
    expect(signals[0]?.aborted).toBe(true)
  })

  it('lets other work run after every 500 ids', async () => {
    const heard: number[] = []
    let listed = 0
    const list = aListing(function* () {
      for (; listed < 1200; listed += 1) {
        // This callback runs when the listing yields to the event loop for the first time.
        if (listed % 500 === 0) setImmediate(() => heard.push(listed))
        yield `sample:${listed}`
      }
    })
    await list(new FakeRun())
    expect(heard.slice(0, 2)).toEqual([499, 999])
  })
})

import {
  Dispatcher,
  InMemoryPublishJournal,
  InMemoryStorage,
  PollerPool,
  ShardedPoller,
  SocialClient,
} from '@social/core'
import type { Call, UpdateListener } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { aConnection } from './builders/account.js'
import { FakePlatform } from './fake-platform/fake-platform.js'
import { FakeClock } from './time/fake-clock.js'

const ACCOUNTS = 1000
const IDS = Array.from({ length: ACCOUNTS }, (_nothing, index) => `fake:${index}`)

/** A fake network that counts the open streams, and refuses a second stream of the same account. */
class CountingNetwork extends FakePlatform {
  readonly open = new Set<string>()
  readonly doubled: string[] = []
  max = 0

  override async listen(listener: UpdateListener, call: Call): Promise<void> {
    const { id } = call.connection
    if (this.open.has(id)) this.doubled.push(id)
    this.open.add(id)
    this.max = Math.max(this.max, this.open.size)
    await super.listen(listener, call).finally(() => this.open.delete(id))
  }
}

/** Creates a client with 1,000 accounts on the fake network, and records all handled updates. */
function aWorld() {
  const clock = new FakeClock()
  const fake = new CountingNetwork()
  const connections = IDS.map((id) => aConnection({ accountId: id.slice(5) }))
  const storage = new InMemoryStorage({ connections })
  const client = new SocialClient({ storage, platforms: { fake }, clock })
  const handled: string[] = []
  const dispatcher = new Dispatcher({ seen: client.seenUpdates })
  dispatcher.on('COMMENT_CREATED', ({ connectionId }) => void handled.push(connectionId))
  const errors: unknown[] = []
  const stop = new AbortController()
  const account = (id: string) => client.account(id)
  const onError = (error: unknown): void => void errors.push(error)
  const options = { account, markers: client.markers, dispatcher, clock, onError, everySeconds: 60 }
  const happen = () => {
    for (const connectionId of IDS) fake.addUpdate('COMMENT_CREATED', { connectionId })
  }
  return { clock, fake, client, handled, errors, stop, options, happen }
}

const failureOf = (run: Promise<never>): Promise<unknown> => run.catch((error: unknown) => error)

describe('live updates of 1,000 accounts', () => {
  it('are delivered over at most the given number of streams, and by polls for the rest', async () => {
    const { clock, fake, handled, errors, stop, options, happen } = aWorld()
    const pool = new PollerPool({ ...options, live: { streams: 300 } })
    for (const id of IDS) pool.add(id)
    const running = failureOf(pool.run({ signal: stop.signal }))
    await clock.advance(70)
    expect(fake.open.size).toBe(300)

    happen()
    await clock.advance(0.01)
    expect(handled.length).toBeGreaterThanOrEqual(300)
    await clock.advance(70)
    expect(handled.toSorted()).toEqual(IDS.toSorted())

    const [removed] = fake.open
    pool.remove(removed ?? '')
    await clock.advance(70)
    expect([fake.open.size, fake.open.has(removed ?? ''), fake.max]).toEqual([300, false, 300])
    stop.abort(new Error('enough'))
    expect(await running).toEqual(new Error('enough'))
    expect([fake.open.size, fake.doubled, errors]).toEqual([0, [], []])
  })

  it('are opened by the worker that holds the shard, and closed when the shard moves', async () => {
    const { clock, fake, handled, errors, options, happen } = aWorld()
    const journal = new InMemoryPublishJournal({ clock })
    const join = () => {
      const stop = new AbortController()
      const shards = { name: 'fake', journal, connections: () => IDS, shards: 16, leaseSeconds: 4 }
      const poller = new ShardedPoller({ ...options, ...shards, live: { streams: 600 } })
      return { poller, stop, over: failureOf(poller.run({ signal: stop.signal })) }
    }
    const first = join()
    await clock.advance(80)
    expect(fake.open.size).toBe(600)

    const second = join()
    await clock.advance(80)
    expect([first.poller.held.length, second.poller.held.length]).toEqual([8, 8])
    expect(fake.open.size).toBe(ACCOUNTS)
    happen()
    await clock.advance(0.01)
    expect(handled.toSorted()).toEqual(IDS.toSorted())

    first.stop.abort(new Error('enough'))
    await clock.advance(80)
    expect(fake.open.size).toBe(600)
    second.stop.abort(new Error('enough'))
    await clock.advance(5)
    await Promise.all([first.over, second.over])
    expect([fake.open.size, fake.doubled, errors]).toEqual([0, [], []])
  })
})

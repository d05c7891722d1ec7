import {
  Dispatcher,
  InMemoryMarkers,
  InMemoryPublishJournal,
  InMemoryStorage,
  PollerPool,
  ShardedPoller,
  SocialClient,
} from '@social/core'
import { ConfigError } from '@social/core/platform'
import { aConnection, FakeClock, FakePlatform, fakeRandom } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

/** A store that must not be called: wrong arguments are refused before any read, write or request. */
const asked = (): never => {
  throw new Error('The work was started.')
}

const client = new SocialClient({
  storage: new InMemoryStorage({ connections: [aConnection()] }),
  platforms: { fake: new FakePlatform() },
})
const account = client.account('fake:42')
const markers = new InMemoryMarkers()
const dispatcher = new Dispatcher()
const clock = new FakeClock()
const random = fakeRandom()
const journal = new InMemoryPublishJournal()

const pool = () => new PollerPool({ account: () => account, markers, dispatcher, clock })
const sharded = () =>
  new ShardedPoller({
    name: 'fake',
    journal,
    connections: asked,
    account: asked,
    markers,
    dispatcher,
    clock,
    random,
  })

/** Methods that run until they are stopped, with one argument. */
const RUNNING: Readonly<Record<string, (given: never) => unknown>> = {
  'pool.run': (given) => pool().run(given),
  'shardedPoller.run': (given) => sharded().run(given),
  'account.listen': (given) => account.listen(given).next(),
}

const WRONG: readonly unknown[] = [
  0,
  'x',
  true,
  [],
  Symbol('s'),
  10n,
  { xyzzy: 1 },
  { signal: {} },
  { signal: 'x' },
  { signal: 7 },
]

describe.each(Object.entries(RUNNING))('%s', (_name, run) => {
  it.each(WRONG)('rejects %o with a clear message, and does not start', async (given) => {
    // Called separately: a method that throws before it returns a promise fails here.
    const answer = run(given as never)
    await expect(answer).rejects.toThrow(ConfigError)
  })
})

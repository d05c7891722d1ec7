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

/**
 * Function for a store that must not be called. Wrong arguments must be refused before any read,
 * write or request.
 */
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

/** Methods that run until they are stopped. Each entry calls the method with one argument. */
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
    // This call must return a rejected promise. If the method throws instead, the test fails here.
    const answer = run(given as never)
    await expect(answer).rejects.toThrow(ConfigError)
  })
})

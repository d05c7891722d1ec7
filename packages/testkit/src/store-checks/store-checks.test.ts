import {
  InMemoryLocks,
  InMemoryLoginMemory,
  InMemoryMarkers,
  InMemoryPublishJournal,
  InMemorySeenUpdates,
  InMemorySpendingCounter,
  InMemoryStorage,
} from '@social/core'
import type { Storage } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { FakeClock } from '../time/fake-clock.js'
import type { StoreCheck, StoreHooks } from './check.js'
import {
  LocksChecks,
  LoginMemoryChecks,
  MarkersChecks,
  PublishJournalChecks,
  SeenUpdatesChecks,
  SpendingCounterChecks,
  StorageChecks,
} from './index.js'

/** Returns hooks for a store that uses a fake clock. The checks advance the fake clock. */
function onAClock<Port extends object>(make: (clock: FakeClock) => Port): StoreHooks<Port> {
  const clocks = new WeakMap<Port, FakeClock>()
  return {
    make: () => {
      const clock = new FakeClock()
      const port = make(clock)
      clocks.set(port, clock)
      return port
    },
    pass: (seconds, port) => clocks.get(port)?.advance(seconds),
    stepClock: (seconds, port) => clocks.get(port)?.step(seconds),
  }
}

const STORES: Readonly<Record<string, Iterable<StoreCheck>>> = {
  InMemoryStorage: new StorageChecks({ make: () => new InMemoryStorage() }),
  InMemoryLocks: new LocksChecks(onAClock(() => new InMemoryLocks())),
  InMemoryLoginMemory: new LoginMemoryChecks(onAClock((clock) => new InMemoryLoginMemory({ clock }))),
  InMemoryMarkers: new MarkersChecks({ make: () => new InMemoryMarkers() }),
  InMemorySeenUpdates: new SeenUpdatesChecks(onAClock((clock) => new InMemorySeenUpdates({ clock }))),
  InMemorySpendingCounter: new SpendingCounterChecks(
    onAClock((clock) => new InMemorySpendingCounter({ clock })),
  ),
  InMemoryPublishJournal: new PublishJournalChecks(
    onAClock((clock) => new InMemoryPublishJournal({ clock })),
  ),
}

for (const [name, checks] of Object.entries(STORES))
  // oxlint-disable-next-line vitest/valid-title -- the name of the store
  describe(name, () => {
    for (const check of [...checks].filter(({ skip }) => skip === false))
      // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- the check brings its name and its assertions
      it(check.name, check.run)
  })

describe('the store checks', () => {
  it('are skipped without a required hook, which the reason names', () => {
    const skipped = [...new StorageChecks({ make: () => new InMemoryStorage() })].filter(({ skip }) => skip)

    expect(skipped.map(({ skip }) => skip)).toContain(
      'Give the checks the hook "processes" to make this one.',
    )
    expect(skipped.map(({ skip }) => skip)).toContain('Give the checks the hook "reopen" to make this one.')
  })

  it('create a store for each check, and close it also after a failure', async () => {
    const made: Storage[] = []
    const away: Storage[] = []
    const checks = new StorageChecks({
      make: () => {
        const storage = new InMemoryStorage()
        if (made.length === 0) storage.getConnection = () => Promise.reject(new Error('away'))
        made.push(storage)
        return storage
      },
      cleanUp: (storage) => void away.push(storage),
    })
    const [first, second] = checks

    await expect(first?.run()).rejects.toThrow('away')
    await second?.run()
    expect(made).toHaveLength(2)
    expect(away).toEqual(made)
  })

  it('end a check that hangs', async () => {
    const hanging = new InMemoryStorage()
    hanging.getConnection = () => new Promise(() => {})
    const [check] = new StorageChecks({ make: () => hanging, patienceSeconds: 0.01 })

    await expect(check?.run()).rejects.toThrow(/did not finish within 0.01 seconds/)
  })
})

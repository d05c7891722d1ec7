import { describe, expect, it } from 'vitest'

import { FakeClock } from '../time/fake-clock.js'
import { WRONG_JOURNALS } from './__fixtures__/wrong-journals.js'
import { WRONG_LOCKS } from './__fixtures__/wrong-locks.js'
import { WRONG_LOGIN_MEMORIES } from './__fixtures__/wrong-login-memories.js'
import { WRONG_MARKERS } from './__fixtures__/wrong-markers.js'
import { WRONG_RENEWALS } from './__fixtures__/wrong-renewals.js'
import { WRONG_SEEN_UPDATES } from './__fixtures__/wrong-seen-updates.js'
import { WRONG_SPENDING_COUNTERS } from './__fixtures__/wrong-spending-counters.js'
import { WRONG_STORAGES } from './__fixtures__/wrong-storages.js'
import type { WrongStore } from './__fixtures__/wrong-store.js'
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

/**
 * Runs all checks on a defective store. Returns the messages of the failed checks by their names.
 */
async function failing<Port extends object>(
  wrong: WrongStore<Port>,
  bind: (hooks: StoreHooks<Port>) => Iterable<StoreCheck>,
): Promise<Map<string, string>> {
  const clocks = new WeakMap<Port, FakeClock>()
  const checks = bind({
    make: () => {
      const clock = new FakeClock()
      const port = wrong.make(clock)
      clocks.set(port, clock)
      return port
    },
    pass: (seconds, port) => clocks.get(port)?.advance(seconds),
    stepClock: (seconds, port) => clocks.get(port)?.step(seconds),
    patienceSeconds: 0.3,
  })
  const complaints = new Map<string, string>()
  for (const check of checks)
    if (!check.skip)
      await check.run().catch((error: unknown) => {
        complaints.set(check.name, String(error))
      })
  return complaints
}

function proves<Port extends object>(
  port: string,
  wrongStores: readonly WrongStore<Port>[],
  bind: (hooks: StoreHooks<Port>) => Iterable<StoreCheck>,
): void {
  describe(`the checks of ${port}`, () => {
    it.each(wrongStores)('detect one that $what', async (wrong) => {
      const complaints = await failing(wrong, bind)

      expect([...complaints.keys()]).toContain(wrong.noticedBy)
      expect(complaints.get(wrong.noticedBy)).toMatch(wrong.saying ?? /./)
    })

    it('include no redundant check: every check detects a defect that the others accept', () => {
      const made = {
        make: () => Promise.reject<Port>(new Error('only the names are used')),
        stepClock: () => {},
      }
      const names = [...bind(made)].filter(({ skip }) => !skip).map(({ name }) => name)

      expect(new Set(wrongStores.map(({ noticedBy }) => noticedBy))).toEqual(new Set(names))
    })
  })
}

proves('Storage', [...WRONG_STORAGES, ...WRONG_RENEWALS], (hooks) => new StorageChecks(hooks))
proves('Locks', WRONG_LOCKS, (hooks) => new LocksChecks(hooks))
proves('LoginMemory', WRONG_LOGIN_MEMORIES, (hooks) => new LoginMemoryChecks(hooks))
proves('SeenUpdates', WRONG_SEEN_UPDATES, (hooks) => new SeenUpdatesChecks(hooks))
proves('PublishJournal', WRONG_JOURNALS, (hooks) => new PublishJournalChecks(hooks))
proves('Markers', WRONG_MARKERS, (hooks) => new MarkersChecks(hooks))
proves('SpendingCounter', WRONG_SPENDING_COUNTERS, (hooks) => new SpendingCounterChecks(hooks))

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import {
  InMemoryLocks,
  InMemoryLoginMemory,
  InMemoryPublishJournal,
  InMemoryMarkers,
  InMemorySeenUpdates,
  InMemorySpendingCounter,
  InMemoryStorage,
} from '@social/core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import type { Mistake } from './__fixtures__/careless-stores.js'
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
import type { ProcessHook } from './processes.js'

/** Failure message of a check that exceeds its timeout. */
const HANGS = /did not finish/

/**
 * Timeout in seconds for checks that do not hang, on a slow machine. A check that hangs fails
 * after 3 s.
 */
const BUSY_MACHINE_SECONDS = 300

describe('the checks across processes', () => {
  const parent = mkdtempSync(join(tmpdir(), 'social-checks-'))
  let folder = parent
  beforeEach(() => {
    folder = mkdtempSync(join(parent, 'test-'))
  })
  afterAll(() => rmSync(parent, { recursive: true, force: true }))

  const hooks = (
    mistake: Mistake,
    patienceSeconds: number,
  ): Pick<StoreHooks<unknown>, 'processes' | 'patienceSeconds'> => ({
    processes: (): ProcessHook => ({
      module: new URL('__fixtures__/careless-competitor.ts', import.meta.url),
      location: { folder, mistake },
      execArgv: RUN_SOURCES,
    }),
    patienceSeconds,
  })

  const checksOf = (mistake: Mistake, patienceSeconds: number): StoreCheck[] => [
    ...new StorageChecks({ make: () => new InMemoryStorage(), ...hooks(mistake, patienceSeconds) }),
    ...new LocksChecks({ make: () => new InMemoryLocks(), ...hooks(mistake, patienceSeconds) }),
    ...new LoginMemoryChecks({ make: () => new InMemoryLoginMemory(), ...hooks(mistake, patienceSeconds) }),
    ...new SeenUpdatesChecks({ make: () => new InMemorySeenUpdates(), ...hooks(mistake, patienceSeconds) }),
    ...new MarkersChecks({ make: () => new InMemoryMarkers(), ...hooks(mistake, patienceSeconds) }),
    ...new SpendingCounterChecks({
      make: () => new InMemorySpendingCounter(),
      ...hooks(mistake, patienceSeconds),
    }),
    ...new PublishJournalChecks({
      make: () => new InMemoryPublishJournal(),
      ...hooks(mistake, patienceSeconds),
    }),
  ]

  it.each([
    ['ALONE', 'stores one complete connection after concurrent saves of processes', /must see/],
    ['TWO_STEPS', 'with saveRenewed, accepts one of many processes for each renewal', /won by one process/],
    ['ALONE', 'has one holding process at a time', /inside at the same time/],
    ['NEVER_FREED', 'frees the lock of a killed process after its lease', HANGS],
    ['NEVER_REPORTED', 'notifies a process that was suspended too long of its lost lock', HANGS],
    ['ALONE', 'with take, returns notes to one of many processes', /visible in another/],
    ['ALONE', 'gives each update to one of many processes', /handled exactly once/],
    ['NEVER_FREED', 'frees the claim of a killed process after its lease', HANGS],
    ['ALONE', 'returns the last saved marker in every process', /must see the same/],
    ['ALONE', 'never exceeds the limit across several processes', /one more would be too many/],
    ['ALONE', 'lets one of many processes publish each key', /published exactly once/],
    ['ALONE', 'returns the last receipt of a killed process to the next one, after its lease', /BUSY/],
  ] as const)(
    'notice stores that make the mistake %s: %s',
    async (mistake, name, complaint) => {
      const check = checksOf(mistake, complaint === HANGS ? 3 : BUSY_MACHINE_SECONDS).find(
        (each) => each.name === name,
      )

      await expect(check?.run()).rejects.toThrow(complaint)
    },
    2 * BUSY_MACHINE_SECONDS * 1000,
  )
})

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

/** What a check says when the store lets it wait for ever. */
const HANGS = /did not come to an end/

/** What hangs is told after 3 s. Anything else ends by itself: this bound is met only where nothing works at all. */
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
    ['ALONE', 'leaves one whole connection when processes save at once', /must see/],
    [
      'TWO_STEPS',
      'where it has saveRenewed, lets one process of many win each renewal',
      /won by one process/,
    ],
    ['ALONE', 'lets one process in at a time', /inside at the same time/],
    ['NEVER_FREED', 'frees the lock of a process that was killed, when its lease is over', HANGS],
    ['NEVER_REPORTED', 'tells a process that was asleep too long that it has lost the lock', HANGS],
    ['ALONE', 'where it has take, hands notes to one of many processes', /another must find/],
    ['ALONE', 'gives each update to one of many processes', /handled exactly once/],
    ['NEVER_FREED', 'frees the claim of a process that was killed, when its lease is over', HANGS],
    ['ALONE', 'shows every process the marker that was saved last', /must see the same/],
    ['ALONE', 'never lets more than the limit through to several processes', /one more would be too many/],
    ['ALONE', 'lets one of many processes publish under each key', /published exactly once/],
    [
      'ALONE',
      'hands the last receipt of a process that was killed to the next, when its lease is over',
      /BUSY/,
    ],
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

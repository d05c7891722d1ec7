import { type Filled, wrongArgument } from '@social/core/store'

import type { StoreCheck, StoreHooks } from './check.js'
import { LocksChecks } from './locks-checks.js'
import { LoginMemoryChecks } from './login-memory-checks.js'
import { MarkersChecks } from './markers-checks.js'
import { PublishJournalChecks } from './publish-journal-checks.js'
import type { RaceStores } from './race-stores.js'
import { SeenUpdatesChecks } from './seen-updates-checks.js'
import { SpendingCounterChecks } from './spending-counter-checks.js'
import { StorageChecks } from './storage-checks.js'

/** Stores of one database, one for each port. */
export type PortStores = Filled<Omit<RaceStores, 'close'>>

/** Name of a port in these stores. */
export type PortName = keyof PortStores

/**
 * Checks of every port, for a database that supports all of them.
 *
 * @param hooksFor - Returns the hooks for the port of a name.
 * @returns Checks by the name of their port.
 * @example
 * for (const [name, checks] of Object.entries(portChecks(hooksFor)))
 *   describe(name, () => {
 *     for (const check of checks) it.skipIf(check.skip)(check.name, check.run)
 *   })
 */
export function portChecks<Stores extends PortStores>(
  hooksFor: <Name extends PortName>(name: Name) => StoreHooks<Stores[Name]>,
): Readonly<Record<PortName, Iterable<StoreCheck>>> {
  if (typeof hooksFor !== 'function')
    throw wrongArgument('portChecks: hooksFor', 'a function that returns the hooks of a port', hooksFor)
  return {
    storage: new StorageChecks(hooksFor('storage')),
    locks: new LocksChecks(hooksFor('locks')),
    loginMemory: new LoginMemoryChecks(hooksFor('loginMemory')),
    seenUpdates: new SeenUpdatesChecks(hooksFor('seenUpdates')),
    journal: new PublishJournalChecks(hooksFor('journal')),
    markers: new MarkersChecks(hooksFor('markers')),
    spendingCounter: new SpendingCounterChecks(hooksFor('spendingCounter')),
  }
}

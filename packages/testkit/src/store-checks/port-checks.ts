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

/** Stores of a database that implements every store interface, such as `storage` and `locks`. */
export type PortStores = Filled<Omit<RaceStores, 'close'>>

/** Name of a store in `PortStores`, for example `locks`. */
export type PortName = keyof PortStores

/**
 * Returns the checks of every store interface, for a database that implements all of them.
 *
 * @param hooksFor - Returns the hooks for the store with a given name.
 * @returns Checks by the name of their store.
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

import type {
  LoginMemory,
  Locks,
  Markers,
  PublishJournal,
  SeenUpdates,
  SpendingCounter,
  Storage,
} from '@social/core/store'

/**
 * Stores that one competing process opens. A store that the database does not support is omitted.
 */
export interface RaceStores {
  readonly storage?: Storage | undefined
  readonly locks?: Locks | undefined
  readonly loginMemory?: LoginMemory | undefined
  readonly seenUpdates?: SeenUpdates | undefined
  readonly journal?: PublishJournal | undefined
  readonly markers?: Markers | undefined
  readonly spendingCounter?: SpendingCounter | undefined
  /** Closes the stores. Called when the process has finished its tasks. */
  readonly close?: (() => void | Promise<void>) | undefined
}

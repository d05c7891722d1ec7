import type {
  LoginMemory,
  Locks,
  Markers,
  PublishJournal,
  SeenUpdates,
  SpendingCounter,
  Storage,
} from '@social/core/store'

/** Stores of one process: the ports that its engine supports. */
export interface RaceStores {
  readonly storage?: Storage | undefined
  readonly locks?: Locks | undefined
  readonly loginMemory?: LoginMemory | undefined
  readonly seenUpdates?: SeenUpdates | undefined
  readonly journal?: PublishJournal | undefined
  readonly markers?: Markers | undefined
  readonly spendingCounter?: SpendingCounter | undefined
  /** Closes the stores at the end of a race. */
  readonly close?: (() => void | Promise<void>) | undefined
}

import type {
  LoginMemory,
  Locks,
  Markers,
  PublishJournal,
  SeenUpdates,
  SpendingCounter,
  Storage,
} from '@social/core/store'

/** The stores of one process: those that its engine has. */
export interface RaceStores {
  readonly storage?: Storage | undefined
  readonly locks?: Locks | undefined
  readonly loginMemory?: LoginMemory | undefined
  readonly seenUpdates?: SeenUpdates | undefined
  readonly journal?: PublishJournal | undefined
  readonly markers?: Markers | undefined
  readonly spendingCounter?: SpendingCounter | undefined
  /** Puts them away at the end of a race. */
  readonly close?: (() => void | Promise<void>) | undefined
}

import type {
  LoginMemory,
  Locks,
  Markers,
  PublishJournal,
  SeenUpdates,
  SpendingCounter,
  Storage,
} from '@social/core/platform'

/** The stores of one process: those that its engine has. */
export interface RaceStores {
  readonly storage?: Storage
  readonly locks?: Locks
  readonly loginMemory?: LoginMemory
  readonly seenUpdates?: SeenUpdates
  readonly journal?: PublishJournal
  readonly markers?: Markers
  readonly spendingCounter?: SpendingCounter
  /** Puts them away at the end of a race. */
  close?(): void | Promise<void>
}

import type { Locks, PublishJournal, SeenUpdates } from '@social/core'

/** Stores that use leases. */
interface LeasedStores {
  readonly journal: PublishJournal
  readonly locks: Locks
  readonly seenUpdates: SeenUpdates
}

/**
 * Limits the leases of stores to a number of seconds, so that the leases of a killed process
 * expire sooner.
 */
export function withShortLeases<S extends LeasedStores>(stores: S, maxSeconds: number): S {
  const short = <L extends { readonly leaseSeconds: number }>(lease: L): L => ({
    ...lease,
    leaseSeconds: Math.min(lease.leaseSeconds, maxSeconds),
  })
  const { journal, locks, seenUpdates } = stores
  const leased: LeasedStores = {
    journal: {
      open: (key, print, lease) => journal.open(key, print, short(lease)),
      save: (key, claim, receipt, lease) => journal.save(key, claim, receipt, short(lease)),
      claimPost: (...call) => journal.claimPost(...call),
      finish: (...call) => journal.finish(...call),
      release: (...call) => journal.release(...call),
      forgetBefore: (...call) => journal.forgetBefore(...call),
      ...(journal.finishNew && { finishNew: journal.finishNew.bind(journal) }),
    },
    locks: { withLock: (key, work, options) => locks.withLock(key, work, short(options)) },
    seenUpdates: {
      claim: (update, lease) => seenUpdates.claim(update, short(lease)),
      extend: (update, claim, lease) => seenUpdates.extend(update, claim, short(lease)),
      confirm: (...call) => seenUpdates.confirm(...call),
      release: (...call) => seenUpdates.release(...call),
    },
  }
  return { ...stores, ...leased }
}

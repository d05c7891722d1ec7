import { InMemorySeenUpdates } from '@social/core'
import type { SeenUpdates } from '@social/core/store'

import type { FakeClock } from '../../time/fake-clock.js'
import { byTheWallClock, type WrongStore } from './wrong-store.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const changed =
  (change: (seen: InMemorySeenUpdates, clock: FakeClock) => void) =>
  (clock: FakeClock): SeenUpdates => {
    const seen = new InMemorySeenUpdates({ clock })
    change(seen, clock)
    return seen
  }

/** A short `SeenUpdates` implementation, so that tests can add a defect by replacing one method. */
class Careless implements SeenUpdates {
  readonly entries = new Map<string, { claim: string; until: number; seen: boolean }>()
  readonly clock: FakeClock
  claims = 0

  constructor(clock: FakeClock) {
    this.clock = clock
  }

  async claim(key: string, options: { readonly leaseSeconds: number }): ReturnType<SeenUpdates['claim']> {
    const entry = this.entries.get(key)
    if (entry?.seen) return { state: 'SEEN' }
    if (entry && entry.until > this.clock.monotonic()) return { state: 'BUSY' }
    this.claims += 1
    const claim = String(this.claims)
    this.entries.set(key, { claim, until: this.clock.monotonic() + options.leaseSeconds, seen: false })
    return { state: 'CLAIMED', claim }
  }

  async extend(key: string, claim: string, options: { readonly leaseSeconds: number }): Promise<void> {
    const entry = this.entries.get(key)
    if (entry?.claim === claim) entry.until = this.clock.monotonic() + options.leaseSeconds
  }

  async confirm(key: string, claim: string): Promise<void> {
    const entry = this.entries.get(key)
    if (entry?.claim === claim) entry.seen = true
  }

  async release(key: string, claim: string): Promise<void> {
    if (this.entries.get(key)?.claim === claim) this.entries.delete(key)
  }
}

/** Creates a store that throws when `confirm` or `release` is called twice with the same claim. */
const onlyOnce = (method: 'confirm' | 'release') =>
  changed((seen) => {
    const used = new Set<string>()
    const before = seen[method].bind(seen)
    seen[method] = async (key, claim) => {
      if (used.has(claim)) throw new Error('this claim is not known')
      used.add(claim)
      await before(key, claim)
    }
  })

/**
 * Creates a store whose `extend` or `release` claims the update for the caller without an end of
 * the lease.
 */
const holding = (method: 'extend' | 'release') => (clock: FakeClock) => {
  const seen = new Careless(clock)
  seen[method] = async (key: string, claim: string) =>
    void seen.entries.set(key, { claim, until: Number.POSITIVE_INFINITY, seen: false })
  return seen
}

export const WRONG_SEEN_UPDATES: readonly WrongStore<SeenUpdates>[] = [
  {
    what: 'counts leases by the wall clock',
    noticedBy: 'frees a claim at most one lease after a read if the clock was set back',
    make: (clock) => new InMemorySeenUpdates({ clock: byTheWallClock(clock) }),
  },
  {
    what: 'refuses a confirmation whose first reply was lost',
    noticedBy: 'ignores a repeated confirm or release of a claim',
    make: onlyOnce('confirm'),
  },
  {
    what: 'refuses a release whose first reply was lost',
    noticedBy: 'ignores a repeated confirm or release of a claim',
    make: onlyOnce('release'),
  },
  {
    what: 'lets everybody have it',
    noticedBy: 'gives an update to its first claim, and reports it as busy to the next',
    make: changed((seen) => {
      seen.claim = () => Promise.resolve({ state: 'CLAIMED', claim: 'mine' })
    }),
  },
  {
    what: 'forgets a confirmed update with the lease of its claim',
    noticedBy: 'remembers a confirmed update',
    make: changed((seen) => {
      seen.confirm = () => Promise.resolve()
    }),
  },
  {
    what: 'gives nothing back',
    noticedBy: 'gives a released update to the next claim',
    make: changed((seen) => {
      seen.release = () => Promise.resolve()
    }),
  },
  {
    what: 'holds a claim for ever',
    noticedBy: 'frees a claim after its lease',
    make: changed((seen) => {
      const claim = seen.claim.bind(seen)
      seen.claim = (key) => claim(key, { leaseSeconds: 1e9 })
    }),
  },
  {
    what: 'extends nothing',
    noticedBy: 'holds an extended claim',
    make: changed((seen) => {
      seen.extend = () => Promise.resolve()
    }),
  },
  {
    what: 'drops the confirmation of a handler that was slow',
    noticedBy: 'accepts the confirmation of an expired claim until another one is made',
    make: (clock) => {
      const seen = new Careless(clock)
      const confirm = seen.confirm.bind(seen)
      seen.confirm = async (key, claim) => {
        if ((seen.entries.get(key)?.until ?? 0) > clock.monotonic()) await confirm(key, claim)
      }
      return seen
    },
  },
  {
    what: 'does not ask whose claim it is',
    noticedBy: 'ignores a lost claim after another one was made',
    make: (clock) => {
      const seen = new Careless(clock)
      seen.release = async (key) => void seen.entries.delete(key)
      return seen
    },
  },
  {
    what: 'lets a lost claim confirm',
    noticedBy: 'ignores a lost claim after another one was made',
    make: (clock) => {
      const seen = new Careless(clock)
      seen.confirm = async (key) => {
        const entry = seen.entries.get(key)
        if (entry) entry.seen = true
      }
      return seen
    },
  },
  {
    what: 'forgets a confirmed update when it is released afterwards',
    noticedBy: 'remembers a confirmed update after a late release',
    make: (clock) => new Careless(clock),
  },
  {
    what: 'holds what it never claimed once it is extended',
    noticedBy: 'ignores calls for an unknown update',
    make: holding('extend'),
  },
  {
    what: 'holds what it never claimed once it is released',
    noticedBy: 'ignores calls for an unknown update',
    make: holding('release'),
  },
  {
    what: 'remembers what it never claimed',
    noticedBy: 'ignores calls for an unknown update',
    make: (clock) => {
      const seen = new Careless(clock)
      seen.confirm = async (key, claim) => void seen.entries.set(key, { claim, until: 0, seen: true })
      return seen
    },
  },
  {
    what: 'compares keys without case',
    noticedBy: 'distinguishes updates by case and length',
    make: changed((seen) => {
      const [claim, confirm] = [seen.claim.bind(seen), seen.confirm.bind(seen)]
      seen.claim = (key, options) => claim(key.toLowerCase(), options)
      seen.confirm = (key, id) => confirm(key.toLowerCase(), id)
    }),
  },
  {
    what: 'looks first and claims later',
    noticedBy: 'gives an update to one of many concurrent claims',
    make: (clock) => {
      const seen = new Careless(clock)
      const claim = seen.claim.bind(seen)
      seen.claim = async (key, options) => {
        const held = seen.entries.get(key)
        await turn()
        if (!held) seen.entries.delete(key)
        return claim(key, options)
      }
      return seen
    },
  },
]

import { InMemorySpendingCounter } from '@social/core'
import type { Clock, SpendingCounter } from '@social/core/store'

import type { WrongStore } from './wrong-store.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Creates a correct counter, and replaces the methods that `wrong` returns. */
function counter(clock: Clock, wrong: (good: SpendingCounter) => Partial<SpendingCounter>): SpendingCounter {
  const good = new InMemorySpendingCounter({ clock })
  return {
    reserve: (...args) => good.reserve(...args),
    giveBack: (...args) => good.giveBack(...args),
    spent: (...args) => good.spent(...args),
    ...wrong(good),
  }
}

export const WRONG_SPENDING_COUNTERS: readonly WrongStore<SpendingCounter>[] = [
  {
    what: 'looks at the limit before and not after',
    noticedBy: 'reserves units up to the limit, and not one more',
    make: (clock) =>
      counter(clock, (good) => ({
        reserve: async (bucket, units, limit) => {
          if ((await good.spent(bucket, limit.perSeconds)) >= limit.units) return good.reserve(bucket, units, limit)
          return good.reserve(bucket, units, { ...limit, units: Infinity })
        },
      })),
  },
  {
    what: 'counts what it refuses',
    noticedBy: 'counts no units of a refused reservation',
    make: (clock) =>
      counter(clock, (good) => ({
        reserve: async (bucket, units, limit) => {
          const answer = await good.reserve(bucket, units, limit)
          if (!answer.ok) await good.reserve(bucket, units, { ...limit, units: Infinity })
          return answer
        },
      })),
  },
  {
    what: 'compares buckets without case',
    noticedBy: 'distinguishes buckets',
    make: (clock) =>
      counter(clock, (good) => ({
        reserve: (bucket, units, limit) => good.reserve(bucket.toLowerCase(), units, limit),
      })),
  },
  {
    what: 'gives nothing back',
    noticedBy: 'returns released units to their bucket',
    make: (clock) => counter(clock, () => ({ giveBack: () => Promise.resolve() })),
  },
  {
    what: 'counts below nothing',
    noticedBy: 'never counts below 0, and ignores unknown buckets',
    make: (clock) => {
      let extra = 0
      return counter(clock, (good) => ({
        giveBack: async (bucket, units, reservation) => {
          extra += units
          await good.giveBack(bucket, units, reservation)
        },
        reserve: (bucket, units, limit) => good.reserve(bucket, units, { ...limit, units: limit.units + extra }),
      }))
    },
  },
  {
    what: 'rejects for what it does not know',
    noticedBy: 'never counts below 0, and ignores unknown buckets',
    make: (clock) =>
      counter(clock, (good) => ({
        giveBack: async (bucket, units, reservation) => {
          if (bucket === 'another') throw new Error('no such bucket')
          await good.giveBack(bucket, units, reservation)
        },
      })),
  },
  {
    what: 'begins anew each half minute',
    noticedBy: 'counts units for the whole period, and not longer',
    make: (clock) =>
      counter(clock, (good) => ({
        reserve: (bucket, units, limit) => good.reserve(bucket, units, { ...limit, perSeconds: 30 }),
      })),
  },
  {
    what: 'always names the same moment',
    noticedBy: 'returns when units are available again, neither early nor much too late',
    make: (clock) =>
      counter(clock, (good) => ({
        reserve: async (bucket, units, limit) => {
          const answer = await good.reserve(bucket, units, limit)
          return answer.ok ? answer : { ok: false, freeAt: new Date(0) }
        },
      })),
  },
  {
    what: 'takes what lies ahead of the clock for the past',
    noticedBy: 'keeps counting after the wall clock was set back, but not forever',
    make: (clock) => {
      let last = clock.now().getTime()
      let fresh = new InMemorySpendingCounter({ clock })
      return counter(clock, () => ({
        reserve: (...args) => {
          const now = clock.now().getTime()
          if (now < last) fresh = new InMemorySpendingCounter({ clock })
          last = now
          return fresh.reserve(...args)
        },
        giveBack: (...args) => fresh.giveBack(...args),
        spent: (...args) => fresh.spent(...args),
      }))
    },
  },
  {
    what: 'reads first and counts later',
    noticedBy: 'never exceeds the limit with concurrent reservations',
    make: (clock) =>
      counter(clock, (good) => ({
        reserve: async (bucket, units, limit) => {
          const spent = await good.spent(bucket, limit.perSeconds)
          await turn()
          if (spent + units > limit.units) return good.reserve(bucket, units, limit)
          return good.reserve(bucket, units, { ...limit, units: Infinity })
        },
      })),
  },
]

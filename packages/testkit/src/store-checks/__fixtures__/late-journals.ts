import { InMemoryPublishJournal } from '@social/core'
import { ConfigError, type PublishJournal } from '@social/core/store'

import type { FakeClock } from '../../time/fake-clock.js'
import { byTheWallClock, type WrongStore } from './wrong-store.js'

const changed =
  (change: (journal: InMemoryPublishJournal) => void) =>
  (clock: FakeClock): PublishJournal => {
    const journal = new InMemoryPublishJournal({ clock })
    change(journal)
    return journal
  }

/** Creates a journal that refuses a repeated call of `method` with the same claim and receipt. */
const onlyOnce = (method: 'save' | 'finish' | 'release') =>
  changed((journal) => {
    const used = new Set<string>()
    const refuseAgain = (claim: string, receipt: unknown): void => {
      if (used.has(claim + JSON.stringify(receipt))) throw new ConfigError('It is there already.')
      used.add(claim + JSON.stringify(receipt))
    }
    const save = journal.save.bind(journal)
    const finish = journal.finish.bind(journal)
    const release = journal.release.bind(journal)
    if (method === 'save')
      journal.save = async (key, claim, receipt, lease) => {
        refuseAgain(claim, receipt)
        await save(key, claim, receipt, lease)
      }
    if (method === 'finish')
      journal.finish = async (key, claim, result) => {
        refuseAgain(claim, null)
        await finish(key, claim, result)
      }
    if (method === 'release')
      journal.release = async (key, claim) => {
        refuseAgain(claim, null)
        await release(key, claim)
      }
  })

/** Creates a journal that returns a resumed entry without its receipt if `isLost` returns true. */
const losing = (isLost: (clock: FakeClock, openedAt: number) => boolean) => (clock: FakeClock) => {
  const journal = new InMemoryPublishJournal({ clock })
  const openedAt = new Map<string, number>()
  const open = journal.open.bind(journal)
  journal.open = async (key, print, lease) => {
    const entry = await open(key, print, lease)
    const before = openedAt.get(key.idempotencyKey) ?? clock.monotonic()
    openedAt.set(key.idempotencyKey, clock.monotonic())
    return entry.state === 'CONTINUE' && isLost(clock, before) ? { ...entry, receipt: null } : entry
  }
  return journal
}

/**
 * Defective journals: they fail for repeated calls, expired leases, or changes of the wall clock.
 */
export const LATE_JOURNALS: readonly WrongStore<PublishJournal>[] = [
  {
    what: 'loses the receipt of an entry that was given up',
    noticedBy: 'returns the receipt to the worker that resumes',
    make: losing((clock, openedAt) => clock.monotonic() === openedAt),
  },
  {
    what: 'loses the receipt of a worker whose lease ran out',
    noticedBy: 'frees an entry after its lease: NEW without a receipt, CONTINUE with one',
    make: losing((clock, openedAt) => clock.monotonic() > openedAt),
  },
  {
    what: 'refuses a result whose first reply was lost',
    noticedBy: 'accepts a repeated finish of the same worker, and keeps the first result',
    make: onlyOnce('finish'),
  },
  {
    what: 'takes any second result of the worker that finished',
    noticedBy: 'accepts a repeated finish of the same worker, and keeps the first result',
    make: changed((journal) => {
      const done = new Set<string>()
      const finish = journal.finish.bind(journal)
      journal.finish = async (key, claim, result) => {
        if (done.has(claim)) return
        await finish(key, claim, result)
        done.add(claim)
      }
    }),
  },
  {
    what: 'refuses a receipt whose first reply was lost',
    noticedBy: 'accepts a repeated save of a receipt',
    make: onlyOnce('save'),
  },
  {
    what: 'refuses to release what is no longer in hand',
    noticedBy: 'ignores the release of an entry that is released, deleted, finished or taken over',
    make: onlyOnce('release'),
  },
  {
    what: 'counts leases by the wall clock',
    noticedBy: 'frees an entry at most one lease after a read if the clock was set back',
    make: (clock) => new InMemoryPublishJournal({ clock: byTheWallClock(clock) }),
  },
  {
    what: 'refuses a result that is written down in one step again',
    noticedBy: 'with finishNew, accepts a repeated result and refuses another one',
    make: changed((journal) => {
      const known = new Set<string>()
      const finishNew = journal.finishNew.bind(journal)
      journal.finishNew = async (key, print, result) => {
        if (known.has(JSON.stringify(key))) throw new ConfigError('It is there already.')
        known.add(JSON.stringify(key))
        await finishNew(key, print, result)
      }
    }),
  },
  {
    what: 'replaces a result that is written down in one step',
    noticedBy: 'with finishNew, accepts a repeated result and refuses another one',
    make: changed((journal) => {
      journal.finishNew = async (key, print, result) => {
        await journal.forgetBefore(new Date('2200-01-01T00:00:00Z'))
        const entry = await journal.open(key, print, { leaseSeconds: 60 })
        if ('claim' in entry) await journal.finish(key, entry.claim, result)
      }
    }),
  },
]

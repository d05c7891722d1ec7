import { InMemoryPublishJournal } from '@social/core'
import type { JournalEntry, JournalKey, JsonObject, PublishJournal } from '@social/core/store'

import type { FakeClock } from '../../time/fake-clock.js'
import { GREEDY_JOURNALS } from './greedy-journals.js'
import { LATE_JOURNALS } from './late-journals.js'
import type { WrongStore } from './wrong-store.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const changed =
  (change: (journal: InMemoryPublishJournal, clock: FakeClock) => void) =>
  (clock: FakeClock): PublishJournal => {
    const journal = new InMemoryPublishJournal({ clock })
    change(journal, clock)
    return journal
  }

/** Creates a journal that changes the entry returned by `open`. */
const answering = (answer: (entry: JournalEntry, key: JournalKey) => JournalEntry | Promise<JournalEntry>) =>
  changed((journal) => {
    const open = journal.open.bind(journal)
    journal.open = async (key, print, lease) => answer(await open(key, print, lease), key)
  })

/**
 * Creates a journal that replaces the key in `open`, so that entries are stored under a wrong key.
 */
const filedAs = (name: (key: JournalKey) => JournalKey) =>
  changed((journal) => {
    const open = journal.open.bind(journal)
    journal.open = (key, print, lease) => open(name(key), print, lease)
  })

/**
 * Creates a journal whose `methods` accept an outdated claim: they use the newest claim of the key
 * instead.
 */
const trustingAnybody = (methods: readonly ('save' | 'finish')[]) =>
  changed((journal) => {
    const newest = new Map<string, string>()
    const open = journal.open.bind(journal)
    journal.open = async (key, print, lease) => {
      const entry = await open(key, print, lease)
      if ('claim' in entry) newest.set(JSON.stringify(key), entry.claim)
      return entry
    }
    const [save, finish] = [journal.save.bind(journal), journal.finish.bind(journal)]
    const claimOf = (key: JournalKey, claim: string): string => newest.get(JSON.stringify(key)) ?? claim
    if (methods.includes('save'))
      journal.save = (key, claim, receipt, lease) => save(key, claimOf(key, claim), receipt, lease)
    if (methods.includes('finish')) journal.finish = (key, claim, result) => finish(key, claimOf(key, claim), result)
  })

export const WRONG_JOURNALS: readonly WrongStore<PublishJournal>[] = [
  ...LATE_JOURNALS,
  ...GREEDY_JOURNALS,
  {
    what: 'starts with an empty receipt instead of none',
    noticedBy: 'opens an unused key as NEW, without a receipt',
    make: answering((entry) => (entry.state === 'NEW' ? { ...entry, receipt: {} } : entry)),
  },
  {
    what: 'forgets what is written down in one step',
    noticedBy: 'with finishNew, stores a result in one step',
    make: changed((journal) => {
      journal.finishNew = () => Promise.resolve()
    }),
  },
  {
    what: 'extends the lease of whoever asks',
    noticedBy: 'reports a busy key to a second worker, with the end of the lease',
    make: changed((journal, clock) => {
      const open = journal.open.bind(journal)
      journal.open = async (key, print, lease) => {
        const entry = await open(key, print, lease)
        if (entry.state !== 'BUSY') return entry
        return { ...entry, freeAt: new Date(clock.now().getTime() + lease.leaseSeconds * 1000) }
      }
    }),
  },
  {
    what: 'keeps the first receipt',
    noticedBy: 'returns the receipt to the worker that resumes',
    make: changed((journal) => {
      const save = journal.save.bind(journal)
      const first = new Map<string, JsonObject>()
      journal.save = (key, claim, receipt, lease) => {
        const kept = first.get(claim) ?? receipt
        if (receipt) first.set(claim, kept ?? receipt)
        return save(key, claim, receipt && kept, lease)
      }
    }),
  },
  {
    what: 'keeps an entry that was given up without a receipt',
    noticedBy: 'deletes an entry that is released without a receipt, with its fingerprint',
    make: changed((journal) => {
      const release = journal.release.bind(journal)
      const [kept, prints] = [new Set<string>(), new Map<string, string>()]
      const open = journal.open.bind(journal)
      journal.open = async (key, print, lease) => {
        const before = prints.get(JSON.stringify(key))
        if (kept.has(JSON.stringify(key)) && before !== print) return { state: 'CONFLICT' }
        prints.set(JSON.stringify(key), print)
        return open(key, print, lease)
      }
      journal.release = async (key, claim) => {
        kept.add(JSON.stringify(key))
        await release(key, claim)
      }
    }),
  },
  {
    what: 'does not take a receipt back',
    noticedBy: 'deletes a receipt with null',
    make: changed((journal) => {
      const save = journal.save.bind(journal)
      journal.save = async (key, claim, receipt, lease) => {
        if (receipt) await save(key, claim, receipt, lease)
      }
    }),
  },
  {
    what: 'gives a result back without what is null in it',
    noticedBy: 'returns the first result for every later open',
    make: answering((entry) => {
      if (entry.state !== 'DONE') return entry
      const result = Object.fromEntries(Object.entries(entry.result).filter(([, value]) => value !== null))
      return { state: 'DONE', result }
    }),
  },
  {
    what: 'does not compare what is published',
    noticedBy: 'reports a key of another post as a conflict, whether held, released or finished',
    make: changed((journal) => {
      const open = journal.open.bind(journal)
      journal.open = (key, _print, lease) => open(key, 'any', lease)
    }),
  },
  {
    what: 'never frees an entry',
    noticedBy: 'frees an entry after its lease: NEW without a receipt, CONTINUE with one',
    make: changed((journal) => {
      const open = journal.open.bind(journal)
      journal.open = (key, print) => open(key, print, { leaseSeconds: 1e9 })
    }),
  },
  {
    what: 'does not extend the lease when a receipt is saved',
    noticedBy: 'extends the lease with each save',
    make: changed((journal) => {
      const save = journal.save.bind(journal)
      journal.save = (key, claim, receipt) => save(key, claim, receipt, { leaseSeconds: 0.001 })
    }),
  },
  {
    what: 'refuses a slow worker although nobody else has the entry',
    noticedBy: 'accepts writes of a worker with an expired lease until another worker claims the entry',
    make: changed((journal, clock) => {
      const ends = new Map<string, number>()
      const [open, save] = [journal.open.bind(journal), journal.save.bind(journal)]
      journal.open = async (key, print, lease) => {
        const entry = await open(key, print, lease)
        if ('claim' in entry) ends.set(entry.claim, clock.monotonic() + lease.leaseSeconds)
        return entry
      }
      journal.save = async (key, claim, receipt, lease) => {
        if ((ends.get(claim) ?? 0) < clock.monotonic()) throw new Error('too late')
        await save(key, claim, receipt, lease)
      }
    }),
  },
  {
    what: 'takes receipts from workers that lost the entry',
    noticedBy: 'refuses writes of a worker after another one took over the entry',
    make: trustingAnybody(['save']),
  },
  {
    what: 'takes results from workers that lost the entry',
    noticedBy: 'refuses writes of a worker after another one took over the entry',
    make: trustingAnybody(['finish']),
  },
  {
    what: 'lets a late result replace the first',
    noticedBy: 'does not let a late worker change a finished entry',
    make: changed((journal) => {
      const results = new Map<string, JsonObject>()
      const [open, finish] = [journal.open.bind(journal), journal.finish.bind(journal)]
      journal.open = async (key, print, lease) => {
        const entry = await open(key, print, lease)
        return entry.state === 'DONE' ? { ...entry, result: results.get(JSON.stringify(key)) ?? entry.result } : entry
      }
      journal.finish = async (key, claim, result) => {
        results.set(JSON.stringify(key), result)
        await finish(key, claim, result)
      }
    }),
  },
  {
    what: 'glues the parts of a key together',
    noticedBy: 'distinguishes keys by each of their three parts',
    make: filedAs((key) => ({ ...key, connectionId: `${key.connectionId}:${key.operation}`, operation: '' })),
  },
  {
    what: 'takes receipts of any size',
    noticedBy: 'refuses a receipt over 16 KiB, so that one network cannot fill the store',
    make: changed((journal) => {
      const save = journal.save.bind(journal)
      journal.save = (key, claim, receipt, lease) => save(key, claim, receipt && { step: 'any' }, lease)
    }),
  },
  {
    what: 'forgets what is in hand',
    noticedBy: 'deletes entries last touched before a time, but never held ones',
    make: (clock) => {
      let journal = new InMemoryPublishJournal({ clock })
      return {
        open: (key, print, lease) => journal.open(key, print, lease),
        save: (key, claim, receipt, lease) => journal.save(key, claim, receipt, lease),
        finish: (key, claim, result) => journal.finish(key, claim, result),
        claimPost: (...given) => journal.claimPost(...given),
        release: (key, claim) => journal.release(key, claim),
        forgetBefore: async (moment) => {
          const forgotten = await journal.forgetBefore(moment)
          if (forgotten > 0) journal = new InMemoryPublishJournal({ clock })
          return forgotten
        },
      }
    },
  },
  {
    what: 'looks first and claims later',
    noticedBy: 'gives an entry to one of many concurrent opens',
    make: changed((journal) => {
      const known = new Set<string>()
      const open = journal.open.bind(journal)
      journal.open = async (key, print, lease) => {
        const isNew = !known.has(JSON.stringify(key))
        await turn()
        known.add(JSON.stringify(key))
        if (isNew) return { state: 'NEW', claim: 'mine', receipt: null }
        return open(key, print, lease)
      }
    }),
  },
  {
    what: 'gives what was given up to everybody',
    noticedBy: 'gives a released entry to one of many concurrent opens',
    make: answering((entry) =>
      entry.state === 'BUSY' ? { state: 'CONTINUE', claim: 'mine', receipt: { step: 'WAIT' } } : entry,
    ),
  },
]

import { expect, it, vi } from 'vitest'

import type { JournalKey } from '../contract/index.js'
import { Deadline } from '../http/time/deadline.js'
import { InstantClock } from '../tokens/__fixtures__/a-keeper.js'
import { InMemoryPublishJournal } from './in-memory-journal.js'
import { LEASE_SECONDS, type ReceiptBookParts } from './journal-place.js'
import { ReceiptBook } from './receipt-book.js'

const KEY = { connectionId: 'sample:1', operation: 'post', idempotencyKey: 'launch' }
const LEASE = { leaseSeconds: LEASE_SECONDS }

async function aBook(clock: InstantClock) {
  const journal = new InMemoryPublishJournal({ clock })
  const entry = await journal.open(KEY, 'f1', LEASE)
  if (entry.state !== 'NEW') throw new Error('The entry should be new.')
  return bookOf({ key: KEY, claim: entry.claim, journal, inFlight: new Set(), clock })
}

function bookOf({
  clock,
  journal,
  ...given
}: Pick<ReceiptBookParts, 'key' | 'claim' | 'inFlight'> & {
  readonly clock: InstantClock
  readonly journal: InMemoryPublishJournal
}) {
  const deadline = new Deadline({ clock, seconds: Number.POSITIVE_INFINITY })
  const book = new ReceiptBook({
    ...given,
    journal,
    clock,
    platform: 'sample',
    fingerprint: 'f1',
    files: null,
    receipt: null,
    bound: (work) => deadline.race(work),
  })
  return { book, journal }
}

const state = async (journal: InMemoryPublishJournal) => (await journal.open(KEY, 'f1', LEASE)).state
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Advances the clock in steps, so that waiting code runs in between. */
async function pass(clock: InstantClock, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    clock.advance(10)
    await turn()
  }
}

it('keeps its claim for the duration of the call, by the clock of the client', async () => {
  const clock = new InstantClock()
  const { book, journal } = await aBook(clock)
  await pass(clock, LEASE_SECONDS * 5)
  expect(await state(journal)).toBe('BUSY')

  book.close()
  await pass(clock, LEASE_SECONDS)
  expect(await state(journal)).toBe('NEW')
})

it('waits for the next extension as for a time limit, which a clock that advances on sleep does not skip', async () => {
  const clock = new InstantClock()
  const sleep = vi.spyOn(clock, 'sleep')
  const { book } = await aBook(clock)
  expect(sleep.mock.calls.map(([, options]) => options?.isLimit)).toEqual([true])
  book.close()
})

it('may be taken over only if no extension reached the journal for a whole lease', async () => {
  const clock = new InstantClock()
  const { book, journal } = await aBook(clock)
  await pass(clock, LEASE_SECONDS * 5)
  expect(book.mayBeTakenOver).toBe(false)

  vi.spyOn(journal, 'save').mockRejectedValue(new Error('the database is away'))
  await pass(clock, LEASE_SECONDS * 2)
  expect(book.mayBeTakenOver).toBe(true)
  book.close()
})

it('keeps its claim in the journal while a lost post is queried', async () => {
  const clock = new InstantClock()
  const { book, journal } = await aBook(clock)
  book.stopSending()
  await pass(clock, LEASE_SECONDS * 2)
  expect([await state(journal), book.mayBeTakenOver]).toEqual(['BUSY', false])
  book.close()
})

it('may be taken over after sending has ended, if no extension reached the journal for a whole lease', async () => {
  const clock = new InstantClock()
  const { book, journal } = await aBook(clock)
  book.stopSending()
  vi.spyOn(journal, 'save').mockRejectedValue(new Error('the database is away'))
  await pass(clock, LEASE_SECONDS * 2)
  expect(book.mayBeTakenOver).toBe(true)
  book.close()
})

/** Lets another key claim the post of this key, and returns the result of `claimPost`. */
async function claimOfAnother(
  journal: InMemoryPublishJournal,
  inFlight: Set<JournalKey>,
  clock: InstantClock,
) {
  const key = { ...KEY, idempotencyKey: 'another' }
  const entry = await journal.open(key, 'f1', LEASE)
  if (!('claim' in entry)) throw new Error('The entry should be free.')
  const { book } = bookOf({ key, claim: entry.claim, journal, inFlight, clock })
  try {
    return (await book.claimPost([{ id: '7', ageSeconds: 30 }], { pick: 'FIRST' })).state
  } finally {
    book.close()
    await journal.release(key, entry.claim)
  }
}

it('awaits its response until the result is stored: no other key may claim the post', async () => {
  const clock = new InstantClock()
  const { book, journal } = await aBook(clock)
  await book.begin({ data: {} })
  await book.end('DONE')
  await pass(clock, 30)
  expect(await claimOfAnother(journal, new Set(), clock)).toBe('BUSY')

  await book.finish({ id: '7' }, '7')
  expect(await claimOfAnother(journal, new Set(), clock)).toBe('TAKEN')
  book.close()
})

it('blocks other keys while a new key awaits its response, but not the new key itself', async () => {
  const clock = new InstantClock()
  const journal = new InMemoryPublishJournal({ clock })
  const inFlight = new Set<JournalKey>()
  const { book } = bookOf({ key: KEY, claim: null, journal, inFlight, clock })
  await book.begin({ data: {} })
  await book.end('DONE')
  expect(await claimOfAnother(journal, inFlight, clock)).toBe('BUSY')
  expect(await book.claimPost([{ id: '7', ageSeconds: 30 }], { pick: 'FIRST' })).toMatchObject({
    state: 'OWNED',
  })
  book.close()
})

it('leaves no waits behind once it is closed', async () => {
  const clock = new InstantClock()
  const { book } = await aBook(clock)
  await pass(clock, LEASE_SECONDS)
  expect(clock.limits).toBe(1)

  book.close()
  expect(clock.limits).toBe(0)
})

it('does not extend forever on a clock whose waits take no time', async () => {
  const clock = new InstantClock()
  const sleep = vi.spyOn(clock, 'sleep').mockResolvedValue()
  const { book } = await aBook(clock)
  await turn()
  // One call is the wait before the extension. The other call is the time limit of the extension.
  expect(sleep).toHaveBeenCalledTimes(2)
  book.close()
})

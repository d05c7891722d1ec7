import { beforeEach, describe, expect, it } from 'vitest'

import { ConfigError, NetworkError } from '../errors/index.js'
import { ManualClock } from '../events/__fixtures__/manual-clock.js'
import type { Receipt } from '../models/index.js'
import { InMemoryPublishJournal } from './in-memory-journal.js'
import { LEASE_SECONDS } from './journal-place.js'
import type { ReceiptBookParts } from './journal-place.js'
import { ReceiptBook } from './receipt-book.js'

const KEY = { connectionId: 'sample:1', operation: 'post', idempotencyKey: 'launch' }
const IN_AN_HOUR = new Date('2026-03-01T13:00:00Z')

let clock: ManualClock
let journal: InMemoryPublishJournal

beforeEach(() => {
  clock = new ManualClock()
  journal = new InMemoryPublishJournal({ clock })
})

/** Makes a book for an entry that is claimed, or for a new key without an entry. */
async function aBook(more: Partial<ReceiptBookParts> = {}): Promise<ReceiptBook> {
  const entry = more.claim === null ? null : await journal.open(KEY, 'f1', { leaseSeconds: LEASE_SECONDS })
  const claim = entry?.state === 'NEW' ? entry.claim : null
  return new ReceiptBook({
    journal,
    key: KEY,
    fingerprint: 'f1',
    files: null,
    claim,
    platform: 'sample',
    clock,
    receipt: null,
    inFlight: new Set(),
    bound: (work) => work,
    ...more,
  })
}

describe('a bug in a platform is reported with its name', () => {
  it('two concurrent visible requests', async () => {
    const book = await aBook()
    await book.begin({ data: {} })
    expect(() => book.begin({ data: {} })).toThrow(
      expect.objectContaining({ code: 'CONFIG', platform: 'sample' }),
    )
    await book.end('DONE')
    book.close()
  })

  it('a step after the visible request', async () => {
    const book = await aBook()
    await book.begin({ data: {} })
    await book.end('OPEN')
    expect(() => book.checkpoint({ step: 'WAIT', data: {} })).toThrow(
      expect.objectContaining({ code: 'CONFIG', platform: 'sample' }),
    )
    expect(() => book.checkpoint({ step: 'WAIT', data: {} })).toThrow(ConfigError)
    book.close()
  })
})

describe.each<[string, (book: ReceiptBook) => void]>([
  ['abandoned', (book) => book.stopSending()],
  ['over', (book) => book.close()],
])('a call that is %s', (_what, end) => {
  it('sends nothing more and reports that nothing was sent', async () => {
    const book = await aBook()
    end(book)
    expect(() => book.begin({ data: {} })).toThrow(NetworkError)
    expect(() => book.begin({ data: {} })).toThrow(
      expect.objectContaining({ platform: 'sample', delivery: 'NOT_SENT' }),
    )
    expect(book.isOpen).toBe(false)
    book.close()
  })

  it('stores nothing more', async () => {
    const book = await aBook()
    end(book)
    expect(() => book.checkpoint({ step: 'PREPARE', data: {} })).toThrow(NetworkError)
    book.close()
  })
})

describe('a worker that was suspended longer than its lease', () => {
  it('does not send the request, and withdraws the receipt', async () => {
    const book = await aBook()
    // Storing the receipt takes longer than the lease.
    const save = journal.save.bind(journal)
    journal.save = async (...given) => {
      clock.stall(LEASE_SECONDS)
      await save(...given)
    }
    await expect(book.begin({ data: { id: 'mine' } })).rejects.toMatchObject({
      platform: 'sample',
      delivery: 'NOT_SENT',
    })
    expect(book.isOpen).toBe(false)
    expect(book.receipt).toBeNull()
    book.close()
  })

  it('detects it exactly at the end of the lease, and never with a new key', async () => {
    const book = await aBook()
    const own = await aBook({ claim: null })
    clock.stall(LEASE_SECONDS - 1)
    expect(book.mayBeTakenOver).toBe(false)
    clock.stall(1)
    expect([book.mayBeTakenOver, own.mayBeTakenOver]).toEqual([true, false])
    book.close()
  })
})

describe('writes', () => {
  it('run one after the other, the latest receipt last, and a release waits for them', async () => {
    const written: unknown[] = []
    const held: (() => void)[] = []
    const save = journal.save.bind(journal)
    journal.save = async (key, claim, record, options) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await save(key, claim, record, options)
      written.push(record?.['data'] ?? null)
    }
    const book = await aBook()
    const first = book.checkpoint({ step: 'PREPARE', data: { n: 1 } })
    const second = book.checkpoint({ step: 'WAIT', data: { n: 2 } })
    const given = book.release()
    for (let n = 0; n < 3; n += 1) {
      await clock.advance(0)
      expect(held).toHaveLength(1)
      held.pop()?.()
    }
    await Promise.all([first, second, given])
    // Each write stores the receipt that is the latest when the write starts.
    expect(written).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }])
    expect(await journal.open(KEY, 'f1', { leaseSeconds: 60 })).toMatchObject({
      state: 'CONTINUE',
      receipt: { step: 'WAIT', data: { n: 2 } },
    })
    book.close()
  })
})

describe('a repeat of the visible request', () => {
  const receipt: Receipt = {
    version: 1,
    platform: 'sample',
    step: 'FINISH',
    data: {},
    createdAt: new Date('2026-03-01T11:00:00Z'),
    repeatableUntil: IN_AN_HOUR,
    files: null,
  }

  it.each([
    ['before the end of its period', { ...receipt }, true],
    [
      'exactly at the end of its period',
      { ...receipt, repeatableUntil: new Date('2026-03-01T12:00:00Z') },
      false,
    ],
    ['without such a period', { ...receipt, repeatableUntil: null }, false],
    ['created at the same time', { ...receipt, createdAt: new Date('2026-03-01T12:00:00Z') }, true],
    ['created by a clock that is ahead', { ...receipt, createdAt: new Date('2026-03-01T12:00:01Z') }, false],
  ])('is harmless or not: %s', async (_what, earlier, isHarmless) => {
    const book = await aBook({ claim: null })
    expect(book.isRepeatable(earlier)).toBe(isHarmless)
  })

  it.each([
    ['a later end', new Date('2026-03-01T14:00:00Z'), IN_AN_HOUR],
    ['an earlier end', new Date('2026-03-01T12:30:00Z'), new Date('2026-03-01T12:30:00Z')],
    ['none', undefined, null],
  ])(
    'never extends the period in which the first attempt counts: %s',
    async (_what, repeatableUntil, kept) => {
      const book = await aBook({ claim: null, receipt })
      await book.begin({ data: {}, ...(repeatableUntil && { repeatableUntil }) })
      expect(book.receipt).toMatchObject({ createdAt: receipt.createdAt, repeatableUntil: kept })
    },
  )
})

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

/** A book whose entry is claimed, or one under a new key. */
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

describe('a mistake of the platform is told with its name', () => {
  it('two visible requests at once', async () => {
    const book = await aBook()
    await book.begin({ data: {} })
    expect(() => book.begin({ data: {} })).toThrow(
      expect.objectContaining({ code: 'CONFIG', platform: 'sample' }),
    )
    await book.end('DONE')
    book.close()
  })

  it('a step behind the visible request', async () => {
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
  ['given up', (book) => book.stopSending()],
  ['over', (book) => book.close()],
])('a call that is %s', (_what, end) => {
  it('sends nothing any more, and says that nothing was sent', async () => {
    const book = await aBook()
    end(book)
    expect(() => book.begin({ data: {} })).toThrow(NetworkError)
    expect(() => book.begin({ data: {} })).toThrow(
      expect.objectContaining({ platform: 'sample', delivery: 'NOT_SENT' }),
    )
    expect(book.isOpen).toBe(false)
    book.close()
  })

  it('writes nothing down any more', async () => {
    const book = await aBook()
    end(book)
    expect(() => book.checkpoint({ step: 'PREPARE', data: {} })).toThrow(NetworkError)
    book.close()
  })
})

describe('a worker that slept for longer than its lease', () => {
  it('does not send what another one may be asking about, and takes the receipt back', async () => {
    const book = await aBook()
    // The write itself took longer than the lease.
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

  it('knows it from that very second on, and not under a key that nobody else has', async () => {
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
  it('come one after the other, the newest receipt last, and giving up waits for them', async () => {
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
    // Each writes what is newest by then.
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
    ['before its time is up', { ...receipt }, true],
    ['at its very end', { ...receipt, repeatableUntil: new Date('2026-03-01T12:00:00Z') }, false],
    ['where it never is harmless', { ...receipt, repeatableUntil: null }, false],
    ['made this very moment', { ...receipt, createdAt: new Date('2026-03-01T12:00:00Z') }, true],
    ['made by a clock that is ahead', { ...receipt, createdAt: new Date('2026-03-01T12:00:01Z') }, false],
  ])('is harmless or not: %s', async (_what, earlier, isHarmless) => {
    const book = await aBook({ claim: null })
    expect(book.isRepeatable(earlier)).toBe(isHarmless)
  })

  it.each([
    ['a later one', new Date('2026-03-01T14:00:00Z'), IN_AN_HOUR],
    ['a sooner one', new Date('2026-03-01T12:30:00Z'), new Date('2026-03-01T12:30:00Z')],
    ['none', undefined, null],
  ])(
    'never makes the time longer in which the first try counts: %s',
    async (_what, repeatableUntil, kept) => {
      const book = await aBook({ claim: null, receipt })
      await book.begin({ data: {}, ...(repeatableUntil && { repeatableUntil }) })
      expect(book.receipt).toMatchObject({ createdAt: receipt.createdAt, repeatableUntil: kept })
    },
  )
})

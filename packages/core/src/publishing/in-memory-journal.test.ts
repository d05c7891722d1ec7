import { beforeEach, describe, expect, it } from 'vitest'

import type { Clock, JournalEntry } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { InMemoryPublishJournal } from './in-memory-journal.js'
import { MAX_RECEIPT_BYTES } from './receipt-text.js'

const KEY = { connectionId: 'mastodon:social.example:42', operation: 'post', idempotencyKey: 'launch' }
const LEASE = { leaseSeconds: 60 }
const START = Date.parse('2026-03-01T12:00:00Z')

let seconds: number
let journal: InMemoryPublishJournal

const clock: Clock = {
  now: () => new Date(START + seconds * 1000),
  monotonic: () => seconds,
  sleep: () => Promise.reject(new Error('The journal never waits.')),
}

beforeEach(() => {
  seconds = 0
  journal = new InMemoryPublishJournal({ clock })
})

function key(idempotencyKey: string) {
  return { ...KEY, idempotencyKey }
}

function claimOf(entry: JournalEntry): string {
  if (entry.state === 'NEW' || entry.state === 'CONTINUE') return entry.claim
  throw new Error(`expected a claim, got ${entry.state}`)
}

async function finished(idempotencyKey: string): Promise<void> {
  const claim = claimOf(await journal.open(key(idempotencyKey), 'print', LEASE))
  await journal.finish(key(idempotencyKey), claim, { id: idempotencyKey })
}

describe('opening an entry', () => {
  it('is new the first time, without a receipt', async () => {
    const entry = await journal.open(KEY, 'print', LEASE)

    expect(entry).toEqual({ state: 'NEW', claim: expect.any(String), receipt: null })
  })

  it('is busy while another claim is held, and reports when it becomes free', async () => {
    await journal.open(KEY, 'print', LEASE)
    seconds = 20

    const entry = await journal.open(KEY, 'print', LEASE)

    expect(entry).toEqual({ state: 'BUSY', freeAt: new Date(START + 60_000) })
  })

  it('returns the first result once it is completed', async () => {
    await finished('launch')

    expect(await journal.open(KEY, 'print', LEASE)).toEqual({ state: 'DONE', result: { id: 'launch' } })
  })

  it('is a conflict for other content, whether held or completed', async () => {
    await journal.open(KEY, 'print', LEASE)
    await finished('other')

    expect(await journal.open(KEY, 'another print', LEASE)).toEqual({ state: 'CONFLICT' })
    expect(await journal.open(key('other'), 'another print', LEASE)).toEqual({ state: 'CONFLICT' })
  })

  it('resumes from the receipt when the lease of the last worker expired', async () => {
    const claim = claimOf(await journal.open(KEY, 'print', LEASE))
    await journal.save(KEY, claim, { step: 'WAIT' }, LEASE)
    seconds = 60

    const entry = await journal.open(KEY, 'print', LEASE)

    expect(entry).toEqual({ state: 'CONTINUE', claim: expect.any(String), receipt: { step: 'WAIT' } })
    expect(claimOf(entry)).not.toBe(claim)
  })

  it('starts from the beginning when the lease expired before anything was stored', async () => {
    await journal.open(KEY, 'print', LEASE)
    seconds = 61

    expect((await journal.open(KEY, 'print', LEASE)).state).toBe('NEW')
  })

  it.each([
    { connectionId: 'mastodon:social.example:43' },
    { operation: 'reply' },
    { idempotencyKey: 'other' },
  ])('distinguishes entries that differ in %o', async (difference) => {
    await journal.open(KEY, 'print', LEASE)

    expect((await journal.open({ ...KEY, ...difference }, 'print', LEASE)).state).toBe('NEW')
  })

  it('grants one claim to many concurrent workers', async () => {
    const entries = await Promise.all(Array.from({ length: 20 }, () => journal.open(KEY, 'print', LEASE)))

    expect(entries.filter(({ state }) => state === 'NEW')).toHaveLength(1)
    expect(entries.filter(({ state }) => state === 'BUSY')).toHaveLength(19)
  })
})

describe('saving a receipt', () => {
  it('extends the lease', async () => {
    const claim = claimOf(await journal.open(KEY, 'print', LEASE))
    seconds = 50
    await journal.save(KEY, claim, { step: 'PREPARE' }, LEASE)
    seconds = 109

    expect(await journal.open(KEY, 'print', LEASE)).toEqual({
      state: 'BUSY',
      freeAt: new Date(START + 110_000),
    })
  })

  it('removes it with null', async () => {
    const claim = claimOf(await journal.open(KEY, 'print', LEASE))
    await journal.save(KEY, claim, { step: 'PREPARE' }, LEASE)
    await journal.save(KEY, claim, null, LEASE)
    seconds = 61

    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({ state: 'NEW', receipt: null })
  })

  it('stores a copy that later changes do not affect', async () => {
    const claim = claimOf(await journal.open(KEY, 'print', LEASE))
    const data = { ids: ['1'] }
    await journal.save(KEY, claim, data, LEASE)
    data.ids.push('2')
    seconds = 61

    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({ receipt: { ids: ['1'] } })
  })

  it('accepts 16 KiB of JSON, refuses one byte more and keeps the previous receipt', async () => {
    const claim = claimOf(await journal.open(KEY, 'print', LEASE))
    const fits = { text: 'é'.repeat((MAX_RECEIPT_BYTES - '{"text":""}'.length - 1) / 2) + 'e' }
    await journal.save(KEY, claim, fits, LEASE)

    await expect(journal.save(KEY, claim, { text: `${fits.text}e` }, LEASE)).rejects.toThrow(
      'The receipt has 16385 bytes of JSON; the maximum is 16384.',
    )
    seconds = 61
    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({ receipt: fits })
  })
})

describe('a claim that was taken over', () => {
  it.each([
    ['save', (claim: string) => journal.save(KEY, claim, {}, LEASE)],
    ['finish', (claim: string) => journal.finish(KEY, claim, {})],
  ])('can no longer %s, and changes nothing', async (_name, use) => {
    const stale = claimOf(await journal.open(KEY, 'print', LEASE))
    await journal.save(KEY, stale, { step: 'WAIT' }, LEASE)
    seconds = 61
    await journal.open(KEY, 'print', LEASE)

    await expect(use(stale)).rejects.toThrow(ConfigError)

    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({ state: 'BUSY' })
  })

  it('releases nothing and changes nothing', async () => {
    const stale = claimOf(await journal.open(KEY, 'print', LEASE))
    seconds = 61
    await journal.open(KEY, 'print', LEASE)

    await journal.release(KEY, stale)

    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({ state: 'BUSY' })
  })

  it('remains valid after its lease until another worker takes the entry', async () => {
    const claim = claimOf(await journal.open(KEY, 'print', LEASE))
    seconds = 600

    await journal.finish(KEY, claim, { id: '1' })

    expect(await journal.open(KEY, 'print', LEASE)).toEqual({ state: 'DONE', result: { id: '1' } })
  })
})

describe('releasing', () => {
  it('makes the receipt available to the next worker immediately', async () => {
    const claim = claimOf(await journal.open(KEY, 'print', LEASE))
    await journal.save(KEY, claim, { step: 'WAIT' }, LEASE)
    await journal.release(KEY, claim)

    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({ state: 'CONTINUE' })
  })

  it('without a receipt removes the entry with its fingerprint', async () => {
    const claim = claimOf(await journal.open(KEY, 'print', LEASE))
    await journal.release(KEY, claim)

    expect((await journal.open(KEY, 'another print', LEASE)).state).toBe('NEW')
  })
})

describe('forgetting', () => {
  it('removes completed and released entries last changed before the time, and counts them', async () => {
    await finished('old')
    const abandoned = claimOf(await journal.open(key('abandoned'), 'print', LEASE))
    await journal.save(key('abandoned'), abandoned, { step: 'WAIT' }, LEASE)
    seconds = 100
    await finished('new')

    expect(await journal.forgetBefore(new Date(START + 50_000))).toBe(2)

    expect((await journal.open(key('old'), 'print', LEASE)).state).toBe('NEW')
    expect((await journal.open(key('abandoned'), 'print', LEASE)).state).toBe('NEW')
    expect((await journal.open(key('new'), 'print', LEASE)).state).toBe('DONE')
  })

  it('keeps held entries', async () => {
    await journal.open(KEY, 'print', LEASE)

    expect(await journal.forgetBefore(new Date(START + 50_000))).toBe(0)

    expect((await journal.open(KEY, 'print', LEASE)).state).toBe('BUSY')
  })
})

describe('a full journal', () => {
  beforeEach(() => {
    journal = new InMemoryPublishJournal({ clock, maxSize: 2 })
  })

  it('removes the oldest completed entry', async () => {
    await finished('first')
    await finished('second')
    await finished('third')

    expect((await journal.open(key('second'), 'print', LEASE)).state).toBe('DONE')
    expect((await journal.open(key('first'), 'print', LEASE)).state).toBe('NEW')
  })

  it('continues to remove one entry at a time after others were removed by age', async () => {
    await finished('a')
    seconds = 100
    await finished('b')
    await journal.forgetBefore(new Date(START + 50_000))
    for (const name of ['c', 'd', 'e', 'f']) await finished(name)

    const states: string[] = []
    for (const name of ['f', 'e', 'd']) states.push((await journal.open(key(name), 'print', LEASE)).state)

    expect(states).toEqual(['DONE', 'DONE', 'NEW'])
  })

  it('never removes held entries', async () => {
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) await journal.open(key(name), 'print', LEASE)

    const states = await Promise.all(names.map((name) => journal.open(key(name), 'print', LEASE)))

    expect(states.map(({ state }) => state)).toEqual(['BUSY', 'BUSY', 'BUSY', 'BUSY'])
  })

  it('removes released entries when no completed ones are left', async () => {
    for (const name of ['a', 'b']) {
      const claim = claimOf(await journal.open(key(name), 'print', LEASE))
      await journal.save(key(name), claim, { step: 'WAIT' }, LEASE)
      await journal.release(key(name), claim)
    }
    await journal.open(key('c'), 'print', LEASE)

    expect((await journal.open(key('b'), 'print', LEASE)).state).toBe('CONTINUE')
    expect((await journal.open(key('a'), 'print', LEASE)).state).toBe('NEW')
  })
})

it.each([0, -1, 1.5, Number.NaN])('refuses a journal of %d entries', (maxSize) => {
  expect(() => new InMemoryPublishJournal({ maxSize })).toThrow(ConfigError)
})

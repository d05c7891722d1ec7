import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type { JournalKey } from '@social/core/store'
import { FakeClock } from '@social/testkit/application'
import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { behind, nextMessage, startProgram, TemporaryFolder } from './__fixtures__/files.js'
import { sqliteStores } from './stores.js'

const HOUR = 3_600
const MINUTE = { leaseSeconds: 60 }
/** Key of the entry that `journal.begin` opens. */
const KEY: JournalKey = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' }

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/**
 * Runs one task in a process whose clock is an hour ahead, then kills that process. The rows that
 * remain have times in the future.
 */
async function leaveFromTheFuture(path: string, task: string, args: object): Promise<void> {
  const child = startProgram('competitor')
  started.push(child)
  await nextMessage(child)
  child.send({ id: 1, task: 'open', args: { path, key: null, aheadSeconds: HOUR } })
  await nextMessage(child)
  child.send({ id: 2, task, args })
  expect(await nextMessage(child)).toMatchObject({ id: 2 })
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Runs work with its own stores and closes them, like a short-lived process. */
async function shortly<T>(
  path: string,
  clock: FakeClock,
  work: (stores: ReturnType<typeof sqliteStores>) => Promise<T>,
): Promise<T> {
  using stores = sqliteStores(path, { clock })
  return await work(stores)
}

describe('after the clock was set back by an hour, the row of a killed process', () => {
  it('is free after one lease if it is a lock', async () => {
    const path = folder.file()
    await leaveFromTheFuture(path, 'locks.hold', { key: 'key', leaseSeconds: 60 })
    const clock = new FakeClock({ now: new Date() })
    using stores = sqliteStores(path, { clock })
    let isFree = false
    const next = stores.locks.withLock('key', async () => void (isFree = true), { leaseSeconds: 5 })
    await clock.advance(59)
    expect(isFree).toBe(false)
    await clock.advance(2)
    await next
    expect(isFree).toBe(true)
  })

  it('is free after one lease if it is a journal entry, also for short-lived processes', async () => {
    const path = folder.file()
    await leaveFromTheFuture(path, 'journal.begin', {
      key: 'launch',
      receipt: { step: 'WAIT' },
      leaseSeconds: 60,
    })
    const clock = new FakeClock({ now: new Date() })
    const open = () => shortly(path, clock, ({ journal }) => journal.open(KEY, 'the same post', MINUTE))
    const freeAt = new Date(clock.now().getTime() + 60_000)

    expect(await open()).toEqual({ state: 'BUSY', freeAt })
    await clock.advance(59)
    expect(await open()).toEqual({ state: 'BUSY', freeAt })
    await clock.advance(1)
    expect(await open()).toMatchObject({ state: 'CONTINUE', receipt: { step: 'WAIT' } })
  })

  it('is free after one lease if it is an update, also for short-lived processes', async () => {
    const path = folder.file()
    await leaveFromTheFuture(path, 'seenUpdates.claim', { key: 'update', leaseSeconds: 60 })
    const clock = new FakeClock({ now: new Date() })
    const claim = () => shortly(path, clock, ({ seenUpdates }) => seenUpdates.claim('update', MINUTE))

    expect((await claim()).state).toBe('BUSY')
    await clock.advance(59)
    expect((await claim()).state).toBe('BUSY')
    await clock.advance(1)
    expect((await claim()).state).toBe('CLAIMED')
  })
})

describe('a clock that is set back', () => {
  it('does not take a lock from an active holder', async () => {
    const [path, clock] = [folder.file(), new FakeClock()]
    using holder = sqliteStores(path, { clock })
    using waiter = sqliteStores(path, { clock })
    const [inside, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const order: string[] = []
    const held = holder.locks.withLock(
      'key',
      async ({ signal }) => {
        inside.resolve()
        await done.promise
        order.push(signal.aborted ? 'lost' : 'held')
      },
      { leaseSeconds: 6 },
    )
    await inside.promise
    clock.step(-HOUR)
    const next = waiter.locks.withLock('key', async () => void order.push('next'), { leaseSeconds: 6 })
    for (let second = 0; second < 60; second += 1) await clock.advance(1)
    done.resolve()
    await held
    await clock.advance(1)
    await next

    expect(order).toEqual(['held', 'next'])
  })

  it('does not change a lease of normal length', async () => {
    const [path, clock] = [folder.file(), new FakeClock()]
    using stores = sqliteStores(path, { clock })
    const entry = await stores.journal.open(KEY, 'print', { leaseSeconds: 9_000 })
    const freeAt = new Date(clock.now().getTime() + 9_000_000)

    expect(entry.state).toBe('NEW')
    expect(await stores.journal.open(KEY, 'print', { leaseSeconds: 1 })).toEqual({ state: 'BUSY', freeAt })
    expect(behind(path, 'SELECT free_at FROM social_journal')).toEqual({ free_at: freeAt.getTime() })
  })

  it('does not make a confirmed update new again', async () => {
    const clock = new FakeClock()
    using stores = sqliteStores(folder.file(), { clock })
    const claim = await stores.seenUpdates.claim('update', MINUTE)
    await stores.seenUpdates.confirm('update', 'claim' in claim ? claim.claim : '')
    clock.step(-HOUR)

    expect((await stores.seenUpdates.claim('update', MINUTE)).state).toBe('SEEN')
    await clock.advance(29 * 86_400)
    expect((await stores.seenUpdates.claim('update', MINUTE)).state).toBe('SEEN')
  })

  it('keeps the extended lease of a claim, also with fractions of a millisecond', async () => {
    const clock = new FakeClock()
    using stores = sqliteStores(folder.file(), { clock })
    const claim = await stores.seenUpdates.claim('update', { leaseSeconds: 0.0005 })
    await stores.seenUpdates.extend('update', 'claim' in claim ? claim.claim : '', { leaseSeconds: 30.0001 })
    clock.step(-HOUR)
    await stores.seenUpdates.claim('update', MINUTE)
    await clock.advance(30)
    expect((await stores.seenUpdates.claim('update', MINUTE)).state).toBe('BUSY')
    await clock.advance(0.001)
    expect((await stores.seenUpdates.claim('update', MINUTE)).state).toBe('CLAIMED')
  })
})

import {
  InMemoryLocks,
  InMemoryLoginMemory,
  InMemoryMarkers,
  InMemoryPublishJournal,
  InMemorySeenUpdates,
  InMemorySpendingCounter,
} from '@social/core'
import { ConfigError } from '@social/core/platform'
import { postgresStores } from '@social/postgres'
import { redisStores } from '@social/redis'
import { sqliteStores } from '@social/sqlite'
import { describe, expect, it } from 'vitest'

/** Port of a store whose methods accept any arguments. */
type Port = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

const KEY = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'key' }
const LEASE = { leaseSeconds: 60 }
const LIMIT = { units: 10, perSeconds: 60 }
const NOTES = { platform: 'fake', redirectUri: 'https://app.example/callback', remember: {}, scopes: [] }
const work = () => Promise.resolve()

/**
 * Calls with one wrong argument, each with the argument name that the error message must contain.
 */
const WRONG: readonly (readonly [method: string, named: string, args: readonly unknown[]])[] = [
  ['locks.withLock', 'key', [7, work, LEASE]],
  ['locks.withLock', 'work', ['key', 'work', LEASE]],
  ['locks.withLock', 'options.leaseSeconds', ['key', work]],
  ['locks.withLock', 'options.leaseSeconds', ['key', work, { leaseSeconds: '60' }]],
  ['locks.withLock', 'options.leaseSeconds', ['key', work, { leaseSeconds: -1 }]],
  ['locks.withLock', 'options.signal', ['key', work, { leaseSeconds: 60, signal: {} }]],
  ['loginMemory.keep', 'state', [undefined, NOTES, { lifetimeSeconds: 60 }]],
  ['loginMemory.keep', 'notes', ['state', 'notes', { lifetimeSeconds: 60 }]],
  ['loginMemory.keep', 'options.lifetimeSeconds', ['state', NOTES, { lifetimeSeconds: Number.NaN }]],
  ['loginMemory.lookUp', 'state', [null]],
  ['loginMemory.take', 'state', [['state']]],
  ['loginMemory.forget', 'state', []],
  ['seenUpdates.claim', 'key', [{}, LEASE]],
  ['seenUpdates.claim', 'options.leaseSeconds', ['key', 60]],
  ['seenUpdates.extend', 'key', [1, 'claim', LEASE]],
  ['seenUpdates.extend', 'claim', ['key', 1, LEASE]],
  ['seenUpdates.extend', 'options.leaseSeconds', ['key', 'claim', { leaseSeconds: Infinity }]],
  ['seenUpdates.confirm', 'key', [null, 'claim']],
  ['seenUpdates.confirm', 'claim', ['key', { state: 'CLAIMED', claim: '1' }]],
  ['seenUpdates.release', 'key', [null, 'claim']],
  ['seenUpdates.release', 'claim', ['key']],
  ['journal.open', 'key', ['key', 'print', LEASE]],
  ['journal.open', 'key', [{ ...KEY, operation: undefined }, 'print', LEASE]],
  ['journal.open', 'fingerprint', [KEY, null, LEASE]],
  ['journal.open', 'options.leaseSeconds', [KEY, 'print']],
  ['journal.save', 'key', [null, 'claim', {}, LEASE]],
  ['journal.save', 'claim', [KEY, 1, {}, LEASE]],
  ['journal.save', 'receipt', [KEY, 'claim', 'receipt', LEASE]],
  ['journal.save', 'receipt', [KEY, 'claim', undefined, LEASE]],
  ['journal.save', 'options.leaseSeconds', [KEY, 'claim', null, {}]],
  ['journal.finish', 'key', [{}, 'claim', {}]],
  ['journal.finish', 'claim', [KEY, undefined, {}]],
  ['journal.finish', 'result', [KEY, 'claim', null]],
  ['journal.finishNew', 'key', [{ ...KEY, connectionId: 42 }, 'print', {}]],
  ['journal.finishNew', 'fingerprint', [KEY, undefined, {}]],
  ['journal.finishNew', 'result', [KEY, 'print', []]],
  ['journal.claimPost', 'candidates', [KEY, 'claim', undefined, { pick: 'ONLY' }]],
  ['journal.claimPost', 'options.pick', [KEY, 'claim', [], {}]],
  ['journal.release', 'key', [undefined, 'claim']],
  ['journal.release', 'claim', [KEY, undefined]],
  ['journal.forgetBefore', 'moment', ['2026-11-23']],
  ['journal.forgetBefore', 'moment', [new Date(Number.NaN)]],
  ['markers.load', 'connectionId', [undefined, 'comments']],
  ['markers.load', 'feed', ['fake:42']],
  ['markers.save', 'connectionId', [42, 'comments', '1']],
  ['markers.save', 'feed', ['fake:42', null, '1']],
  ['markers.save', 'marker', ['fake:42', 'comments', 1]],
  ['spendingCounter.reserve', 'bucket', [null, 1, LIMIT]],
  ['spendingCounter.reserve', 'units', ['day', '1', LIMIT]],
  ['spendingCounter.reserve', 'limit.units', ['day', 1]],
  ['spendingCounter.reserve', 'limit.perSeconds', ['day', 1, { units: 10, perSeconds: 0 }]],
  ['spendingCounter.giveBack', 'bucket', [null, 1, '1']],
  ['spendingCounter.giveBack', 'units', ['day', -1, '1']],
  ['spendingCounter.giveBack', 'reservation', ['day', 1, { ok: true }]],
  ['spendingCounter.spent', 'bucket', [undefined, 60]],
  ['spendingCounter.spent', 'perSeconds', ['day', '60']],
]

const asked = (): never => {
  throw new Error('A request was sent to the server.')
}

/**
 * Ports of every store. The stores for PostgreSQL and Redis have a connection that throws if it is
 * used.
 */
const STORES: Readonly<Record<string, object>> = {
  memory: {
    locks: new InMemoryLocks(),
    loginMemory: new InMemoryLoginMemory(),
    seenUpdates: new InMemorySeenUpdates(),
    journal: new InMemoryPublishJournal(),
    markers: new InMemoryMarkers(),
    spendingCounter: new InMemorySpendingCounter(),
  },
  SQLite: sqliteStores(':memory:'),
  PostgreSQL: postgresStores({ connect: asked, on: () => null, removeListener: () => null }),
  Redis: redisStores(asked),
}

describe.each(Object.entries(STORES))('the ports of %s', (_, stores) => {
  it.each(WRONG)('reject %s with a wrong %s, and name both', async (method, named, args) => {
    const [port = '', name = ''] = method.split('.')
    const holder = Reflect.get(stores, port) as Port // safe cast: every entry of STORES has all the ports in WRONG
    // This call must return a rejected promise. If the method throws instead, the test fails here.
    const answer = Reflect.apply(holder[name] ?? asked, holder, args)

    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(`${method}: ${named} must be `)
  })
})

it('a journal refuses values that JSON does not support, before it writes', async () => {
  const circle: Record<string, unknown> = {}
  circle['again'] = circle
  for (const journal of [new InMemoryPublishJournal(), sqliteStores(':memory:').journal]) {
    for (const result of [{ views: 10n }, circle, new Date(0)])
      await expect(journal.finishNew?.(KEY, 'print', result as never)).rejects.toThrow(ConfigError)
    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({ state: 'NEW' })
  }
})

import { createHash, randomUUID } from 'node:crypto'

import { Connection, toRecord } from '@social/core'
import type { RedisStores } from '@social/redis'

const LEASE = { leaseSeconds: 60 }
const LIMIT = { units: 1_000_000_000, perSeconds: 3_600 }
const POST = { connectionId: 'plain:1', operation: 'post' }

/**
 * Shortest scripts for the same purpose. They do not detect late calls, and repeating them is not
 * safe.
 */
export const SHORT = {
  unlock: `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
  replace: `if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`,
  confirm: `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], 'SEEN', 'PX', ARGV[2])
return 1`,
  open: `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HGETALL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'print', ARGV[1], 'claim', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`,
  write: `if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`,
  reserve: `local spent = tonumber(redis.call('GET', KEYS[1]) or '0')
if spent + ARGV[1] > tonumber(ARGV[2]) then return 0 end
redis.call('INCRBYFLOAT', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`,
} as const

/** Function of a Redis client that sends one command. */
export type Send = (...command: string[]) => Promise<unknown>
/** Function that makes one call. `at` is different for each call of a run. */
type Work = (at: string) => Promise<unknown>

/**
 * Operation of a store (`ours`), the same commands sent directly (`same`), and the shortest
 * commands for the same purpose (`short`).
 */
export interface Operation {
  readonly what: string
  readonly ours: Work
  readonly same: (shas: readonly string[]) => Work
  readonly short: Work
}

/** Returns the index of the call within a run. Each index uses a separate account. */
const turnOf = (at: string): string => at.split('-').at(-1) ?? ''

function tokenIn(stored: string): unknown {
  const record: { readonly token?: { readonly accessToken?: unknown } } = JSON.parse(stored)
  return record.token?.accessToken
}

const textOf = (connection: Connection): string => JSON.stringify(toRecord(connection))

/** Time far after the end of the run, so that no call counts as late. */
const MAX_TIME = '9000000000000'
const [DAY_MS, MONTH_MS, QUARTER_MS] = ['86400000', '2592000000', '7776000000']

/** Returns the operations to measure. The stores must have the prefix `bench`. */
export function operationsOf(stores: RedisStores, send: Send): readonly Operation[] {
  const { storage, journal, locks, seenUpdates, markers, spendingCounter } = stores
  const bySha = (sha = '', keys: readonly string[] = [], ...args: readonly string[]): Promise<unknown> =>
    send('EVALSHA', sha, String(keys.length), ...keys, ...args)
  const shortShas = Object.fromEntries(
    Object.entries(SHORT).map(([name, text]) => [name, createHash('sha1').update(text).digest('hex')]),
  )
  const script = (name: keyof typeof SHORT, key: string, ...args: readonly string[]): Promise<unknown> =>
    bySha(shortShas[name], [key], ...args)
  const token = { accessToken: 'a'.repeat(100), refreshToken: 'r'.repeat(100) }
  const connectionOf = (accountId: string): Connection =>
    new Connection({ platform: 'plain', accountId, accountName: 'Ada', token })
  const connections = '{bench}:connections'
  return [
    {
      what: 'storage.saveConnection',
      ours: (at) => storage.saveConnection(connectionOf(at)),
      same:
        ([sha]) =>
        (at) =>
          bySha(sha, [connections], MAX_TIME, `plain:${at}`, textOf(connectionOf(at))),
      short: (at) => send('HSET', connections, `plain:${at}`, textOf(connectionOf(at))),
    },
    {
      what: 'storage.getConnection',
      ours: () => storage.getConnection('plain:first'),
      same: () => () => send('HGET', connections, 'plain:first'),
      short: () => send('HGET', connections, 'plain:first'),
    },
    {
      what: 'storage.saveRenewed',
      ours: async (at) => {
        const connection = connectionOf(turnOf(at))
        return (await storage.saveRenewed(connection, connection)) || storage.saveConnection(connection)
      },
      same:
        ([sha]) =>
        async (at) => {
          const connection = connectionOf(turnOf(at))
          const stored = String(await send('HGET', connections, connection.id))
          if (tokenIn(stored) !== connection.token.accessToken) return null
          const hash = createHash('sha1').update(stored).digest('hex')
          return bySha(sha, [connections], MAX_TIME, connection.id, hash, textOf(connection))
        },
      short: async (at) => {
        const connection = connectionOf(turnOf(at))
        const stored = String(await send('HGET', connections, connection.id))
        if (tokenIn(stored) !== connection.token.accessToken) return null
        return script('replace', connections, connection.id, stored, textOf(connection))
      },
    },
    {
      what: 'locks.withLock',
      ours: (at) => locks.withLock(at, async () => null, LEASE),
      same:
        ([take, release]) =>
        async (at) => {
          const [claim, key] = [randomUUID(), `{bench}:lock:${at}`]
          await bySha(take, [key, '{bench}:fence'], MAX_TIME, claim, '60000')
          return bySha(release, [key], MAX_TIME, claim)
        },
      short: async (at) => {
        const claim = randomUUID()
        await send('SET', `bare:lock:${at}`, claim, 'NX', 'PX', '60000')
        return script('unlock', `bare:lock:${at}`, claim)
      },
    },
    {
      what: 'seenUpdates: claim, confirm',
      ours: async (at) => {
        const result = await seenUpdates.claim(`ours ${at}`, LEASE)
        return 'claim' in result ? seenUpdates.confirm(`ours ${at}`, result.claim) : null
      },
      same:
        ([take, confirm]) =>
        async (at) => {
          const [claim, key] = [randomUUID(), `{bench}:seen:same ${at}`]
          await bySha(take, [key], MAX_TIME, claim, '60000', DAY_MS)
          return bySha(confirm, [key], MAX_TIME, claim, MONTH_MS)
        },
      short: async (at) => {
        const claim = randomUUID()
        await send('SET', `bare:seen:${at}`, claim, 'NX', 'PX', '60000')
        return script('confirm', `bare:seen:${at}`, claim, MONTH_MS)
      },
    },
    {
      what: 'journal: open, save, finish',
      ours: async (at) => {
        const key = { ...POST, idempotencyKey: `ours ${at}` }
        const entry = await journal.open(key, 'print', LEASE)
        if (!('claim' in entry)) return
        await journal.save(key, entry.claim, { step: 'FINISH', data: {} }, LEASE)
        await journal.finish(key, entry.claim, { id: at })
      },
      same:
        ([open, save, finish]) =>
        async (at) => {
          const [claim, key] = [
            randomUUID(),
            `{bench}:journal:${JSON.stringify(['plain:1', 'post', `same ${at}`])}`,
          ]
          const receipt = JSON.stringify({ step: 'FINISH', data: {} })
          await bySha(open, [key], MAX_TIME, 'print', claim, '60000', QUARTER_MS, '')
          await bySha(save, [key], MAX_TIME, claim, '60000', QUARTER_MS, '1', receipt)
          await bySha(finish, [key], MAX_TIME, claim, QUARTER_MS, JSON.stringify({ id: at }))
        },
      short: async (at) => {
        const [key, claim] = [`bare:journal:${at}`, randomUUID()]
        await script('open', key, 'print', claim, '60000')
        await script('write', key, claim, 'receipt', JSON.stringify({ step: 'FINISH', data: {} }), '60000')
        await script('write', key, claim, 'result', JSON.stringify({ id: at }), QUARTER_MS)
      },
    },
    {
      what: 'markers: load, save',
      ours: async () => {
        await markers.load('plain:1', 'comments')
        await markers.save('plain:1', 'comments', '112233')
      },
      same:
        ([sha]) =>
        async () => {
          await send('HGET', '{bench}:markers', 'plain:1')
          await bySha(sha, ['{bench}:markers'], MAX_TIME, 'plain:1', '112233')
        },
      short: async () => {
        await send('HGET', '{bench}:markers', 'plain:1')
        await send('HSET', '{bench}:markers', 'plain:1', '112233')
      },
    },
    {
      what: 'spendingCounter.reserve',
      ours: () => spendingCounter.reserve('bucket', 1, LIMIT),
      same:
        ([sha]) =>
        () =>
          bySha(
            sha,
            ['{bench}:spending:bucket', `{bench}:once:${randomUUID()}`],
            MAX_TIME,
            '1',
            '1000000000',
            '3600000',
            '60000',
            '6000',
          ),
      short: () => script('reserve', 'bare:bucket', '1', '1000000000', '3600000'),
    },
  ]
}

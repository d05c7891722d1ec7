import { loginNotes } from '@social-internal/shared-tests/login-notes'
import { aConnection } from '@social/testkit/application'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'

import { KEY, OTHER_KEY } from '../__fixtures__/location.js'
import { canStart, ownServer } from '../__fixtures__/own-server.js'
import { type RedisStores, redisStores } from '../stores.js'

const LEASE = { leaseSeconds: 60 }
const SECRET = 'very-secret'
const ENTRY = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' }
const DONE = { ...ENTRY, idempotencyKey: 'done' }
const NOTES = loginNotes({ remember: { verifier: SECRET } })

/** Stores a secret in every kind of record that can contain one. */
async function fill({ storage, loginMemory, journal }: RedisStores): Promise<void> {
  await storage.saveConnection(aConnection({ token: { accessToken: SECRET, refreshToken: SECRET } }))
  await loginMemory.keep('state', NOTES, { lifetimeSeconds: 600 })
  await journal.finishNew?.(DONE, 'print', { secret: SECRET })
  const entry = await journal.open(ENTRY, 'print', LEASE)
  const claim = 'claim' in entry ? entry.claim : ''
  await journal.save(ENTRY, claim, { secret: SECRET }, LEASE)
  await journal.release(ENTRY, claim)
}

/** Reads back every secret that `fill` stored. */
async function readAll({ storage, loginMemory, journal }: RedisStores): Promise<readonly unknown[]> {
  const entry = await journal.open(ENTRY, 'print', LEASE)
  if ('claim' in entry) await journal.release(ENTRY, entry.claim)
  const done = await journal.open(DONE, 'print', LEASE)
  return [
    (await storage.getConnection('fake:42'))?.token.accessToken,
    (await loginMemory.lookUp('state'))?.remember['verifier'],
    'receipt' in entry && entry.receipt?.['secret'],
    'result' in done && done.result['secret'],
  ]
}

/** Returns all data in Redis as one text. */
async function dump(ask: (...command: string[]) => Promise<unknown>): Promise<string> {
  const text = `local all = ''
for _, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key)['ok']
  local value = kind == 'hash' and redis.call('HGETALL', key) or { redis.call('GET', key) }
  all = all .. key .. ' ' .. table.concat(value, ' ') .. '\\n'
end
return all`
  return String(await ask('EVAL', text, '0'))
}

const ALL = [SECRET, SECRET, SECRET, SECRET]

describe.runIf(canStart)('sealed stores', () => {
  const own = ownServer()

  it('show no secret to a reader of the server, and are read only with the key', async () => {
    const { stores, ask } = await own.connect('redis', { key: KEY })
    await fill(stores)
    expect(await dump(ask)).not.toContain(SECRET)
    expect(await dump(ask)).not.toContain('state')
    expect(await readAll((await own.connect('ioredis', { key: KEY })).stores)).toEqual(ALL)
    for (const options of [{}, { key: OTHER_KEY }]) {
      const { stores: strangers } = await own.connect('redis', options)
      await expect(strangers.storage.getConnection('fake:42')).rejects.toThrow(/sealed/)
      await expect(strangers.journal.open(ENTRY, 'print', LEASE)).rejects.toThrow(/sealed/)
    }
  })

  it('accept another key: first both, then reseal, then only the new one', async () => {
    const { stores: old } = await own.connect('redis', { key: KEY })
    await fill(old)
    const { stores: turning, ask } = await own.connect('redis', { keys: [OTHER_KEY, KEY] })
    expect(await readAll(turning)).toEqual(ALL)
    expect(await turning.reseal()).toBe(4)
    // Keys that had an expiry before `reseal` still have it.
    const found = await Promise.all(['notes', 'journal'].map((what) => ask('KEYS', `{social}:${what}:*`)))
    expect(found.flat()).toHaveLength(3)
    for (const key of found.flat()) expect(await ask('TTL', String(key))).toBeGreaterThan(500)
    expect(await turning.reseal()).toBe(0)
    expect(await readAll((await own.connect('redis', { key: OTHER_KEY })).stores)).toEqual(ALL)
    await expect((await own.connect('redis', { key: KEY })).stores.check()).rejects.toThrow(
      /missing from keys/,
    )
  })

  it('accept values from before the first key, until they are sealed', async () => {
    const { stores: plain, ask } = await own.connect('redis')
    await fill(plain)
    const { stores } = await own.connect('redis', { key: KEY })
    expect(await readAll(stores)).toEqual(ALL)
    expect(await stores.reseal()).toBe(4)
    expect(await readAll(stores)).toEqual(ALL)
    expect(await dump(ask)).not.toContain(SECRET)
    const planted = JSON.stringify({ kind: 'CONNECTION' })
    await ask('HSET', '{social}:connections', 'fake:42', planted)
    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(/is not sealed.*The row is ignored/)
  })

  it('are found behind the key prefix of a client', async () => {
    const client = new Redis(own.server.url, { keyPrefix: 'app:' })
    const plain = redisStores(client)
    await fill(plain)
    const sealed = redisStores(client, { key: KEY })
    expect(await sealed.reseal()).toBe(4)
    expect(await readAll(sealed)).toEqual(ALL)
    expect(await sealed.journal.forgetBefore(new Date('2200-01-01T00:00:00Z'))).toBe(2)
    const { ask } = await own.connect('redis')
    expect(await ask('KEYS', '{social}*')).toEqual([])
    client.disconnect()
  })

  it('refuse values that were written without the key, from the start', async () => {
    const { stores, ask } = await own.connect('redis', { key: KEY })
    await fill(stores)
    await ask('HSET', '{social}:format', 'unsealed', '1', 'permit:aaaaaaaaaaaa', 'forged')
    await ask('HSET', '{social}:connections', 'fake:43', '{"kind":"CONNECTION"}')
    await expect(stores.storage.getConnection('fake:43')).rejects.toThrow(/is not sealed/)
    // An encrypted text can be decrypted only for the record that it was encrypted for.
    const body = String(await ask('HGET', '{social}:connections', 'fake:42'))
    await ask('HSET', '{social}:connections', 'fake:44', body)
    await expect(stores.storage.getConnection('fake:44')).rejects.toThrow(/sealed for another place/)
  })

  it('refuse unsealed values after the names of the keys were deleted', async () => {
    const { stores, ask } = await own.connect('redis', { key: KEY })
    await fill(stores)
    await ask('DEL', '{social}:format')
    await ask('HSET', '{social}:format', 'version', '1', 'unsealed', '1')
    await ask('HSET', '{social}:connections', 'fake:43', '{"kind":"CONNECTION"}')
    const { stores: later } = await own.connect('redis', { key: KEY })

    expect(await readAll(later)).toEqual(ALL)
    await expect(later.storage.getConnection('fake:43')).rejects.toThrow(/is not sealed/)
  })

  it('refuse unsealed values after a key rotation, even if a process without a key wrote in between', async () => {
    const { stores, ask } = await own.connect('redis', { key: KEY })
    await fill(stores)
    await expect((await own.connect('redis')).stores.check()).rejects.toThrow(/sealed/)
    expect(await ask('HEXISTS', '{social}:format', 'unsealed')).toBe(0)
    await ask('HSET', '{social}:format', 'unsealed', '1')
    await ask('HSET', '{social}:connections', 'fake:43', '{"kind":"CONNECTION"}')
    const { stores: turning } = await own.connect('redis', { keys: [OTHER_KEY, KEY] })

    expect(await readAll(turning)).toEqual(ALL)
    await expect(turning.storage.getConnection('fake:43')).rejects.toThrow(/is not sealed/)
  })

  it('do not claim an entry whose receipt they cannot read: it stays for a process with the key', async () => {
    const { stores, ask } = await own.connect('redis', { key: KEY })
    await fill(stores)
    const key = `{social}:journal:${JSON.stringify(Object.values(ENTRY))}`
    const receipt = String(await ask('HGET', key, 'receipt'))
    await ask('HSET', key, 'receipt', `${receipt.slice(0, -4)}AAAA`)
    await expect(stores.journal.open(ENTRY, 'print', LEASE)).rejects.toThrow(/changed after it was sealed/)
    expect(await ask('HEXISTS', key, 'claim')).toBe(0)
    await ask('HSET', key, 'receipt', receipt)
    expect(await readAll(stores)).toEqual(ALL)
  })
})

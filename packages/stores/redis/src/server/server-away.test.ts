import { CuttingProxy } from '@social-internal/servers'
import { loginNotes } from '@social-internal/shared-tests/login-notes'
import { ConfigError, NetworkError } from '@social/core/store'
import { aConnection } from '@social/testkit/application'
import { afterEach, describe, expect, it } from 'vitest'

import { PACKAGES } from '../__fixtures__/clients.js'
import { canStart, ownServer } from '../__fixtures__/own-server.js'
import { type RedisStores, redisStores } from '../stores.js'

const LEASE = { leaseSeconds: 60 }
const KEY = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' }
const NOTES = loginNotes()
const LIMIT = { units: 100, perSeconds: 60 }

const holding = (accessToken: string) =>
  aConnection({ token: { accessToken, refreshToken: `refresh of ${accessToken}` } })
/**
 * Makes the stores check the server before the test starts, so that later calls need no time for
 * this check.
 */
async function checked(stores: RedisStores): Promise<void> {
  for (let isDone = false; !isDone;)
    isDone = await stores.check().then(
      () => true,
      () => false,
    )
}
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

/** Runs the main operation of each store, and checks that each operation happened exactly once. */
async function doEverything(
  stores: RedisStores,
  what: string,
  cut: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const { storage, journal, loginMemory, seenUpdates, markers, spendingCounter } = stores
  const key = { ...KEY, idempotencyKey: what }
  await cut(() => storage.saveConnection(holding('first')))
  expect(await cut(() => storage.saveRenewed(holding('second'), holding('first')))).toBe(true)
  expect((await cut(() => storage.getConnection('fake:42')))?.token.accessToken).toBe('second')

  await cut(() => loginMemory.keep(what, NOTES, { lifetimeSeconds: 60 }))
  expect(await cut(() => loginMemory.take(what))).toEqual(NOTES)
  expect(await loginMemory.take(what)).toBeNull()

  const reserved = await cut(() => spendingCounter.reserve(what, 60, LIMIT))
  expect(await spendingCounter.spent(what, 60)).toBe(60)
  await cut(() => spendingCounter.giveBack(what, 10, reserved.ok ? reserved.reservation : ''))
  expect(await spendingCounter.spent(what, 60)).toBe(50)

  const update = await cut(() => seenUpdates.claim(what, LEASE))
  expect(update.state).toBe('CLAIMED')
  await cut(() => seenUpdates.confirm(what, 'claim' in update ? update.claim : ''))
  expect(await seenUpdates.claim(what, LEASE)).toEqual({ state: 'SEEN' })

  const entry = await cut(() => journal.open(key, 'print', LEASE))
  expect(entry.state).toBe('NEW')
  const claim = 'claim' in entry ? entry.claim : ''
  await cut(() => journal.save(key, claim, { step: 'FINISH' }, LEASE))
  await cut(() => journal.finish(key, claim, { id: '1' }))
  expect(await journal.open(key, 'print', LEASE)).toEqual({ state: 'DONE', result: { id: '1' } })

  await cut(() => markers.save('fake:42', 'comments', '7'))
  expect(await cut(() => stores.locks.withLock('key', async () => 'ran', LEASE))).toBe('ran')
}

describe.runIf(canStart).each(PACKAGES)('an unreachable server, through %s', (name) => {
  const own = ownServer()
  let proxy: CuttingProxy | null = null
  const throughProxy = async () => {
    proxy = await CuttingProxy.open(own.server.port)
    return proxy
  }
  afterEach(async () => {
    await proxy?.close()
    proxy = null
  })

  it('has all data after a kill and a restart, and a call in between succeeds late', async () => {
    const { stores } = await own.connect(name)
    const { storage, journal, seenUpdates, markers, spendingCounter } = stores
    await storage.saveConnection(holding('kept'))
    const entry = await journal.open(KEY, 'print', LEASE)
    const claim = 'claim' in entry ? entry.claim : ''
    await journal.save(KEY, claim, { step: 'FINISH' }, LEASE)
    const update = await seenUpdates.claim('update', LEASE)
    await seenUpdates.confirm('update', 'claim' in update ? update.claim : '')
    await markers.save('fake:42', 'comments', '7')
    await spendingCounter.reserve('bucket', 60, LIMIT)

    await own.server.kill()
    const early = storage.getConnection('fake:42')
    await own.server.start()

    expect((await early)?.token.accessToken).toBe('kept')
    await journal.release(KEY, claim)
    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({
      state: 'CONTINUE',
      receipt: { step: 'FINISH' },
    })
    expect(await seenUpdates.claim('update', LEASE)).toEqual({ state: 'SEEN' })
    expect(await markers.load('fake:42', 'comments')).toBe('7')
    expect(await spendingCounter.spent('bucket', 60)).toBe(60)
  })

  it('causes an error in time in every store, which contains no address', async () => {
    const { stores } = await own.connect(name, { timeoutSeconds: 0.3 })
    await checked(stores)
    await own.server.kill()
    const errors = await Promise.all(
      [
        stores.storage.getConnection('fake:42'),
        stores.storage.saveConnection(holding('a')),
        stores.journal.open(KEY, 'print', LEASE),
        stores.locks.withLock('key', async () => 'ran', LEASE),
        stores.loginMemory.take('state'),
        stores.seenUpdates.claim('update', LEASE),
        stores.markers.save('fake:42', 'comments', '1'),
        stores.spendingCounter.reserve('bucket', 1, LIMIT),
        stores.connectionIds().next(),
        stores.check(),
      ].map(errorOf),
    )
    for (const error of errors) {
      expect(NetworkError.is(error)).toBe(true)
      expect(String(error)).not.toContain(String(own.server.port))
    }
    await own.server.start()
  })

  // oxlint-disable-next-line vitest/expect-expect -- doEverything asserts
  it('does each thing once if the response is cut off', async () => {
    const { port } = await throughProxy()
    const { stores } = await own.connect(name, { port })
    // First run without cuts: the server stores the scripts.
    await doEverything(stores, 'whole', (call) => call())
    await doEverything(stores, 'cut', (call) => {
      proxy?.cutNextAnswer()
      return call()
    })
  })

  it('does not run a late command after its timeout, because others have written since', async () => {
    const { port } = await throughProxy()
    const late = await own.connect(name, { port, timeoutSeconds: 0.2 })
    const { stores, ask } = await own.connect(name)
    // These calls make the server store every script. Otherwise a late command could be ignored
    // only because its script is unknown.
    await stores.storage.saveConnection(holding('first'))
    await stores.storage.deleteConnection('fake:other')
    await stores.markers.save('fake:other', 'comments', 'other')
    await stores.loginMemory.keep('other', NOTES, { lifetimeSeconds: 60 })
    await stores.locks.withLock('other', async () => null, LEASE)
    await checked(late.stores)
    proxy?.turn('CLOSED')
    const given = await Promise.all(
      [
        late.stores.storage.saveConnection(holding('old')),
        late.stores.storage.deleteConnection('fake:42'),
        late.stores.markers.save('fake:42', 'comments', 'old'),
        late.stores.loginMemory.keep('state', NOTES, { lifetimeSeconds: 60 }),
        late.stores.locks.withLock('key', async () => null, LEASE),
      ].map(errorOf),
    )
    expect(given.every((error) => NetworkError.is(error))).toBe(true)
    await stores.storage.saveConnection(holding('new'))
    proxy?.turn('PASS')
    // When PING is answered, the client has reconnected and sent its waiting commands.
    await late.ask('PING')

    expect((await stores.storage.getConnection('fake:42'))?.token.accessToken).toBe('new')
    expect(await stores.markers.load('fake:42', 'comments')).toBeNull()
    expect(await stores.loginMemory.lookUp('state')).toBeNull()
    expect(await ask('EXISTS', '{social}:lock:key')).toBe(0)
  })

  it('does not run commands that timed out while it hung', async () => {
    const { stores } = await own.connect(name)
    await stores.storage.saveConnection(holding('first'))
    const impatient = await own.connect(name, { timeoutSeconds: 0.2 })
    await checked(impatient.stores)
    await own.server.pause(true)
    const error = await errorOf(impatient.stores.storage.saveConnection(holding('second')))
    expect(error).toMatchObject({ name: 'NetworkError', timedOut: true })
    await own.server.pause(false)

    expect((await stores.storage.getConnection('fake:42'))?.token.accessToken).toBe('first')
    await stores.storage.saveConnection(holding('third'))
    expect((await stores.storage.getConnection('fake:42'))?.token.accessToken).toBe('third')
  })

  it('returns true for a saved renewal whose first response was lost', async () => {
    const { ask } = await own.connect(name)
    let lost = 0
    const { storage } = redisStores(async (command) => {
      const reply = await ask(...command)
      if (lost === 0 && Array.isArray(reply) && reply[0] === 'SAVED') {
        lost += 1
        throw new Error('Socket closed unexpectedly')
      }
      return reply
    })
    await storage.saveConnection(holding('first'))

    expect(await storage.saveRenewed(holding('second'), holding('first'))).toBe(true)
    expect(lost).toBe(1)
    expect(await storage.saveRenewed(holding('third'), holding('first'))).toBe(false)
  })

  it('keeps the later receipt if an earlier one arrives again from a dead connection', async () => {
    const { stores: watched, ask } = await own.connect(name)
    const said: string[][] = []
    const { journal } = redisStores((command) => {
      said.push(command)
      return ask(...command)
    })
    await watched.check()
    const entry = await journal.open(KEY, 'print', LEASE)
    const claim = 'claim' in entry ? entry.claim : ''
    await journal.save(KEY, claim, { step: 'WAIT' }, LEASE)
    const ghost = said.findLast(([word]) => word === 'EVALSHA') ?? []
    await journal.save(KEY, claim, { step: 'FINISH' }, LEASE)
    await ask(...ghost)
    await journal.release(KEY, claim)

    expect(await journal.open(KEY, 'print', LEASE)).toMatchObject({ receipt: { step: 'FINISH' } })
  })

  it('gets its scripts again after it has lost them', async () => {
    const { stores, ask } = await own.connect(name)
    await stores.storage.saveConnection(holding('first'))
    await ask('SCRIPT', 'FLUSH')
    expect(await stores.storage.saveRenewed(holding('second'), holding('first'))).toBe(true)
  })

  it('reports a full memory immediately, writes nothing, and still reads', async () => {
    const { stores, ask } = await own.connect(name)
    await stores.storage.saveConnection(holding('first'))
    await ask('CONFIG', 'SET', 'maxmemory', '1')
    const writes = [
      () => stores.storage.saveConnection(holding('second')),
      () => stores.journal.open(KEY, 'print', LEASE),
      () => stores.seenUpdates.claim('update', LEASE),
      () => stores.spendingCounter.reserve('bucket', 1, LIMIT),
      () => stores.locks.withLock('key', async () => null, LEASE),
    ]
    for (const write of writes) {
      const error = await errorOf(write())
      expect(NetworkError.is(error)).toBe(true)
      expect(String(error)).toContain('maxmemory')
    }
    expect((await stores.storage.getConnection('fake:42'))?.token.accessToken).toBe('first')
    await ask('CONFIG', 'SET', 'maxmemory', '0')
    expect(await stores.journal.open(KEY, 'print', LEASE)).toMatchObject({ state: 'NEW' })
  })

  it('is temporarily unavailable while it is a replica', async () => {
    const { stores, ask } = await own.connect(name, { timeoutSeconds: 3 })
    await checked(stores)
    await ask('REPLICAOF', '127.0.0.1', '1')
    const [write, read] = await Promise.all([
      errorOf(stores.storage.saveConnection(holding('second'))),
      errorOf(stores.check()),
    ])
    for (const error of [write, read]) {
      expect(NetworkError.is(error)).toBe(true)
    }
    expect(String(read)).toContain('read-only replica')
    const patient = await own.connect(name)
    const waiting = patient.stores.storage.saveConnection(holding('third'))
    await ask('REPLICAOF', 'NO', 'ONE')
    await waiting
    expect((await stores.storage.getConnection('fake:42'))?.token.accessToken).toBe('third')
  })

  it('refuses its user: that is reported immediately with the required action', async () => {
    const { stores, ask } = await own.connect(name)
    await stores.check()
    await ask('ACL', 'SETUSER', 'default', '-hset')
    const error = await errorOf(stores.storage.saveConnection(holding('first')))
    await ask('ACL', 'SETUSER', 'default', '+hset')
    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toMatch(/lacks permissions.*NOPERM/)
    expect(String(error)).not.toContain('refresh of first')
  })
})

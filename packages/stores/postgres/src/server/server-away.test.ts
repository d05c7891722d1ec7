import { inspect } from 'node:util'

import { generation, MINUTE, PORT_CALLS } from '@social-internal/servers/port-calls'
import { ConfigError, NetworkError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { impatientClock } from '../__fixtures__/impatient-clock.js'
import { canKill, usingOwnServer } from '../__fixtures__/own-server.js'
import type { PostgresStores } from '../stores.js'

const own = usingOwnServer()

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => null).catch((error: unknown) => error)

describe.runIf(canKill)('a connection that is cut between a write and its response', () => {
  it.each(PORT_CALLS)('neither loses nor duplicates $name', async ({ before, run, gives, after, leaves }) => {
    const pool = own.pool()
    // First loses the response to the call's first statement, then the response to its second
    // statement if there is one.
    for (const at of [0, 1]) {
      const schema = own.schema()
      const stores = await own.stores({ schema }, pool)
      const prepared = await before?.(stores)
      // This call makes the stores check the tables' version, so that the next lost response
      // belongs to the tested call.
      await stores.markers.load('fake:1', 'none')
      own.proxy.cutNextAnswer(at)

      expect(await run(stores, prepared)).toEqual(gives)
      own.proxy.turn('PASS')
      expect(await after(own.unmigrated({ schema }, pool))).toEqual(leaves)
    }
  })
})

describe.runIf(canKill)('a server that is killed', () => {
  it('has all confirmed data after a restart, and completes the calls that waited for it', async () => {
    const schemas = PORT_CALLS.map(() => own.schema())
    const pool = own.pool({ max: 8 })
    const open: { readonly stores: PostgresStores; readonly prepared: unknown }[] = []
    for (const [at, { before }] of PORT_CALLS.entries()) {
      const stores = await own.stores({ schema: String(schemas[at]), timeoutSeconds: 30 }, pool)
      open.push({ stores, prepared: await before?.(stores) })
    }
    await own.server.kill()
    const calls = PORT_CALLS.map(({ run }, at) => {
      const { stores, prepared } = open[at] ?? raise()
      return run(stores, prepared)
    })
    await own.server.start()
    const answers = await Promise.all(calls)
    const left = await Promise.all(
      PORT_CALLS.map(({ after }, at) => after(own.unmigrated({ schema: String(schemas[at]) }, pool))),
    )

    expect(answers).toEqual(PORT_CALLS.map(({ gives }) => gives))
    expect(left).toEqual(PORT_CALLS.map(({ leaves }) => leaves))
  })

  it('is reported in time as a temporary error', async () => {
    const schema = own.schema()
    await own.stores({ schema })
    await own.server.kill()
    for (const { run } of PORT_CALLS.slice(0, 3)) {
      const stores = own.unmigrated({ schema, clock: impatientClock() })
      const error = await failureOf(run(stores, 'unused'))

      expect(NetworkError.is(error)).toBe(true)
      expect(String(error)).toMatch(
        /failed: PostgreSQL cannot be reached \((ECONNREFUSED|CONNECTION_CUT|ECONNRESET)\)/,
      )
    }
  })
})

describe.runIf(canKill)('a server that hangs', () => {
  it('causes a timeout, and its connections are closed', async () => {
    const pool = own.pool({ max: 2 })
    const schema = own.schema()
    const patient = await own.stores({ schema }, pool)
    const stores = own.unmigrated({ schema, timeoutSeconds: 0.3 }, pool)
    own.proxy.turn('SWALLOW_ANSWERS')
    const errors = await Promise.all([
      failureOf(stores.storage.getConnection('fake:42')),
      failureOf(stores.storage.saveConnection(generation(1))),
      failureOf(stores.markers.load('fake:42', 'mentions')),
    ])
    own.proxy.turn('PASS')
    await patient.storage.saveConnection(generation(2))

    for (const error of errors) {
      expect(NetworkError.is(error) && error.timedOut).toBe(true)
      expect(String(error)).toMatch(/did not respond in time|no connection of the pool was free/)
    }
    expect((await patient.storage.getConnection('fake:42'))?.token.accessToken).toBe('access-2')
  })

  it('does not prevent an abort of a wait for a lock', async () => {
    const stores = await own.stores({ timeoutSeconds: 60 })
    await stores.markers.load('fake:1', 'none')
    own.proxy.turn('SWALLOW_ANSWERS')
    const controller = new AbortController()
    const reason = new Error('given up')
    const waiting = failureOf(
      stores.locks.withLock('key', () => Promise.resolve('ran'), { ...MINUTE, signal: controller.signal }),
    )
    setImmediate(() => controller.abort(reason))

    expect(await waiting).toBe(reason)
  })
})

describe.runIf(canKill)('a pool', () => {
  it('without a free connection is waited for until the timeout, and no connection is lost', async () => {
    const pool = own.pool({ max: 1 })
    const schema = own.schema()
    const patient = await own.stores({ schema }, pool)
    const stores = own.unmigrated({ schema, timeoutSeconds: 0.3 }, pool)
    const held = await pool.connect()
    const error = await failureOf(stores.storage.getConnection('fake:42'))
    held.release()

    expect(NetworkError.is(error) && error.timedOut).toBe(true)
    expect(await patient.storage.getConnection('fake:42')).toBeNull()
    expect(pool.waitingCount).toBe(0)
  })

  it('that was closed causes an immediate error', async () => {
    const pool = own.pool()
    const stores = await own.stores({}, pool)
    await pool.end()
    const error = await failureOf(stores.storage.getConnection('fake:42'))

    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toMatch(/the pool was closed \(POOL_CLOSED\)/)
  })

  it('survives cut idle connections without other listeners', async () => {
    const pool = own.pool()
    const stores = await own.stores({}, pool)
    own.proxy.turn('CLOSED')
    own.proxy.turn('PASS')

    expect(await stores.storage.getConnection('fake:42')).toBeNull()
  })
})

describe.runIf(canKill)('a read-only server', () => {
  it('is named in the error, and reads still work', async () => {
    const schema = own.schema()
    await own.stores({ schema })
    const replica = own.unmigrated(
      { schema, clock: impatientClock() },
      own.pool({ options: '-c default_transaction_read_only=on' }),
    )
    const error = await failureOf(replica.storage.saveConnection(generation(1)))

    expect(NetworkError.is(error)).toBe(true)
    expect(String(error)).toMatch(/is read-only \(25006\)\. It is a replica .*Connect to the primary/)
    expect(await replica.storage.getConnection('fake:42')).toBeNull()
  })

  it.each(PORT_CALLS)('does not run $name, which then runs on the primary', async (call) => {
    const { before, run, gives, after, leaves } = call
    const schema = own.schema()
    const stores = await own.stores({ schema })
    const prepared = await before?.(stores)
    const pool = own.pool({ options: '-c default_transaction_read_only=on' })
    const replica = own.unmigrated({ schema, clock: impatientClock() }, pool)
    const error = await failureOf(run(replica, prepared))

    expect(NetworkError.is(error)).toBe(true)
    expect(String(error)).toContain('25006')
    expect(await run(stores, prepared)).toEqual(gives)
    expect(await after(stores)).toEqual(leaves)
  })
})

describe.runIf(canKill)('a server without a free connection', () => {
  it('is waited for until the timeout, named in the error, and used again once a connection is free', async () => {
    const schema = own.schema()
    const admin = own.pool()
    await own.stores({ schema }, admin)
    await admin.query('CREATE ROLE few LOGIN CONNECTION LIMIT 1')
    await admin.query('GRANT pg_read_all_data, pg_write_all_data TO few')
    const pool = own.pool({ user: 'few', max: 2 })
    const stores = own.unmigrated({ schema, clock: impatientClock() }, pool)
    const held = await pool.connect()
    const error = await failureOf(stores.storage.saveConnection(generation(1)))
    held.release()

    expect(NetworkError.is(error)).toBe(true)
    expect(String(error)).toContain('53300')
    await stores.storage.saveConnection(generation(2))
    expect((await stores.storage.getConnection('fake:42'))?.token.accessToken).toBe('access-2')
  })
})

describe.runIf(canKill)('a permanent error', () => {
  it.each([['an unknown user', { user: 'nobody_here' }, /refused the login of this user \(28000\)/]])(
    'such as %s is reported immediately, without a secret',
    async (_what, options, message) => {
      const stores = own.unmigrated({ schema: own.schema() }, own.pool(options))
      const error = await failureOf(stores.storage.getConnection('fake:42'))

      expect(ConfigError.is(error)).toBe(true)
      expect(String(error)).toMatch(message)
      expect(inspect(error, { depth: 9 })).not.toMatch(/hunter2|postgres:\/\/|127\.0\.0\.1/)
    },
  )
})

function raise(): never {
  throw new Error('Every call has stores.')
}

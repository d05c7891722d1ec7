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

describe.runIf(canKill)('a connection that is cut between a write and its answer', () => {
  it.each(PORT_CALLS)('neither loses nor doubles $name', async ({ before, run, gives, after, leaves }) => {
    const pool = own.pool()
    // The answer of the first statement of a call, and of the second where there is one.
    for (const at of [0, 1]) {
      const schema = own.schema()
      const stores = await own.stores({ schema }, pool)
      const prepared = await before?.(stores)
      // The tables were looked at, so that it is the call's own answer that is lost.
      await stores.markers.load('fake:1', 'none')
      own.proxy.cutNextAnswer(at)

      expect(await run(stores, prepared)).toEqual(gives)
      own.proxy.turn('PASS')
      expect(await after(own.unmigrated({ schema }, pool))).toEqual(leaves)
    }
  })
})

describe.runIf(canKill)('a server that is killed', () => {
  it('has everything it confirmed when it is back, and answers the calls that waited for it', async () => {
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

  it('is told of in time, by an error to try again after', async () => {
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
  it('is not waited for beyond the deadline, and its connections are given up', async () => {
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
      expect(String(error)).toMatch(/did not answer in time|no connection of the pool was free/)
    }
    expect((await patient.storage.getConnection('fake:42'))?.token.accessToken).toBe('access-2')
  })

  it('does not keep whoever waits for a lock from giving up', async () => {
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
  it('that is used up is waited for until the deadline, and no connection is lost by it', async () => {
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

  it('that was closed says so at once', async () => {
    const pool = own.pool()
    const stores = await own.stores({}, pool)
    await pool.end()
    const error = await failureOf(stores.storage.getConnection('fake:42'))

    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toMatch(/the pool was closed \(POOL_CLOSED\)/)
  })

  it('outlives idle connections that are cut, though nobody else listens', async () => {
    const pool = own.pool()
    const stores = await own.stores({}, pool)
    own.proxy.turn('CLOSED')
    own.proxy.turn('PASS')

    expect(await stores.storage.getConnection('fake:42')).toBeNull()
  })
})

describe.runIf(canKill)('a server that takes no writes', () => {
  it('is told of by name; a read still works', async () => {
    const schema = own.schema()
    await own.stores({ schema })
    const replica = own.unmigrated(
      { schema, clock: impatientClock() },
      own.pool({ options: '-c default_transaction_read_only=on' }),
    )
    const error = await failureOf(replica.storage.saveConnection(generation(1)))

    expect(NetworkError.is(error)).toBe(true)
    expect(String(error)).toMatch(/takes no writes \(25006\)\. It is a replica .*connect to the primary/)
    expect(await replica.storage.getConnection('fake:42')).toBeNull()
  })

  it.each(PORT_CALLS)('changes nothing by $name, which the primary does then', async (call) => {
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

describe.runIf(canKill)('a server whose connections are used up', () => {
  it('is waited for until the deadline, told of by name, and used again once one is free', async () => {
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

describe.runIf(canKill)('a mistake', () => {
  it.each([['a user that is not there', { user: 'nobody_here' }, /did not let this user in \(28000\)/]])(
    'such as %s is said at once, without a secret',
    async (_what, options, words) => {
      const stores = own.unmigrated({ schema: own.schema() }, own.pool(options))
      const error = await failureOf(stores.storage.getConnection('fake:42'))

      expect(ConfigError.is(error)).toBe(true)
      expect(String(error)).toMatch(words)
      expect(inspect(error, { depth: 9 })).not.toMatch(/hunter2|postgres:\/\/|127\.0\.0\.1/)
    },
  )
})

function raise(): never {
  throw new Error('Each call has its stores.')
}

import { EventEmitter, getEventListeners } from 'node:events'

import { ConfigError, NetworkError } from '@social/core/store'
import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { impatientClock } from '../__fixtures__/impatient-clock.js'
import { Database } from './database.js'
import type { PostgresClient, PostgresPool, PostgresQuery } from './pool.js'

type Answer = (text: string) => Promise<readonly unknown[]>

const LIMITS = { what: 'storage.getConnection' }
const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)
const refused = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }))
const never = (): Promise<never> => new Promise(() => {})
/** Waits until all promise callbacks that are ready have run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A fake connection that answers statements and records how it was released. */
class FakeClient extends EventEmitter implements PostgresClient {
  readonly given: (boolean | undefined)[] = []
  readonly asked: string[] = []
  readonly #answer: Answer

  constructor(answer: Answer) {
    super()
    this.#answer = answer
  }

  async query({ text }: PostgresQuery): Promise<{ readonly rows: unknown[] }> {
    this.asked.push(text)
    return { rows: [...(await this.#answer(text))] }
  }

  release(isBroken?: boolean): void {
    this.given.push(isBroken)
  }
}

/** A fake pool that always lends the same connection. */
class FakePool extends EventEmitter implements PostgresPool {
  readonly client: FakeClient
  connects: (() => Promise<FakeClient>) | null = null

  constructor(answer: Answer = () => Promise.resolve([])) {
    super()
    this.client = new FakeClient(answer)
  }

  async connect(): Promise<FakeClient> {
    return this.connects ? this.connects() : this.client
  }
}

/**
 * Creates a database with a timeout of 8 seconds. Its clock is stopped, or with `passes` advances
 * during pauses.
 */
function aBench(answer?: Answer, passes = false) {
  const pool = new FakePool(answer)
  const clock = new FakeClock({ autoAdvance: passes })
  return { pool, clock, client: pool.client, database: new Database(pool, clock, 8) }
}

describe('a connection of the pool', () => {
  it('is released for reuse, without listeners on it or on the signal', async () => {
    const { client, clock, database } = aBench(async () => [['a']])
    const { signal } = new AbortController()

    expect(await database.rows('SELECT 1', [], { ...LIMITS, signal })).toEqual([['a']])
    expect(client.given).toEqual([false])
    expect(client.listenerCount('error')).toBe(0)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    await clock.advance(0.1)
    expect(clock.sleeping).toEqual([])
  })

  it.each([
    ['reused after a refused statement', '23514', false],
    ['closed after an unknown error', undefined, true],
    ['closed after a reset', 'ECONNRESET', true],
  ])('is %s', async (_what, code, isBroken) => {
    const { client, database } = aBench(() => refused(String(code)), true)
    await failure(database.rows('SELECT 1', [], LIMITS))

    expect(client.given.length).toBeGreaterThan(0)
    expect(new Set(client.given)).toEqual(new Set([isBroken]))
    expect(client.listenerCount('error')).toBe(0)
  })

  it('is closed instead of reused if the caller aborts, because its statement still runs', async () => {
    const { client, database } = aBench(never)
    const stop = new AbortController()
    const asking = failure(database.rows('SELECT 1', [], { ...LIMITS, signal: stop.signal }))
    await turn()
    const reason = new Error('enough')
    stop.abort(reason)

    expect(await asking).toBe(reason)
    expect(client.given).toEqual([true])
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('is released immediately if it arrives after the timeout', async () => {
    const { pool, client, clock, database } = aBench()
    const late = Promise.withResolvers<FakeClient>()
    pool.connects = () => late.promise
    const asking = failure(database.rows('SELECT 1', [], { ...LIMITS, withinSeconds: 0.5 }))
    await clock.advance(1)

    expect(await asking).toMatchObject({ code: 'NETWORK', timedOut: true })
    expect(client.given).toEqual([])
    late.resolve(client)
    await turn()
    expect(client.given).toEqual([undefined])
    expect(client.asked).toEqual([])
  })

  it('may break while it is lent without ending the program', async () => {
    const answer = Promise.withResolvers<readonly unknown[]>()
    const { client, database } = aBench(() => answer.promise)
    const asking = database.rows('SELECT 1', [], LIMITS)
    await turn()

    expect(client.emit('error', new Error('cut'))).toBe(true)
    answer.resolve([])
    expect(await asking).toEqual([])
  })
})

describe('a statement', () => {
  it('is retried after a temporary failure, with longer and longer pauses', async () => {
    let failures = 4
    const { client, clock, database } = aBench(() => {
      failures -= 1
      return failures < 0 ? Promise.resolve([['a']]) : refused('40001')
    }, true)

    expect(await database.rows('SELECT 1', [], LIMITS)).toEqual([['a']])
    expect(client.asked).toHaveLength(5)
    const pauses = clock.sleeps.slice(0, 4)
    for (const [at, seconds] of [0.05, 0.1, 0.2, 0.4].entries()) {
      expect(pauses[at]).toBeGreaterThanOrEqual(seconds * 0.5)
      expect(pauses[at]).toBeLessThan(seconds * 1.5)
    }
  })

  it('that fails for too long rejects within its timeout', async () => {
    const { clock, database } = aBench(() => refused('ECONNREFUSED'), true)
    const error = await failure(database.rows('SELECT 1', [], LIMITS))

    expect(NetworkError.is(error)).toBe(true)
    expect(String(error)).toContain('storage.getConnection failed: PostgreSQL cannot be reached')
    expect(clock.monotonic()).toBeGreaterThan(8 - 1.5)
    expect(clock.monotonic()).toBeLessThan(8)
    expect(Math.max(...clock.sleeps)).toBeLessThanOrEqual(1.5)
  })

  it('that failed with an error and then timed out rejects with the error', async () => {
    let tries = 0
    const { clock, database } = aBench(() => {
      tries += 1
      return tries === 1 ? refused('25006') : never()
    })
    const asking = failure(database.rows('SELECT 1', [], LIMITS))
    for (let passed = 0; passed < 30; passed += 1) await clock.advance(0.5)

    expect(String(await asking)).toContain('this PostgreSQL is read-only (25006)')
  })

  it('is not retried on a machine that slept past the deadline, and rejects with the last error', async () => {
    const pool = new FakePool(() => refused('25006'))
    const database = new Database(pool, impatientClock(), 8)

    expect(String(await failure(database.rows('SELECT 1', [], LIMITS)))).toContain('25006')
    expect(pool.client.asked).toHaveLength(1)
  })

  it('that is refused permanently is sent once', async () => {
    const { client, database } = aBench(() => refused('42P01'), true)

    expect(ConfigError.is(await failure(database.rows('SELECT 1', [], LIMITS)))).toBe(true)
    expect(client.asked).toHaveLength(1)
  })

  it('that hangs leaves half of the time for a retry', async () => {
    let tries = 0
    const { clock, database } = aBench(() => {
      tries += 1
      return tries === 1 ? never() : Promise.resolve([['a']])
    })
    const asking = database.rows('SELECT 1', [], LIMITS)
    await clock.advance(3.9)
    expect(tries).toBe(1)
    await clock.advance(0.3)

    expect(await asking).toEqual([['a']])
  })

  it('is not sent if the signal has already fired', async () => {
    const { client, database } = aBench()
    const reason = new Error('too late')

    expect(
      await failure(database.rows('SELECT 1', [], { ...LIMITS, signal: AbortSignal.abort(reason) })),
    ).toBe(reason)
    expect(client.given).toEqual([])
  })

  it('is not retried if the signal fires during the pause', async () => {
    const { client, clock, database } = aBench(() => refused('40001'))
    const stop = new AbortController()
    const asking = failure(database.rows('SELECT 1', [], { ...LIMITS, signal: stop.signal }))
    await turn()
    stop.abort(new Error('enough'))

    expect(await asking).toBe(stop.signal.reason)
    await clock.advance(10)
    expect(client.asked).toHaveLength(1)
  })
})

const work = (statement: string) => (ask: (text: string) => Promise<unknown>) => ask(statement)
/** Returns an answer function that refuses one statement, and optionally the rollback. */
const refusing = (text: string) =>
  text === 'A' ? refused('23514') : text === 'ROLLBACK' ? refused('25P01') : Promise.resolve([])

describe('a transaction', () => {
  it('ends with COMMIT, and returns the result of the work', async () => {
    const { client, database } = aBench(async (text) => [[text]])

    expect(await database.transaction(LIMITS, work('A'))).toEqual([['A']])
    expect(client.asked).toEqual(['BEGIN', 'A', 'COMMIT'])
  })

  it('ends with ROLLBACK after a failure, and rejects with that failure even if the rollback fails too', async () => {
    const { client, database } = aBench(refusing)

    expect(String(await failure(database.transaction(LIMITS, work('A'))))).toContain('(23514)')
    expect(client.asked).toEqual(['BEGIN', 'A', 'ROLLBACK'])
  })
})

describe('a pool of several stores', () => {
  it('has one listener, until the last store releases it', () => {
    const pool = new FakePool()
    const [one, other] = [new Database(pool, new FakeClock(), 8), new Database(pool, new FakeClock(), 8)]
    expect(pool.listenerCount('error')).toBe(1)
    one.letGo()
    one.letGo()
    expect(pool.listenerCount('error')).toBe(1)
    other.letGo()
    expect(pool.listenerCount('error')).toBe(0)

    const later = new Database(pool, new FakeClock(), 8)
    expect(pool.listenerCount('error')).toBe(1)
    later.letGo()
    expect(pool.listenerCount('error')).toBe(0)
  })
})

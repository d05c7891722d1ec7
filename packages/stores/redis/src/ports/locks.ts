import { type Clock, type Locks, portArguments } from '@social/core/store'
import {
  type ExtendOptions,
  LeasedLocks,
  type LockRows,
  millisecondsOf,
  type TakeOptions,
} from '@social/store-kit'

import type { Keys } from '../keys.js'
import { listOf, numberOf, textOf } from '../server/reply.js'
import { script } from '../server/script.js'
import type { Session } from '../server/session.js'

/** Seconds between two polls of a lock that another process holds. Our choice. */
const PAUSES = { firstSeconds: 0.01, maxSeconds: 0.2 }

/**
 * Takes a lock. The fencing token is larger than every earlier token, even if a killed server has
 * lost the last one, because it is at least the server's clock in microseconds. A key that expires
 * later than its lease shows that the server's clock was set back.
 */
const TAKE = script(`local held = redis.call('HMGET', KEYS[1], 'claim', 'token', 'lease')
if held[1] == ARGV[2] then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return { 'HELD', held[2] }
end
if held[1] then
  if redis.call('PTTL', KEYS[1]) > tonumber(held[3]) then redis.call('PEXPIRE', KEYS[1], held[3]) end
  return { 'BUSY', '' }
end
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
local token = string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]))
redis.call('SET', KEYS[2], token)
redis.call('HSET', KEYS[1], 'claim', ARGV[2], 'token', token, 'lease', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return { 'HELD', token }`)

const EXTEND = script(`if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[2] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`)

const RELEASE = script(`if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[2] then return 0 end
return redis.call('DEL', KEYS[1])`)

/** The lock that is passed to the work under a lock. */
export interface HeldLock {
  /** Aborts when the lease is lost. */
  readonly signal: AbortSignal
  /**
   * Number that is larger than the token of every earlier holder of any lock. Send it with every
   * write to another system, and let that system refuse smaller tokens.
   */
  readonly fencingToken: string
}

/** Locks that pass a fencing token to the work under the lock. */
export interface FencedLocks extends Locks {
  withLock<T>(
    key: string,
    work: (held: HeldLock) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T>
}

/**
 * The lock that is passed to the work. The signal is created on first access, because creating it
 * takes time and most work does not use it.
 */
class Held implements HeldLock {
  readonly fencingToken: string
  readonly #lease: { readonly signal: AbortSignal }

  constructor(lease: { readonly signal: AbortSignal }, fencingToken: string) {
    this.#lease = lease
    this.fencingToken = fencingToken
  }

  get signal(): AbortSignal {
    return this.#lease.signal
  }
}

/** Locks that all processes using the same Redis share. */
export class RedisLocks implements FencedLocks {
  readonly #leased: LeasedLocks
  readonly #session: Session
  readonly #keys: Keys
  /**
   * Fencing token of each lock that this process holds. At most one holder per key exists in a
   * process.
   */
  readonly #tokens = new Map<string, string>()

  constructor(session: Session, keys: Keys, clock: Clock) {
    this.#session = session
    this.#keys = keys
    const rows: LockRows = {
      take: (key, claim, options) => this.#take(key, claim, options),
      extend: (key, claim, options) => this.#extend(key, claim, options),
      release: (key, claim) => this.#release(key, claim),
    }
    this.#leased = new LeasedLocks(rows, clock, PAUSES)
  }

  async withLock<T>(
    key: string,
    work: (held: HeldLock) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T> {
    portArguments.locks.withLock(key, work, options)
    return this.#leased.withLock(key, (lease) => work(new Held(lease, this.#tokens.get(key) ?? '')), options)
  }

  async #take(key: string, claim: string, { leaseSeconds, signal }: TakeOptions): Promise<boolean> {
    const places = [this.#keys.lock(key), this.#keys.fence] as const
    const args = [claim, millisecondsOf({ leaseSeconds })]
    const [state, token] = listOf(await this.#session.run(TAKE, places, args, { signal }))
    if (state !== 'HELD') return false
    this.#tokens.set(key, textOf(token))
    return true
  }

  async #extend(
    key: string,
    claim: string,
    { leaseSeconds, withinSeconds }: ExtendOptions,
  ): Promise<boolean> {
    // An attempt takes at most a third of the lease, so that time for a retry remains.
    const seconds = Math.min(withinSeconds, leaseSeconds / 3)
    const args = [claim, millisecondsOf({ leaseSeconds })]
    return numberOf(await this.#session.run(EXTEND, [this.#keys.lock(key)], args, { seconds })) === 1
  }

  async #release(key: string, claim: string): Promise<void> {
    this.#tokens.delete(key)
    await this.#session.run(RELEASE, [this.#keys.lock(key)], [claim])
  }
}

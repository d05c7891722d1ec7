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
const PAUSES = { firstSeconds: 0.01, slowestSeconds: 0.2 }

/**
 * The fencing token is larger than every one before, also when a server that was killed has lost the last of them: the
 * microseconds of its clock are ahead of any counter. A key that would live longer than its lease shows that the clock
 * was set back.
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

/** What the work under a lock is told. */
export interface HeldLock {
  /** Fires when the lease is lost. */
  readonly signal: AbortSignal
  /** Larger than that of every holder before, of any key. Give it to what you write to, and have smaller ones refused there. */
  readonly fencingToken: string
}

/** Locks whose work is told its fencing token. */
export interface FencedLocks extends Locks {
  withLock<T>(
    key: string,
    work: (held: HeldLock) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T>
}

/** What the work sees of its lock. The signal is looked up by whoever asks for it: most work does not, and it is not free. */
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

/** Locks that everybody with the same Redis shares. */
export class RedisLocks implements FencedLocks {
  readonly #leased: LeasedLocks
  readonly #session: Session
  readonly #keys: Keys
  /** The token of each lock that this process holds: in one process a key has one holder at a time. */
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
    // Tried again before the lease is over.
    const seconds = Math.min(withinSeconds, leaseSeconds / 3)
    const args = [claim, millisecondsOf({ leaseSeconds })]
    return numberOf(await this.#session.run(EXTEND, [this.#keys.lock(key)], args, { seconds })) === 1
  }

  async #release(key: string, claim: string): Promise<void> {
    this.#tokens.delete(key)
    await this.#session.run(RELEASE, [this.#keys.lock(key)], [claim])
  }
}

import { randomUUID } from 'node:crypto'

import { type ClaimResult, portArguments, type SeenUpdates } from '@social/core/store'
import { type Lease, millisecondsOf } from '@social/store-kit'

import type { Keys } from '../keys.js'
import { textOf } from '../server/reply.js'
import { CORRECT_END, script } from '../server/script.js'
import type { Session } from '../server/session.js'

/**
 * Milliseconds for which an expired claim is remembered (one day), so that a worker can confirm
 * late. Our choice.
 */
const LATE_CONFIRMATION_MS = 86_400_000

/**
 * Part of a script. Reads the stored value: `SEEN`, or the claim, the end of its lease and the
 * length of its lease.
 */
const READ = `local stored = redis.call('GET', KEYS[1])
local claim, ends, lease
if stored and stored ~= 'SEEN' then claim, ends, lease = string.match(stored, '^(%S+) (%d+) (%d+)$') end
`

const CLAIM = script(`${CORRECT_END}${READ}
if stored == 'SEEN' then return 'SEEN' end
if claim and claim ~= ARGV[2] then
  local free = corrected(ends, lease)
  if free ~= tonumber(ends) then
    redis.call('SET', KEYS[1], claim .. ' ' .. free .. ' ' .. lease, 'KEEPTTL')
  end
  if free > now then return 'BUSY' end
end
redis.call('SET', KEYS[1], ARGV[2] .. ' ' .. (now + ARGV[3]) .. ' ' .. ARGV[3], 'PX', ARGV[3] + ARGV[4])
return 'CLAIMED'`)

const EXTEND = script(`${READ}
if claim == ARGV[2] then
  redis.call('SET', KEYS[1], claim .. ' ' .. (now + ARGV[3]) .. ' ' .. ARGV[3], 'PX', ARGV[3] + ARGV[4])
end
return 1`)

const CONFIRM = script(`${READ}
if claim == ARGV[2] then redis.call('SET', KEYS[1], 'SEEN', 'PX', ARGV[3]) end
return 1`)

const RELEASE = script(`${READ}
if claim == ARGV[2] then redis.call('DEL', KEYS[1]) end
return 1`)

/** Stores handled updates in Redis. */
export class RedisSeenUpdates implements SeenUpdates {
  readonly #session: Session
  readonly #keys: Keys
  readonly #seenMs: number

  constructor(session: Session, keys: Keys, seenDays: number) {
    this.#session = session
    this.#keys = keys
    this.#seenMs = Math.ceil(seenDays * 86_400_000)
  }

  async claim(key: string, lease: Lease): Promise<ClaimResult> {
    portArguments.seenUpdates.claim(key, lease)
    const claim = randomUUID()
    const args = [claim, millisecondsOf(lease), LATE_CONFIRMATION_MS]
    const state = textOf(await this.#session.run(CLAIM, [this.#keys.seen(key)], args))
    if (state === 'CLAIMED') return { state, claim }
    return { state: state === 'SEEN' ? 'SEEN' : 'BUSY' }
  }

  async extend(key: string, claim: string, lease: Lease): Promise<void> {
    portArguments.seenUpdates.extend(key, claim, lease)
    const args = [claim, millisecondsOf(lease), LATE_CONFIRMATION_MS]
    await this.#session.run(EXTEND, [this.#keys.seen(key)], args)
  }

  async confirm(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.confirm(key, claim)
    await this.#session.run(CONFIRM, [this.#keys.seen(key)], [claim, this.#seenMs])
  }

  async release(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.release(key, claim)
    await this.#session.run(RELEASE, [this.#keys.seen(key)], [claim])
  }
}

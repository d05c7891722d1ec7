import { answerWithin, type Clock, ConfigError, NetworkError } from '@social/core/store'

import type { Format } from './format.js'
import type { RedisCommand } from './server/client.js'
import { listOf, numberOf, textOf } from './server/reply.js'
import type { ServerClock } from './server/server-clock.js'

/**
 * Seconds after which the server is checked again, because an operator may have replaced or
 * reconfigured it.
 */
const QUERY_AGAIN_SECONDS = 60
/**
 * Oldest Redis version that has every command the stores use (`GETDEL`, `SET … KEEPTTL`). Tested
 * with 7.0.15.
 */
const OLDEST = { major: 6, minor: 2 }

/**
 * Runs as a script, so that in a cluster the server that owns the keys runs it. The script uses INFO, because some
 * servers forbid CONFIG.
 */
const INSPECT = `local time = redis.call('TIME')
local facts = ''
for _, part in ipairs({'server', 'memory', 'persistence', 'replication'}) do
  facts = facts .. redis.call('INFO', part) .. '\\n'
end
return { time[1] * 1000 + math.floor(time[2] / 1000), facts }`

/** Dependencies of an inspection. */
export interface InspectionParts {
  readonly send: RedisCommand
  readonly clock: Clock
  readonly serverClock: ServerClock
  readonly format: Format
  readonly timeoutSeconds: number
  readonly acceptsLoss: boolean
}

/**
 * Checks that the server is suitable: before the first call, once a minute, and after each
 * fail-over.
 */
export class Inspection {
  readonly #parts: InspectionParts
  #queryAgainAt = -Infinity
  #checking: Promise<void> | null = null
  #isAppendOnly = false

  constructor(parts: InspectionParts) {
    this.#parts = parts
  }

  /** Returns whether the last check succeeded and is recent. */
  isFresh(isDurable: boolean): boolean {
    return this.#parts.clock.monotonic() < this.#queryAgainAt && (!isDurable || this.#keepsAll())
  }

  /** Makes the next call check the server again. */
  expire(): void {
    this.#queryAgainAt = -Infinity
  }

  /**
   * Checks the server. Concurrent calls share one check.
   *
   * @throws ConfigError if the server's settings allow losing data that the stores need.
   * @throws NetworkError if the server is a read-only replica.
   */
  async check(isDurable: boolean): Promise<void> {
    const { clock, timeoutSeconds } = this.#parts
    // The timeout covers the whole check, so that no call waits forever.
    const limits = { clock, what: 'Redis', seconds: timeoutSeconds }
    this.#checking ??= answerWithin(this.#inspect(), limits).finally(() => {
      this.#checking = null
    })
    await this.#checking
    if (isDurable && !this.#keepsAll())
      throw new ConfigError(
        'Redis has no append-only file: a restart would lose connections and published posts, and posts could be published twice. Set appendonly yes. If that loss is acceptable, pass acceptLoss: true to redisStores.',
      )
  }

  #keepsAll(): boolean {
    return this.#isAppendOnly || this.#parts.acceptsLoss
  }

  async #inspect(): Promise<void> {
    const { send, clock, serverClock, format } = this.#parts
    const reply = listOf(await send(['EVAL', INSPECT, '1', format.key], format.key))
    serverClock.learn(numberOf(reply[0]))
    const facts = textOf(reply[1])
    refuseOld(factIn(facts, 'redis_version'))
    if (factIn(facts, 'role') === 'slave')
      throw new NetworkError(
        'Redis refused the command: it is a read-only replica. Give the client the address of the primary, or of the sentinels.',
        { delivery: 'NOT_SENT' },
      )
    const policy = factIn(facts, 'maxmemory_policy')
    if (policy !== 'noeviction')
      throw new ConfigError(
        `Redis drops keys when its memory is full (maxmemory-policy ${policy}): locks, tokens and published posts would be lost. Set maxmemory-policy noeviction, or use a separate Redis for the stores.`,
      )
    this.#isAppendOnly = factIn(facts, 'aof_enabled') === '1'
    await format.join()
    this.#queryAgainAt = clock.monotonic() + QUERY_AGAIN_SECONDS
  }
}

/**
 * Returns the value of one line of the INFO reply, such as `role:master`. Returns an empty text if
 * the line is missing.
 */
function factIn(facts: string, name: string): string {
  const start = facts.indexOf(`\n${name}:`)
  if (start < 0) return ''
  const from = start + name.length + 2
  const end = facts.indexOf('\n', from)
  return facts
    .slice(from, end < 0 ? undefined : end)
    .trim()
    .slice(0, 40)
}

function refuseOld(version: string): void {
  const [major = 0, minor = 0] = version.split('.', 2).map(Number)
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return
  throw new ConfigError(`Redis ${version} is too old. Use ${OLDEST.major}.${OLDEST.minor} or newer.`)
}

import { answerWithin, type Clock, ConfigError, NetworkError } from '@social/core/store'

import type { Format } from './format.js'
import type { RedisCommand } from './server/client.js'
import { listOf, numberOf, textOf } from './server/reply.js'
import type { ServerClock } from './server/server-clock.js'

/** Seconds after which the server is looked at again: it may have been replaced, or set up anew. */
const QUERY_AGAIN_SECONDS = 60
/** The oldest Redis with every command that is used (`GETDEL`, `SET … KEEPTTL`). Tried with 7.0.15. */
const OLDEST = { major: 6, minor: 2 }

/** By a script, so that in a cluster it is the server with the keys that answers. INFO is allowed where CONFIG is not. */
const LOOK = `local time = redis.call('TIME')
local facts = ''
for _, part in ipairs({'server', 'memory', 'persistence', 'replication'}) do
  facts = facts .. redis.call('INFO', part) .. '\\n'
end
return { time[1] * 1000 + math.floor(time[2] / 1000), facts }`

/** Where the stores live, and what is accepted there. */
export interface InspectionParts {
  readonly send: RedisCommand
  readonly clock: Clock
  readonly serverClock: ServerClock
  readonly format: Format
  readonly timeoutSeconds: number
  readonly acceptsLoss: boolean
}

/** Looks at the server before the first call, once a minute, and after each fail-over. */
export class Inspection {
  readonly #parts: InspectionParts
  #queryAgainAt = -Infinity
  #looking: Promise<void> | null = null
  #isAppendOnly = false

  constructor(parts: InspectionParts) {
    this.#parts = parts
  }

  /** True when the server was found fit a moment ago. */
  isFresh(isDurable: boolean): boolean {
    return this.#parts.clock.monotonic() < this.#queryAgainAt && (!isDurable || this.#keepsAll())
  }

  /** The next call looks first. */
  expire(): void {
    this.#queryAgainAt = -Infinity
  }

  /**
   * Looks at the server; calls at the same moment share one look.
   *
   * @throws ConfigError when it may drop or forget what the stores need.
   * @throws NetworkError when it is a read-only replica.
   */
  async look(isDurable: boolean): Promise<void> {
    const { clock, timeoutSeconds } = this.#parts
    // Bounded as a whole: nobody may wait for a look that never ends.
    const limits = { clock, what: 'Redis', seconds: timeoutSeconds }
    this.#looking ??= answerWithin(this.#look(), limits).finally(() => {
      this.#looking = null
    })
    await this.#looking
    if (isDurable && !this.#keepsAll())
      throw new ConfigError(
        'Redis keeps no append-only file: after a restart, connections and what was published would be gone, and posts could go out twice. Set appendonly yes; or, where that loss is acceptable, give redisStores acceptLoss: true.',
      )
  }

  #keepsAll(): boolean {
    return this.#isAppendOnly || this.#parts.acceptsLoss
  }

  async #look(): Promise<void> {
    const { send, clock, serverClock, format } = this.#parts
    const reply = listOf(await send(['EVAL', LOOK, '1', format.key], format.key))
    serverClock.learn(numberOf(reply[0]))
    const facts = textOf(reply[1])
    refuseOld(factIn(facts, 'redis_version'))
    if (factIn(facts, 'role') === 'slave')
      throw new NetworkError(
        'Redis does not take the command: it is a read-only replica. Give the client the address of the primary, or of the sentinels.',
        { delivery: 'NOT_SENT' },
      )
    const policy = factIn(facts, 'maxmemory_policy')
    if (policy !== 'noeviction')
      throw new ConfigError(
        `Redis drops keys when its memory is full (maxmemory-policy ${policy}): locks, tokens and what was published would vanish. Set maxmemory-policy noeviction, or use a Redis of its own for the stores.`,
      )
    this.#isAppendOnly = factIn(facts, 'aof_enabled') === '1'
    await format.join()
    this.#queryAgainAt = clock.monotonic() + QUERY_AGAIN_SECONDS
  }
}

/** One line of INFO: `role:master`. Empty when it is not there. */
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

import { answerWithin, type Clock, NetworkError } from '@social/core/platform'

import type { RedisCommand } from './client.js'
import type { Inspection } from './inspection.js'
import { isUnknownScript, troubleOf } from './redis-errors.js'
import { numberOf } from './reply.js'
import type { Script } from './script.js'
import type { ServerClock } from './server-clock.js'

/** Seconds between two tries while a server fails over; the longer it lasts, the fewer. */
const FIRST_PAUSE_SECONDS = 0.05
const LONGEST_PAUSE_SECONDS = 0.5

/** What a session talks through, and what it keeps to. */
export interface SessionParts {
  readonly send: RedisCommand
  readonly clock: Clock
  readonly serverClock: ServerClock
  readonly inspection: Inspection
  readonly timeoutSeconds: number
}

/** How one call is bounded. */
export interface CallLimits {
  /** Those of the options unless given. */
  readonly seconds?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends commands to Redis, each with an end: clients wait for a server that is gone as long as it is gone. While time is
 * left, what passes by itself (a fail-over, a cut connection) is tried again, so every script has to be harmless to repeat.
 */
export class Session {
  readonly #parts: SessionParts
  readonly #isDurable: boolean

  /** @param isDurable - For stores that need an append-only file. */
  constructor(parts: SessionParts, isDurable: boolean) {
    this.#parts = parts
    this.#isDurable = isDurable
  }

  get serverClock(): ServerClock {
    return this.#parts.serverClock
  }

  /** Milliseconds for which the answer to a call is kept that must not be counted twice: longer than it can be repeated. */
  get onceMs(): number {
    return Math.ceil(this.#parts.timeoutSeconds * 1000) + 1_000
  }

  /** Sends a command that changes nothing. */
  read(command: readonly [name: string, key: string, ...rest: string[]]): Promise<unknown> {
    return this.#bounded({}, () => this.#parts.send([...command], command[1]))
  }

  /** Runs a script. */
  run(
    script: Script,
    keys: readonly [string, ...string[]],
    args: readonly (string | number)[],
    limits: CallLimits = {},
  ): Promise<unknown> {
    const texts = args.map(String)
    return this.#bounded(limits, (end) => this.#evaluate(script, keys, texts, end))
  }

  #bounded(limits: CallLimits, attempt: (end: number) => Promise<unknown>): Promise<unknown> {
    const { clock, timeoutSeconds } = this.#parts
    const seconds = limits.seconds ?? timeoutSeconds
    const end = clock.monotonic() + seconds
    const { signal } = limits
    return answerWithin(this.#persist(end, attempt, signal), { clock, what: 'Redis', seconds, signal })
  }

  /** Tries until it works, or fails for good, or time is over. */
  async #persist(
    end: number,
    attempt: (end: number) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const { clock, inspection } = this.#parts
    for (let pause = FIRST_PAUSE_SECONDS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_SECONDS)) {
      try {
        if (!inspection.isFresh(this.#isDurable)) {
          await inspection.look(this.#isDurable)
          if (clock.monotonic() >= end) throw tooLate()
        }
        return await attempt(end)
      } catch (thrown) {
        const { error, isPassing } = troubleOf(thrown)
        if (!isPassing || clock.monotonic() + pause >= end || signal?.aborted) throw error
        // Whatever comes after a fail-over may be another server.
        inspection.expire()
        await clock.sleep(pause)
      }
    }
  }

  async #evaluate(
    script: Script,
    keys: readonly [string, ...string[]],
    args: readonly string[],
    end: number,
  ): Promise<unknown> {
    const { clock, serverClock } = this.#parts
    for (;;) {
      const lastMoment = Math.floor(serverClock.now() + (end - clock.monotonic()) * 1000)
      const reply = await this.#send(script, keys, [String(lastMoment), ...args])
      if (!Array.isArray(reply) || reply[0] !== 'LATE') return reply
      // In time, and yet late: the server's clock is not what was known of it. It is another server, or was set.
      serverClock.learn(numberOf(reply[1]))
      if (clock.monotonic() >= end) throw tooLate()
    }
  }

  async #send(
    script: Script,
    keys: readonly [string, ...string[]],
    args: readonly string[],
  ): Promise<unknown> {
    const { send } = this.#parts
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await send(['EVALSHA', script.sha, ...rest], keys[0])
    } catch (thrown) {
      if (!isUnknownScript(thrown)) throw thrown
      return send(['EVAL', script.text, ...rest], keys[0])
    }
  }
}

/** Nobody hears it: whoever asked was told when time was over. */
const tooLate = (): NetworkError => new NetworkError('Redis was asked too late.', { timedOut: true })

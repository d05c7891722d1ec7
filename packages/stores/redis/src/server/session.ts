import { Call, type CallParts, type Question } from './call.js'
import type { Script, ScriptRunner } from './script.js'
import type { ServerClock } from './server-clock.js'

/** Dependencies and defaults of a session. */
export interface SessionParts extends CallParts {
  readonly timeoutSeconds: number
}

/** Limits of one call. */
export interface CallLimits {
  /** Timeout in seconds. Default: the timeout of the options. */
  readonly seconds?: number
  readonly signal?: AbortSignal | undefined
}

const DEFAULTS: CallLimits = {}

/**
 * Sends commands to Redis with a timeout, because clients wait for an unreachable server without a
 * limit. Temporary failures are retried until the timeout, so every script must be safe to repeat.
 */
export class Session implements ScriptRunner {
  readonly #parts: SessionParts
  readonly #isDurable: boolean

  /**
   * @param isDurable - True for stores whose data must survive a restart of the server
   * (append-only file).
   */
  constructor(parts: SessionParts, isDurable: boolean) {
    this.#parts = parts
    this.#isDurable = isDurable
  }

  get serverClock(): ServerClock {
    return this.#parts.serverClock
  }

  /**
   * Milliseconds for which the response of a call is stored. This is longer than the call can be
   * repeated.
   */
  get onceMs(): number {
    return Math.ceil(this.#parts.timeoutSeconds * 1000) + 1_000
  }

  /** Sends a command that only reads. */
  read(command: [name: string, key: string, ...rest: string[]]): Promise<unknown> {
    return this.#ask({ script: null, command, key: command[1] }, DEFAULTS)
  }

  /** Runs a script. */
  run(
    script: Script,
    keys: readonly [string, ...string[]],
    args: readonly (string | number)[],
    limits: CallLimits = DEFAULTS,
  ): Promise<unknown> {
    return this.#ask({ script, keys, args }, limits)
  }

  #ask(question: Question, { seconds = this.#parts.timeoutSeconds, signal }: CallLimits): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const options = { isDurable: this.#isDurable, seconds, signal, resolve, reject }
      new Call(this.#parts, question, options).begin()
    })
  }
}

import { Call, type CallParts, type Question } from './call.js'
import type { Script, ScriptRunner } from './script.js'
import type { ServerClock } from './server-clock.js'

/** What a session talks through, and what it keeps to. */
export interface SessionParts extends CallParts {
  readonly timeoutSeconds: number
}

/** How one call is bounded. */
export interface CallLimits {
  /** Those of the options unless given. */
  readonly seconds?: number
  readonly signal?: AbortSignal | undefined
}

const DEFAULTS: CallLimits = {}

/**
 * Sends commands to Redis, each with an end: clients wait for a server that is gone as long as it is gone. What passes by
 * itself is tried again until then, so every script has to be harmless to repeat.
 */
export class Session implements ScriptRunner {
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

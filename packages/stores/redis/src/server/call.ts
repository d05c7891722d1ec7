import { type Clock, NetworkError } from '@social/core/store'

import type { Inspection } from '../inspection.js'
import type { RedisCommand } from './client.js'
import type { Bounded, Deadlines } from './deadlines.js'
import { isUnknownScript, troubleOf } from './redis-errors.js'
import type { Script } from './script.js'
import type { ServerClock } from './server-clock.js'

/**
 * Pause in seconds before the first retry during a fail-over. Later pauses are longer. Our choice.
 */
const FIRST_PAUSE_SECONDS = 0.05
/** Maximum pause between retries, in seconds. Our choice. */
const MAX_PAUSE_SECONDS = 0.5

/** Dependencies of a call. */
export interface CallParts {
  readonly send: RedisCommand
  readonly clock: Clock
  readonly serverClock: ServerClock
  readonly inspection: Inspection
  readonly deadlines: Deadlines
}

/** A request to the server: a command that only reads, or a script. */
export type Question =
  | { readonly script: null; readonly command: string[]; readonly key: string }
  | {
      readonly script: Script
      readonly keys: readonly [string, ...string[]]
      readonly args: readonly (string | number)[]
    }

/** Timeout and callbacks of a call. */
export interface CallOptions {
  readonly isDurable: boolean
  readonly seconds: number
  readonly signal: AbortSignal | undefined
  readonly resolve: (reply: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * One call, from the request to the response or the timeout. Temporary failures (a fail-over, a
 * cut connection) are retried until the timeout. The class uses callbacks instead of promises for
 * speed, because every store operation runs through it.
 */
export class Call implements Bounded {
  readonly end: number
  place = -1
  readonly #parts: CallParts
  readonly #question: Question
  readonly #options: CallOptions
  #isOver = false
  #pause = FIRST_PAUSE_SECONDS
  #wasLate = false
  /** Failure of the last attempt, reported if the call times out. */
  #trouble: Error | null = null
  #giveUp: (() => void) | null = null

  constructor(parts: CallParts, question: Question, options: CallOptions) {
    this.#parts = parts
    this.#question = question
    this.#options = options
    this.end = parts.clock.monotonic() + options.seconds
  }

  begin(): void {
    const { signal, reject } = this.#options
    if (signal?.aborted) return reject(signal.reason)
    if (signal) {
      this.#giveUp = () => this.#fail(signal.reason)
      signal.addEventListener('abort', this.#giveUp, { once: true })
    }
    this.#parts.deadlines.add(this)
    this.#try()
  }

  /** Called at the timeout. If the request arrives at the server later, the server ignores it. */
  ring(): void {
    const message = `Redis did not respond within ${this.#options.seconds} seconds. Try again, and check why it hangs.`
    this.#fail(this.#trouble ?? new NetworkError(message, { timedOut: true, delivery: 'NOT_SENT' }))
  }

  #try(): void {
    const { inspection } = this.#parts
    const { isDurable } = this.#options
    if (inspection.isFresh(isDurable)) this.#ask()
    else
      inspection.check(isDurable).then(
        () => this.#ask(),
        (thrown: unknown) => this.#onTrouble(thrown),
      )
  }

  #ask(): void {
    if (this.#isOver) return
    const question = this.#question
    if (question.script === null) this.#send([...question.command], question.key)
    else this.#send(this.#evaluation(question, 'EVALSHA', question.script.sha), question.keys[0])
  }

  #send(command: string[], key: string): void {
    try {
      this.#parts.send(command, key).then(
        (reply) => this.#onReply(reply),
        (thrown: unknown) => this.#onTrouble(thrown),
      )
    } catch (thrown) {
      this.#onTrouble(thrown)
    }
  }

  #evaluation(question: Question & { script: Script }, word: string, script: string): string[] {
    const { keys, args } = question
    const command = [word, script, String(keys.length), ...keys]
    command.push(String(this.#parts.serverClock.reachedBy(this.end)))
    for (const arg of args) command.push(typeof arg === 'string' ? arg : String(arg))
    return command
  }

  #onReply(reply: unknown): void {
    if (this.#isOver) return
    if (this.#question.script !== null && Array.isArray(reply) && reply[0] === 'LATE') {
      this.#onLate(Number(reply[1]))
      return
    }
    this.#finish()
    this.#options.resolve(reply)
  }

  /**
   * Called when the server ignored the request as late although it arrived in time. The server's
   * clock was ahead of the estimate, because another server responded or a clock was changed.
   */
  #onLate(serverMs: number): void {
    if (Number.isFinite(serverMs)) this.#parts.serverClock.learn(serverMs)
    const isAgain = this.#wasLate
    this.#wasLate = true
    if (isAgain) this.#askLater()
    else this.#ask()
  }

  #onTrouble(thrown: unknown): void {
    if (this.#isOver) return
    const question = this.#question
    if (question.script !== null && isUnknownScript(thrown))
      return this.#send(this.#evaluation(question, 'EVAL', question.script.text), question.keys[0])
    const { error, isPassing } = troubleOf(thrown)
    if (!isPassing) return this.#fail(error)
    this.#trouble = error
    // After a fail-over another server may respond, so the server is checked again.
    this.#parts.inspection.expire()
    this.#askLater()
  }

  /**
   * Retries after a pause. If no time for a retry is left, waits for the timeout, because until
   * then the server may still run the request.
   */
  #askLater(): void {
    const { clock } = this.#parts
    const pause = this.#pause
    if (clock.monotonic() + pause >= this.end) return
    this.#pause = Math.min(pause * 2, MAX_PAUSE_SECONDS)
    clock.sleep(pause).then(
      () => (this.#isOver ? undefined : this.#try()),
      (reason: unknown) => this.#fail(reason),
    )
  }

  #fail(reason: unknown): void {
    if (this.#isOver) return
    this.#finish()
    this.#options.reject(reason)
  }

  #finish(): void {
    this.#isOver = true
    this.#parts.deadlines.remove(this)
    if (this.#giveUp !== null) this.#options.signal?.removeEventListener('abort', this.#giveUp)
  }
}

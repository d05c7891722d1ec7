import type { Clock, Locks } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { answerWithin } from './answer-within.js'
import { errorOfPort } from './port-error.js'

/**
 * Maximum wait for a lock in seconds. It is longer than a renewal can hold the lock: 120 seconds for the network,
 * plus the storage calls.
 */
const WAIT_SECONDS = 240
const METHOD = 'locks.withLock'

/** Options of work under a lock. */
export interface UnderLock {
  readonly locks: Locks
  readonly clock: Clock
  readonly key: string
  readonly leaseSeconds: number
  /** If the signal aborts, the wait for the lock ends. Work that has started continues. */
  readonly signal?: AbortSignal | undefined
  /** Publishes a message on the `social.warning` channel. */
  readonly warn: (message: string) => void
}

/**
 * Runs work under a lock of the application. Waiting for the lock and releasing it have a time limit. A lock that
 * arrives late is released immediately. A failed release does not make completed work fail.
 *
 * @throws NetworkError if the lock was not acquired in time.
 * @throws ConfigError if `locks` ends without running the work.
 */
export async function underLock<T>(work: (held: AbortSignal) => Promise<T>, options: UnderLock): Promise<T> {
  const { locks, clock, key, leaseSeconds, signal } = options
  signal?.throwIfAborted()
  const turn = new Turn(work)
  const waiting = new AbortController()
  // The async function converts an error that the lock throws into a rejection.
  const holding = (async () => {
    await locks.withLock(key, (held) => turn.run(held), { leaseSeconds, signal: waiting.signal })
  })()
  try {
    const limits = { clock, what: METHOD, seconds: WAIT_SECONDS, signal }
    await answerWithin(Promise.race([turn.begun, holding]), limits)
  } catch (thrown) {
    if (turn.giveUp()) {
      waiting.abort(thrown)
      throw signal?.aborted ? thrown : errorOfPort(thrown, METHOD)
    }
  }
  try {
    return await turn.result()
  } finally {
    await release(holding, turn, options)
  }
}

/** Waits until the lock is released, so that the process does not end before the release. */
async function release(
  holding: Promise<void>,
  turn: Turn<unknown>,
  { clock, warn }: UnderLock,
): Promise<void> {
  try {
    await answerWithin(holding, { clock, what: METHOD })
  } catch (error) {
    // The error of failed work is not reported here, because the lock also rejects with that error.
    if (!turn.hasFailed) warn(`A lock could not be released: ${errorOfPort(error, METHOD).message}`)
  }
}

/** Runs the work at most once. If the lock arrives after the wait has ended, the work does not run. */
class Turn<T> {
  hasFailed = false
  readonly #begun = Promise.withResolvers<void>()
  readonly #work: (held: AbortSignal) => Promise<T>
  #running: Promise<T> | null = null
  #hasAbandoned = false

  constructor(work: (held: AbortSignal) => Promise<T>) {
    this.#work = work
  }

  get begun(): Promise<void> {
    return this.#begun.promise
  }

  /**
   * Ends the wait for the lock.
   * @returns False if the work is already running and must be awaited.
   */
  giveUp(): boolean {
    this.#hasAbandoned = true
    return this.#running === null
  }

  async run(held: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#hasAbandoned || this.#running !== null) return
    // A lock written in JavaScript may call the work without an argument.
    const { signal }: { readonly signal?: AbortSignal | undefined } = held ?? {}
    if (typeof signal?.aborted !== 'boolean')
      throw new ConfigError(
        `${METHOD} ran its work without { signal }. Pass an AbortSignal that is aborted when the lock is lost.`,
      )
    this.#running = this.#work(signal)
    this.#begun.resolve()
    try {
      await this.#running
    } catch (error) {
      this.hasFailed = true
      throw error
    }
  }

  async result(): Promise<T> {
    if (this.#running !== null) return this.#running
    throw new ConfigError(
      `${METHOD} ended without running its work. Run the work once the lock is held, then release the lock.`,
    )
  }
}

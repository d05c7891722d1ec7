import type { Clock, Locks } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { answerWithin } from './answer-within.js'
import { errorOfPort } from './port-error.js'

/** Seconds a lock is waited for: longer than a renewal keeps it, which may take its 120 seconds, and then those of the storage. */
const WAIT_SECONDS = 240
const METHOD = 'locks.withLock'

/** What a piece of work under a lock is run with. */
export interface UnderLock {
  readonly locks: Locks
  readonly clock: Clock
  readonly key: string
  readonly leaseSeconds: number
  /** Stops waiting for the lock; work that has begun is not stopped. */
  readonly signal?: AbortSignal | undefined
  /** Publishes a message on the `social.warning` channel. */
  readonly warn: (message: string) => void
}

/**
 * Runs work under a lock of the application. Waiting for the lock and giving it back are bounded: a lock that comes
 * late is given back at once, and one that cannot be given back does not make finished work look failed.
 *
 * @throws NetworkError when the lock did not come in time.
 * @throws ConfigError when `locks` ends without running the work.
 */
export async function underLock<T>(work: (held: AbortSignal) => Promise<T>, options: UnderLock): Promise<T> {
  const { locks, clock, key, leaseSeconds, signal } = options
  signal?.throwIfAborted()
  const turn = new Turn(work)
  const waiting = new AbortController()
  // An async function makes a rejection of what a careless lock throws at once.
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

/** Waits until the lock is given back, so that a process may end after that. */
async function release(
  holding: Promise<void>,
  turn: Turn<unknown>,
  { clock, warn }: UnderLock,
): Promise<void> {
  try {
    await answerWithin(holding, { clock, what: METHOD })
  } catch (error) {
    // A lock passes the failure of the work on.
    if (!turn.hasFailed) warn(`A lock could not be given back: ${errorOfPort(error, METHOD).message}`)
  }
}

/** The one time the work is run: a lock that comes after the waiting has ended runs nothing. */
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

  /** @returns False when the work runs already, and is to be waited for. */
  giveUp(): boolean {
    this.#hasAbandoned = true
    return this.#running === null
  }

  async run(held: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#hasAbandoned || this.#running !== null) return
    // An untyped lock may call it with nothing.
    const { signal }: { readonly signal?: AbortSignal | undefined } = held ?? {}
    if (typeof signal?.aborted !== 'boolean')
      throw new ConfigError(
        `${METHOD} ran its work without { signal }. Hand it an AbortSignal that fires when the lock is lost.`,
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
      `${METHOD} ended without running the work it was given. Run it once the lock is held, then give the lock back.`,
    )
  }
}

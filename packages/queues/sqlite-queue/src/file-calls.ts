import { type Alarm, type Clock, ConfigError, setAlarm, stopAlarm } from '@social/core/store'
import type { Session } from '@social/sqlite/database'

import { isLocked, toLibraryError } from './file-errors.js'

/** Maximum writes in one transaction, so that a transaction does not block the program. Our choice. */
const BATCH = 200
/** Seconds before a locked file is used again. Later pauses are longer. Our choice. */
const FIRST_PAUSE_SECONDS = 0.005
const MAX_PAUSE_SECONDS = 0.1

/** A call that waits for its turn. */
interface Waiting {
  readonly port: string
  /** Time of `clock.monotonic` after which a locked file fails the call. */
  readonly endsAt: number
  /** Runs the statements. Returns a function that resolves the call. */
  readonly work: (session: Session) => () => void
  readonly fail: (error: unknown) => void
}

/** Parameters of `FileCalls`. */
export interface FileCallsParts {
  readonly session: Session
  readonly path: string
  readonly clock: Clock
  readonly answerSeconds: number
  /** True for calls that write. They run in a transaction. */
  readonly areWrites: boolean
}

/**
 * Runs statements on the file. Concurrent calls share one transaction, because each transaction
 * waits for the disk. While another process keeps the file locked, the calls wait without blocking
 * the program, so that the error "database is locked" is never returned.
 */
export class FileCalls {
  readonly #parts: FileCallsParts
  #waiting: Waiting[] = []
  #alarm: Alarm | null = null
  #isPlanned = false
  #pauseSeconds = FIRST_PAUSE_SECONDS
  #isClosed = false

  constructor(parts: FileCallsParts) {
    this.#parts = parts
  }

  /**
   * Runs statements. `work` may run again after a locked file.
   *
   * @throws PortError if the file cannot be used.
   */
  run<T>(port: string, work: (session: Session) => T): Promise<T> {
    const { clock, answerSeconds, path } = this.#parts
    if (this.#isClosed)
      return Promise.reject(new ConfigError(`The queue of ${path} was closed. Close the queue last.`))
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting.push({
      port,
      endsAt: clock.monotonic() + answerSeconds,
      work: (session) => {
        const result = work(session)
        return () => resolve(result)
      },
      fail: (error) => reject(toLibraryError(port, path, error)),
    })
    if (this.#alarm === null) this.#plan()
    return promise
  }

  /** Runs the waiting calls a last time. Calls that find the file locked fail. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    while (this.#waiting.length > 0) this.#runBatch()
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      if (this.#waiting.length > 0) this.#runBatch()
    })
  }

  #runBatch(): void {
    const batch = this.#waiting.splice(0, BATCH)
    if (this.#attempt(batch)) {
      this.#pauseSeconds = FIRST_PAUSE_SECONDS
      if (this.#waiting.length > 0) this.#plan()
    } else this.#pause()
  }

  /** Runs calls in one transaction. Returns false if the file is locked. The calls then wait again. */
  #attempt(batch: readonly Waiting[]): boolean {
    const { session, areWrites } = this.#parts
    const work = (): readonly (() => void)[] => batch.map((one) => one.work(session))
    let resolvers: readonly (() => void)[]
    try {
      resolvers = areWrites ? session.transaction(work) : work()
    } catch (error) {
      if (isLocked(error)) {
        this.#waitAgain(batch, error)
        return false
      }
      const [only] = batch
      // One call may have caused the error, so each call gets a transaction of its own.
      if (batch.length === 1) only?.fail(error)
      else
        for (const [at, one] of batch.entries())
          if (!this.#attempt([one])) {
            this.#waiting.unshift(...batch.slice(at + 1))
            return false
          }
      return true
    }
    for (const resolve of resolvers) resolve()
    return true
  }

  #waitAgain(batch: readonly Waiting[], error: unknown): void {
    const now = this.#parts.clock.monotonic()
    const isOver = (one: Waiting): boolean => this.#isClosed || one.endsAt <= now
    for (const one of batch) if (isOver(one)) one.fail(error)
    this.#waiting.unshift(...batch.filter((one) => !isOver(one)))
  }

  #pause(): void {
    if (this.#isClosed || this.#waiting.length === 0) return
    const ring = (): void => {
      this.#alarm = null
      this.#plan()
    }
    this.#alarm = setAlarm(this.#parts.clock, this.#pauseSeconds, { ring })
    this.#pauseSeconds = Math.min(this.#pauseSeconds * 2, MAX_PAUSE_SECONDS)
  }
}

import type { Clock } from '../contract/index.js'
import { publishHealth } from '../diagnostics/channels.js'
import { messageOf } from '../errors/message-of.js'
import { Lease, leaseMoment } from '../http/time/lease.js'
import { type Connection, type ConnectionProblem, sameProblem } from '../models/index.js'
import { answerWithin } from '../storage/answer-within.js'
import type { CheckedStorage } from '../storage/checked-storage.js'
import { sameToken } from '../storage/same-token.js'
import type { Health } from './health.js'
import { isRefutedBy, problemOfError } from './problem-state.js'

/**
 * Maximum time in seconds that an operation waits for its result to be remembered. Our choice: a caller must not wait
 * long for something that its result does not need. The write continues in the background.
 */
const WAIT_SECONDS = 5

/** A change of the health of a connection, also on the channel `social.health`. */
export interface HealthChange {
  /** Registered name of the network. */
  readonly platform: string
  readonly connectionId: string
  /** Health after the change. */
  readonly health: Health
}

type Listener = (change: HealthChange) => unknown

/** The objects that the memory of refusals uses. */
export interface HealthMemoryParts {
  readonly storage: CheckedStorage
  readonly clock: Clock
  /** Runs work under the lock of the connection, which renewals take as well. */
  lock(connectionId: string, work: (held: AbortSignal) => Promise<void>): Promise<void>
  /** Lease of the lock in seconds. */
  readonly leaseSeconds: number
  health(connection: Connection): Health
  /** Publishes a message on the `social.warning` channel. */
  readonly warn: (message: string) => void
}

/**
 * Remembers the last refusal of each account on its stored connection. The connection is written only on change, under
 * the lock of renewals, after reading it again, and only if it still has the token of the operation. A failed write
 * never fails the operation.
 */
export class HealthMemory {
  readonly #parts: HealthMemoryParts
  readonly #listeners = new Set<Listener>()
  /** Writes in progress, by connection. Concurrent operations with the same result share one write. */
  readonly #writes = new Map<
    string,
    { readonly problem: ConnectionProblem | null; readonly done: Promise<void> }
  >()

  constructor(parts: HealthMemoryParts) {
    this.#parts = parts
  }

  /** Remembers the error of an operation, if the error concerns the account or its token. */
  async refused(connection: Connection, operation: string, error: unknown): Promise<void> {
    const problem = problemOfError(error, operation, this.#parts.clock.now())
    if (problem === null || sameProblem(connection.problem ?? null, problem)) return
    await this.#write(connection, problem, (stored) => !sameProblem(stored, problem))
  }

  /** Forgets the problem with which a connection was read, if the success of the operation refutes it. */
  async succeeded(connection: Connection, operation: string): Promise<void> {
    const known = connection.problem ?? null
    if (known === null || !isRefutedBy(known, operation)) return
    await this.#write(
      connection,
      null,
      // A newer problem was learnt after this operation had started.
      (stored) => sameProblem(stored, known) && stored?.since.getTime() === known.since.getTime(),
    )
  }

  /** Reports that a renewal or a sign-in has replaced a connection that had a problem. */
  replaced(next: Connection, previous: Connection | null): void {
    if ((previous?.problem ?? null) !== null) this.#notify(next)
  }

  /** Calls the listener after each change. @returns A function that removes the listener. */
  onChanged(listener: Listener): () => void {
    const own: Listener = (change) => listener(change)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  async #write(
    connection: Connection,
    problem: ConnectionProblem | null,
    isChange: (stored: ConnectionProblem | null) => boolean,
  ): Promise<void> {
    const { clock, warn } = this.#parts
    const { id } = connection
    const running = this.#writes.get(id)
    let done = running?.done
    if (running === undefined || !sameProblem(running.problem, problem)) {
      done = this.#writeLocked(connection, problem, isChange)
        .catch((error: unknown) => warn(`The health of ${id} was not saved: ${messageOf(error)}`))
        .finally(() => this.#writes.get(id)?.done === done && this.#writes.delete(id))
      this.#writes.set(id, { problem, done })
    }
    await answerWithin(done ?? Promise.resolve(), { clock, what: 'The health', seconds: WAIT_SECONDS }).catch(
      () => {}, // The write continues, and its failure becomes a warning.
    )
  }

  #writeLocked(
    connection: Connection,
    problem: ConnectionProblem | null,
    isChange: (stored: ConnectionProblem | null) => boolean,
  ): Promise<void> {
    const { clock, leaseSeconds } = this.#parts
    return this.#parts.lock(connection.id, async (held) => {
      const lease = new Lease({ clock, seconds: leaseSeconds, from: leaseMoment(clock) })
      const stored = await this.#read(connection.id)
      // A newer token was not refused, and a deleted connection must not be restored.
      if (stored === null || !sameToken(stored.token, connection.token)) return
      if (!isChange(stored.problem ?? null) || held.aborted || !lease.isHeld) return
      const next = stored.with({ problem })
      if (await this.#save(next, stored)) this.#notify(next)
    })
  }

  /** Saves a connection. Returns false if another worker has saved a newer token. */
  async #save(next: Connection, stored: Connection): Promise<boolean> {
    const { storage, clock } = this.#parts
    try {
      return await answerWithin(storage.saveRenewed(next, stored), { clock, what: 'storage.saveRenewed' })
    } catch (error) {
      // The write can have succeeded although its response was lost.
      const now = await this.#read(next.id).catch(() => null)
      if (now !== null && sameToken(now.token, next.token) && sameProblem(now.problem ?? null, next.problem))
        return true
      throw error
    }
  }

  #read(connectionId: string): Promise<Connection | null> {
    const { storage, clock } = this.#parts
    return answerWithin(storage.getConnection(connectionId), { clock, what: 'storage.getConnection' })
  }

  #notify(connection: Connection): void {
    const { id: connectionId, platform } = connection
    const { warn } = this.#parts
    let change: HealthChange
    try {
      change = Object.freeze({ platform, connectionId, health: this.#parts.health(connection) })
    } catch (error) {
      warn(`The health of ${connectionId} could not be determined: ${messageOf(error)}`)
      return
    }
    publishHealth(change)
    for (const listener of this.#listeners)
      // The async function converts an error that the listener throws into a rejection, which becomes a warning.
      void (async () => listener(change))().catch((error: unknown) =>
        warn(`A listener of onHealthChanged failed: ${messageOf(error)}`),
      )
  }
}

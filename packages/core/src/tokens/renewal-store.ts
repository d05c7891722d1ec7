import type { Clock } from '../contract/index.js'
import { ConfigError, NetworkError } from '../errors/index.js'
import type { Connection } from '../models/index.js'
import { answerWithin } from '../storage/answer-within.js'
import { type CheckedStorage, NoConnectionError } from '../storage/checked-storage.js'
import { sameToken } from '../storage/same-token.js'
import { TokenNotSavedError } from './token-not-saved-error.js'

/** Seconds of backoff before each further try to save: two in all, for a connection pool that has to connect again. */
const SAVE_WAITS: readonly number[] = [0.1, 0.4, 1.5]

interface Unsaved {
  readonly next: Connection
  readonly previous: Connection
}

/** What a renewal reads from and writes to: the storage, and what the storage has not taken yet. Waits are bounded. */
export class RenewalStore {
  readonly #storage: CheckedStorage
  readonly #clock: Clock
  readonly #onSaved: (connection: Connection) => void
  /** Each the only copy of a token that may be the only one the network still takes. Empty while nothing is being saved. */
  readonly #unsaved = new Map<string, Unsaved>()

  /** @param onSaved - Told of each renewed connection once, after it was saved. */
  constructor(storage: CheckedStorage, clock: Clock, onSaved: (connection: Connection) => void) {
    this.#storage = storage
    this.#clock = clock
    this.#onSaved = onSaved
  }

  /** As long as the storage takes. @throws ConfigError naming the id when nothing is stored under it. */
  read(connectionId: string): Promise<Connection> {
    return this.#storage.assertConnection(connectionId)
  }

  /** True while a renewed token of this connection waits to be saved. */
  isBehind(connectionId: string): boolean {
    return this.#unsaved.size > 0 && this.#unsaved.has(connectionId)
  }

  /** Reads what is stored, after saving what could not be saved before. Runs inside the lock. */
  async readNewest(connectionId: string): Promise<Connection> {
    const stored = await this.#look(connectionId)
    const unsaved = this.#unsaved.get(connectionId)
    if (unsaved === undefined) return stored
    if (sameToken(stored.token, unsaved.previous.token)) return this.save(unsaved.next, unsaved.previous)
    // It was saved after all, or the person has signed in again since.
    return this.#saved(stored, unsaved.next)
  }

  /**
   * What is stored in place of `previous`: another process has renewed it, or the person has signed in again.
   *
   * @returns Null when it is still the same token, is gone, or the storage does not say.
   */
  async readNewer(previous: Connection): Promise<Connection | null> {
    const stored = await this.#look(previous.id).catch(() => null)
    return stored === null || sameToken(stored.token, previous.token) ? null : stored
  }

  /** Keeps a renewed connection in memory, to be saved by the next `readNewest`. */
  keep(next: Connection, previous: Connection): void {
    this.#unsaved.set(next.id, { next, previous })
  }

  /**
   * Saves a renewed connection, trying again a few times.
   *
   * @returns What is stored now: `next`, or what somebody faster has put there.
   * @throws TokenNotSavedError carrying `next` when the storage takes it at no try, or does not answer.
   */
  async save(next: Connection, previous: Connection): Promise<Connection> {
    this.keep(next, previous)
    let failure: unknown
    for (const wait of [0, ...SAVE_WAITS]) {
      if (wait > 0) await this.#clock.sleep(wait)
      try {
        return this.#saved(await this.#saveOnce(next, previous), next)
      } catch (error) {
        failure = error
      }
      // The connection was deleted meanwhile, and is not brought back.
      if (failure instanceof NoConnectionError) throw failure
      // The storage hangs, and others wait for the lock.
      if (NetworkError.is(failure) && failure.timedOut) break
    }
    const newer = await this.readNewer(previous)
    if (newer !== null) return this.#saved(newer, next)
    throw notSaved(next, failure)
  }

  /** Saves a new sign-in. Runs inside the lock. */
  async replace(connection: Connection): Promise<void> {
    await this.#within(
      this.#storage.saveConnection(connection),
      'storage.saveConnection',
      connection.platform,
    )
    this.#unsaved.delete(connection.id)
  }

  /** Deletes a connection, and what could not be saved of it. Runs inside the lock. */
  async remove(connectionId: string): Promise<void> {
    await this.#within(this.#storage.deleteConnection(connectionId), 'storage.deleteConnection', null)
    this.#unsaved.delete(connectionId)
  }

  /** @throws ConfigError when nothing is stored: then there is nothing to be saved any more either. */
  async #look(connectionId: string): Promise<Connection> {
    const stored = await this.#within(
      this.#storage.getConnection(connectionId),
      'storage.getConnection',
      null,
    )
    if (stored !== null) return stored
    this.#unsaved.delete(connectionId)
    throw new NoConnectionError(connectionId)
  }

  async #saveOnce(next: Connection, previous: Connection): Promise<Connection> {
    const isSaved = await answerWithin(this.#storage.saveRenewed(next, previous), {
      clock: this.#clock,
      what: 'storage.saveRenewed',
      platform: next.platform,
      onLate: (isSavedLate) =>
        isSavedLate && this.#unsaved.get(next.id)?.next === next && this.#saved(next, next),
    })
    if (isSaved) return next
    // Somebody was faster; or a try that failed was written all the same, which looks like it.
    const stored = await this.#look(next.id)
    if (sameToken(stored.token, previous.token)) throw wronglyRefused(next.id)
    return stored
  }

  #saved(stored: Connection, next: Connection): Connection {
    const isNews = this.#unsaved.delete(next.id)
    if (isNews && sameToken(stored.token, next.token)) this.#onSaved(next)
    return stored
  }

  #within<T>(answer: Promise<T>, what: string, platform: string | null): Promise<T> {
    return answerWithin(answer, { clock: this.#clock, what, platform })
  }
}

function notSaved(next: Connection, cause: unknown): TokenNotSavedError {
  return new TokenNotSavedError(
    `The token of ${next.id} was renewed, but the storage failed to save it. Repair the storage and keep this process running: the new token is kept in memory and saved at the next call. It is on error.connection too.`,
    { platform: next.platform, connection: next, cause },
  )
}

function wronglyRefused(connectionId: string): ConfigError {
  return new ConfigError(
    `saveRenewed answered false for ${connectionId} although nobody was faster: what is stored is still the token it was given. Compare tokens, not whole records, and answer true once it is saved.`,
  )
}

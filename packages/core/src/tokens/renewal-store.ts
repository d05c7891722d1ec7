import type { Clock } from '../contract/index.js'
import { ConfigError, NetworkError, NoConnectionError } from '../errors/index.js'
import type { Connection } from '../models/index.js'
import { answerWithin } from '../storage/answer-within.js'
import { type CheckedStorage, noConnection } from '../storage/checked-storage.js'
import { sameToken } from '../storage/same-token.js'
import { TokenNotSavedError } from './token-not-saved-error.js'

/**
 * Seconds of backoff before each further attempt to save. Together they are two seconds, enough for a connection
 * pool to reconnect.
 */
const SAVE_WAITS: readonly number[] = [0.1, 0.4, 1.5]

interface Unsaved {
  readonly next: Connection
  readonly previous: Connection
}

/**
 * Storage access of a renewal. It keeps tokens that could not be saved, and limits the time of every wait except in
 * `read`.
 */
export class RenewalStore {
  readonly #storage: CheckedStorage
  readonly #clock: Clock
  readonly #onSaved: (connection: Connection, previous: Connection) => void
  /**
   * Renewed tokens that are not saved yet. Each may be the only copy of a token, because the network no longer
   * accepts the old token.
   */
  readonly #unsaved = new Map<string, Unsaved>()

  /** @param onSaved - Called once for each renewed connection, after the connection was saved. */
  constructor(
    storage: CheckedStorage,
    clock: Clock,
    onSaved: (connection: Connection, previous: Connection) => void,
  ) {
    this.#storage = storage
    this.#clock = clock
    this.#onSaved = onSaved
  }

  /**
   * Reads the stored connection without a time limit.
   * @throws NoConnectionError with the id, if no connection is stored.
   */
  read(connectionId: string): Promise<Connection> {
    return this.#storage.assertConnection(connectionId)
  }

  /** Reads the stored connection. Null if none is stored, or if the storage fails. */
  readOrNull(connectionId: string): Promise<Connection | null> {
    return this.#within(this.#storage.getConnection(connectionId), 'storage.getConnection', null).catch(
      () => null,
    )
  }

  /** Returns true while a renewed token of this connection is not saved yet. */
  isBehind(connectionId: string): boolean {
    return this.#unsaved.size > 0 && this.#unsaved.has(connectionId)
  }

  /** Saves a token that is not saved yet, then reads the stored connection. Call it under the lock. */
  async readNewest(connectionId: string): Promise<Connection> {
    const stored = await this.#readStored(connectionId)
    const unsaved = this.#unsaved.get(connectionId)
    if (unsaved === undefined) return stored
    if (sameToken(stored.token, unsaved.previous.token)) return this.save(unsaved.next, unsaved.previous)
    // The stored token has changed: either an earlier save succeeded although it seemed to fail, or the person has
    // signed in again.
    return this.#saved(stored, unsaved.next)
  }

  /**
   * Reads the connection that replaced `previous`, because another process renewed it or the person signed in again.
   *
   * @returns Null if the token is unchanged, the connection is deleted, or the storage fails.
   */
  async readNewer(previous: Connection): Promise<Connection | null> {
    const stored = await this.#readStored(previous.id).catch(() => null)
    return stored === null || sameToken(stored.token, previous.token) ? null : stored
  }

  /** Keeps a renewed connection in memory, until the next `readNewest` saves it. */
  keep(next: Connection, previous: Connection): void {
    this.#unsaved.set(next.id, { next, previous })
  }

  /**
   * Saves a renewed connection, with a few retries.
   *
   * @returns The connection that is now stored: `next`, or the connection that another worker has saved.
   * @throws TokenNotSavedError with `next`, if every attempt to save fails or the storage does not respond.
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
      // The connection was deleted meanwhile, and saving must not restore it.
      if (NoConnectionError.is(failure)) throw failure
      // The storage does not respond. Retries end, because other workers wait for the lock.
      if (NetworkError.is(failure) && failure.timedOut) break
    }
    const newer = await this.readNewer(previous)
    if (newer !== null) return this.#saved(newer, next)
    throw notSaved(next, failure)
  }

  /** Saves the connection of a new sign-in. Call it under the lock. */
  async replace(connection: Connection): Promise<void> {
    await this.#within(
      this.#storage.saveConnection(connection),
      'storage.saveConnection',
      connection.platform,
    )
    this.#unsaved.delete(connection.id)
  }

  /** Deletes a connection and its unsaved token. Call it under the lock. */
  async remove(connectionId: string): Promise<void> {
    await this.#within(this.#storage.deleteConnection(connectionId), 'storage.deleteConnection', null)
    this.#unsaved.delete(connectionId)
  }

  /**
   * Reads the stored connection.
   * @throws NoConnectionError if no connection is stored. An unsaved token of that connection is then discarded.
   */
  async #readStored(connectionId: string): Promise<Connection> {
    const stored = await this.#within(
      this.#storage.getConnection(connectionId),
      'storage.getConnection',
      null,
    )
    if (stored !== null) return stored
    this.#unsaved.delete(connectionId)
    throw noConnection(connectionId)
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
    // Either another worker saved first, or an earlier attempt of this worker was written although it seemed to
    // fail.
    const stored = await this.#readStored(next.id)
    if (sameToken(stored.token, previous.token)) throw wronglyRefused(next.id)
    return stored
  }

  #saved(stored: Connection, next: Connection): Connection {
    const unsaved = this.#unsaved.get(next.id)
    this.#unsaved.delete(next.id)
    if (unsaved && sameToken(stored.token, next.token)) this.#onSaved(next, unsaved.previous)
    return stored
  }

  #within<T>(answer: Promise<T>, what: string, platform: string | null): Promise<T> {
    return answerWithin(answer, { clock: this.#clock, what, platform })
  }
}

function notSaved(next: Connection, cause: unknown): TokenNotSavedError {
  return new TokenNotSavedError(
    `The token of ${next.id} was renewed, but the storage failed to save it. Repair the storage and keep this process running: the new token is kept in memory and saved at the next call. It is also in error.connection.`,
    { platform: next.platform, connection: next, cause },
  )
}

function wronglyRefused(connectionId: string): ConfigError {
  return new ConfigError(
    `saveRenewed returned false for ${connectionId} although the previous token is still stored. Compare tokens, not whole records, and return true once the connection is saved.`,
  )
}

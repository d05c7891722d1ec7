import type { Clock, Storage } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { type Connection, platformOf } from '../models/index.js'
import { sameToken } from '../storage/same-token.js'
import { TokenNotSavedError } from './not-saved.js'

/** Seconds before each further try to save: about two seconds in all, so that a database can fail over. */
const SAVE_WAITS: readonly number[] = [0.1, 0.4, 1.5]

interface Unsaved {
  readonly next: Connection
  readonly previous: Connection
}

/** What a renewal reads from and writes to: the storage, and what the storage would not take. */
export class RenewalStore {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #onSaved: (connection: Connection) => void
  /** Each the only copy of a token that may be the only one the network still takes. Holds nothing while saving works. */
  readonly #unsaved = new Map<string, Unsaved>()

  /** @param onSaved - Told of each renewed connection, after it was saved. */
  constructor(storage: Storage, clock: Clock, onSaved: (connection: Connection) => void) {
    this.#storage = storage
    this.#clock = clock
    this.#onSaved = onSaved
  }

  /** @throws ConfigError naming the id when nothing is stored under it. */
  async read(connectionId: string): Promise<Connection> {
    const stored = await this.#storage.getConnection(connectionId)
    if (stored !== null) return stored
    this.#unsaved.delete(connectionId)
    throw new ConfigError(`No connection is stored under "${connectionId}". Sign the account in first.`, {
      platform: platformOf(connectionId),
    })
  }

  /** True while a renewed token of this connection waits to be saved. */
  isBehind(connectionId: string): boolean {
    return this.#unsaved.size > 0 && this.#unsaved.has(connectionId)
  }

  /** Reads what is stored, after saving what could not be saved before. Runs inside the lock. */
  async readNewest(connectionId: string): Promise<Connection> {
    const stored = await this.read(connectionId)
    const unsaved = this.#unsaved.get(connectionId)
    if (unsaved === undefined) return stored
    if (sameToken(stored.token, unsaved.previous.token)) return this.save(unsaved.next, unsaved.previous)
    // It was saved after all, or the person has signed in again since.
    this.#unsaved.delete(connectionId)
    return stored
  }

  /**
   * Saves a renewed connection, trying again a few times.
   *
   * @returns What is stored now: `next`, or what somebody faster has put there.
   * @throws TokenNotSavedError carrying `next` when the storage takes it at no try.
   */
  async save(next: Connection, previous: Connection): Promise<Connection> {
    for (let attempt = 0; ; attempt += 1) {
      let failure: unknown
      try {
        if (await this.#saveOnce(next, previous)) return this.#saved(next, next)
      } catch (error) {
        failure = error
      }
      // Somebody was faster; or a try that failed was written all the same, which looks like it.
      const stored = failure === undefined ? await this.read(next.id) : previous
      if (!sameToken(stored.token, previous.token)) return this.#saved(stored, next)
      const wait = SAVE_WAITS[attempt]
      if (wait === undefined) throw this.#giveUp(next, previous, failure ?? wronglyRefused(next.id))
      await this.#clock.sleep(wait)
    }
  }

  #saved(stored: Connection, next: Connection): Connection {
    this.#unsaved.delete(next.id)
    if (sameToken(stored.token, next.token)) this.#onSaved(next)
    return stored
  }

  /** Saves a new sign-in. Runs inside the lock. */
  async replace(connection: Connection): Promise<void> {
    await this.#storage.saveConnection(connection)
    this.#unsaved.delete(connection.id)
  }

  /** Deletes a connection, and what could not be saved of it. Runs inside the lock. */
  async remove(connectionId: string): Promise<void> {
    await this.#storage.deleteConnection(connectionId)
    this.#unsaved.delete(connectionId)
  }

  async #saveOnce(next: Connection, previous: Connection): Promise<boolean> {
    if (this.#storage.saveRenewed) return this.#storage.saveRenewed(next, previous)
    await this.#storage.saveConnection(next)
    return true
  }

  #giveUp(next: Connection, previous: Connection, cause: unknown): TokenNotSavedError {
    this.#unsaved.set(next.id, { next, previous })
    return new TokenNotSavedError(
      `The token of ${next.id} was renewed, but the storage failed to save it ${SAVE_WAITS.length + 1} times. Repair the storage and keep this process running: the new token is kept in memory and saved at the next call. It is on error.connection too.`,
      { platform: next.platform, connection: next, cause },
    )
  }
}

function wronglyRefused(connectionId: string): ConfigError {
  return new ConfigError(
    `saveRenewed answered false for ${connectionId} although nobody was faster: what is stored is still the token it was given. Compare tokens, not whole records.`,
  )
}

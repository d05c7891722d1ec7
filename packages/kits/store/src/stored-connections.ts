import {
  type AppCredentials,
  appFromRecord,
  type Connection,
  connectionFromRecord,
  toRecord,
} from '@social/core/store'

import type { Sealer } from './sealer.js'
import { fromStored, parseStored, unreadable } from './stored.js'

/**
 * Maximum number of cached connections. A cache is useful because unsealing a connection takes
 * longer than the rest of a call. Our choice.
 */
const MAX_REMEMBERED = 1_000

/** Returns the name of a connection's row, for the seal and for error messages. */
export const connectionPlace = (id: string): string => `The connection ${id}`
/** Returns the name of the row of app credentials, for the seal and for error messages. */
export const appPlace = (id: string): string => `The app ${id}`

/** Returns the row id of app credentials. */
export function appRowId(platform: string, host: string | null): string {
  return JSON.stringify([platform, host])
}

/**
 * Converts connections to the stored text and back. Caches the most recently used connections
 * (LRU).
 */
export class StoredConnections {
  readonly #sealer: Sealer
  /**
   * Cached connections by id, least recently used first. Each entry contains the stored text, to
   * detect that another process changed the row.
   */
  readonly #remembered = new Map<string, { readonly body: string; readonly connection: Connection }>()

  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  /** Converts a connection to the sealed text that the store saves. */
  seal(connection: Connection): Promise<string> {
    return this.#sealer.seal(JSON.stringify(toRecord(connection)), connectionPlace(connection.id))
  }

  /**
   * Converts a stored text to its connection.
   *
   * @throws ConfigError if the text cannot be read, or belongs to another account.
   */
  async revive(connectionId: string, body: string): Promise<Connection> {
    const known = this.#remembered.get(connectionId)
    if (known?.body === body) {
      this.#remembered.delete(connectionId)
      this.#remembered.set(connectionId, known)
      return known.connection
    }
    const place = connectionPlace(connectionId)
    const record = parseStored(await this.#sealer.unseal(body, place), place)
    const connection = fromStored(place, () => connectionFromRecord(record))
    if (connection.id !== connectionId) throw unreadable(place, 'the row contains another account')
    this.remember(connection, body)
    return connection
  }

  /** Caches a connection with its stored text. */
  remember(connection: Connection, body: string): void {
    this.#remembered.delete(connection.id)
    this.#remembered.set(connection.id, { body, connection })
    if (this.#remembered.size <= MAX_REMEMBERED) return
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest)
      return
    }
  }

  /** Removes a deleted connection from the cache. */
  forget(connectionId: string): void {
    this.#remembered.delete(connectionId)
  }
}

/** Converts app credentials to the sealed text of the row `appRowId`. */
export function sealApp(sealer: Sealer, app: AppCredentials): Promise<string> {
  return sealer.seal(JSON.stringify(toRecord(app)), appPlace(appRowId(app.platform, app.host)))
}

/**
 * Converts a stored text to its app credentials.
 *
 * @throws ConfigError if the text cannot be read, or belongs to another app.
 */
export async function unsealApp(sealer: Sealer, rowId: string, body: string): Promise<AppCredentials> {
  const place = appPlace(rowId)
  const record = parseStored(await sealer.unseal(body, place), place)
  const app = fromStored(place, () => appFromRecord(record))
  if (appRowId(app.platform, app.host) !== rowId) throw unreadable(place, 'the row contains another app')
  return app
}

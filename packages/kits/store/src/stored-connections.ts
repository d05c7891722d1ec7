import {
  type AppCredentials,
  appFromRecord,
  type Connection,
  connectionFromRecord,
  toRecord,
} from '@social/core/store'

import type { Sealer } from './sealer.js'
import { fromStored, parseStored, unreadable } from './stored.js'

/** Maximum number of cached connections. Unsealing a connection costs more than the call that needs it. Our choice. */
const MAX_REMEMBERED = 1_000

/** Name of a row, for its seal and for messages. */
export const connectionPlace = (id: string): string => `The connection ${id}`
/** Name of an app's row, from the row id. */
export const appPlace = (id: string): string => `The app ${id}`

/** Row id of an app. */
export function appRowId(platform: string, host: string | null): string {
  return JSON.stringify([platform, host])
}

/** Converts connections to the stored text and back. Caches the connections that were read or written last (LRU). */
export class StoredConnections {
  readonly #sealer: Sealer
  /**
   * Connections by id, least recently used first. Each has its stored text, because another process may have changed
   * the row.
   */
  readonly #remembered = new Map<string, { readonly body: string; readonly connection: Connection }>()

  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  /** Converts a connection to the text to store. */
  seal(connection: Connection): Promise<string> {
    return this.#sealer.seal(JSON.stringify(toRecord(connection)), connectionPlace(connection.id))
  }

  /** @throws ConfigError if the text cannot be read, or belongs to another account. */
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

  /** Caches the object with its stored text. */
  remember(connection: Connection, body: string): void {
    this.#remembered.delete(connection.id)
    this.#remembered.set(connection.id, { body, connection })
    if (this.#remembered.size <= MAX_REMEMBERED) return
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest)
      return
    }
  }

  /** Removes the cached object of a deleted row. */
  forget(connectionId: string): void {
    this.#remembered.delete(connectionId)
  }
}

/** Converts an app to the text of the row with the id `appRowId`. */
export function sealApp(sealer: Sealer, app: AppCredentials): Promise<string> {
  return sealer.seal(JSON.stringify(toRecord(app)), appPlace(appRowId(app.platform, app.host)))
}

/** @throws ConfigError if the text cannot be read, or belongs to another app. */
export async function unsealApp(sealer: Sealer, rowId: string, body: string): Promise<AppCredentials> {
  const place = appPlace(rowId)
  const record = parseStored(await sealer.unseal(body, place), place)
  const app = fromStored(place, () => appFromRecord(record))
  if (appRowId(app.platform, app.host) !== rowId) throw unreadable(place, 'the row contains another app')
  return app
}

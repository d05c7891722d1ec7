import {
  type AppCredentials,
  appFromRecord,
  type Connection,
  connectionFromRecord,
  toRecord,
} from '@social/core/store'

import type { Sealer } from './sealer.js'
import { fromStored, parseStored, unreadable } from './stored.js'

/** How many connections are kept as objects beside their rows: unsealing one costs more than the call it is for. Our choice. */
const MAX_REMEMBERED = 1_000

/** Where a row stands, for its seal and for messages. */
export const connectionPlace = (id: string): string => `The connection ${id}`
/** The same for an app, by the text its row is filed under. */
export const appPlace = (id: string): string => `The app ${id}`

/** What an app is filed under. */
export function appRowId(platform: string, host: string | null): string {
  return JSON.stringify([platform, host])
}

/** Turns connections into what is stored, and back. Remembers those that were read or written last (LRU). */
export class StoredConnections {
  readonly #sealer: Sealer
  /** By id, with the text they were made from: another process may have written another one. Least recently used first. */
  readonly #remembered = new Map<string, { readonly body: string; readonly connection: Connection }>()

  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  /** The text that is stored. */
  seal(connection: Connection): Promise<string> {
    return this.#sealer.seal(JSON.stringify(toRecord(connection)), connectionPlace(connection.id))
  }

  /** @throws ConfigError when the text cannot be read, or is another account. */
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
    if (connection.id !== connectionId) throw unreadable(place, 'what is stored there is another account')
    this.remember(connection, body)
    return connection
  }

  /** Keeps the object beside the text it was stored as. */
  remember(connection: Connection, body: string): void {
    this.#remembered.delete(connection.id)
    this.#remembered.set(connection.id, { body, connection })
    if (this.#remembered.size <= MAX_REMEMBERED) return
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest)
      return
    }
  }

  /** Drops the object of a row that is gone. */
  forget(connectionId: string): void {
    this.#remembered.delete(connectionId)
  }
}

/** The text an app is stored as, in the row `appRowId` names. */
export function sealApp(sealer: Sealer, app: AppCredentials): Promise<string> {
  return sealer.seal(JSON.stringify(toRecord(app)), appPlace(appRowId(app.platform, app.host)))
}

/** @throws ConfigError when the text cannot be read, or is another app. */
export async function unsealApp(sealer: Sealer, rowId: string, body: string): Promise<AppCredentials> {
  const place = appPlace(rowId)
  const record = parseStored(await sealer.unseal(body, place), place)
  const app = fromStored(place, () => appFromRecord(record))
  if (appRowId(app.platform, app.host) !== rowId)
    throw unreadable(place, 'what is stored there is another app')
  return app
}

import {
  type AppCredentials,
  appFromRecord,
  type Connection,
  connectionFromRecord,
  type Storage,
  type Token,
  toRecord,
} from '@social/core/platform'

import type { Sealer } from './sealer.js'
import { type Session, textOf } from './session.js'
import { fromStored, parseStored, unreadable } from './stored.js'

/** How many connections are kept as objects beside their rows: unsealing one costs more than the call it is for. */
const MOST_REMEMBERED = 1_000

const SELECT = 'SELECT body FROM social_connections WHERE id = ?'
const SAVE =
  'INSERT INTO social_connections (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body'
const REPLACE = 'UPDATE social_connections SET body = ? WHERE id = ? AND body = ?'
const SAVE_APP =
  'INSERT INTO social_apps (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body'

/** Where a row stands, for its seal and for messages. */
export const connectionPlace = (id: string): string => `The connection ${id}`
/** The same for an app, by the text its row is filed under. */
export const appPlace = (id: string): string => `The app ${id}`

function appId(platform: string, host: string | null): string {
  return JSON.stringify([platform, host])
}

function sameToken(one: Token, other: Token): boolean {
  return one.accessToken === other.accessToken && one.refreshToken === other.refreshToken
}

/** Connections and apps in the file. */
export class SqliteStorage implements Storage {
  readonly #session: Session
  readonly #sealer: Sealer
  /** By id, with the text they were made from: another process may have written another one. Least recently used first. */
  readonly #remembered = new Map<string, { readonly body: string; readonly connection: Connection }>()
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(session: Session, sealer: Sealer) {
    this.#session = session
    this.#sealer = sealer
  }

  async getConnection(connectionId: string): Promise<Connection | null> {
    const row = this.#session.row(SELECT, connectionId)
    return row === null ? null : this.#revive(connectionId, textOf(row, 'body'))
  }

  saveConnection(connection: Connection): Promise<void> {
    return this.#inTurn(async () => {
      const body = await this.#body(connection)
      this.#session.write(SAVE, connection.id, body)
      this.#remember(connection, body)
    })
  }

  deleteConnection(connectionId: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#session.write('DELETE FROM social_connections WHERE id = ?', connectionId)
      this.#remembered.delete(connectionId)
    })
  }

  saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
    return this.#inTurn(async () => {
      const body = await this.#body(next)
      for (;;) {
        const row = this.#session.row(SELECT, previous.id)
        if (row === null) return false
        const found = textOf(row, 'body')
        const stored = await this.#revive(previous.id, found)
        if (!sameToken(stored.token, previous.token)) return false
        // Writes only over the very text that was looked at. When that is gone, somebody wrote meanwhile: look again.
        if (this.#session.write(REPLACE, body, next.id, found) === 0) continue
        this.#remember(next, body)
        return true
      }
    })
  }

  async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
    const id = appId(platform, host)
    const row = this.#session.row('SELECT body FROM social_apps WHERE id = ?', id)
    if (row === null) return null
    const place = appPlace(id)
    const record = parseStored(await this.#sealer.unseal(textOf(row, 'body'), place), place)
    const app = fromStored(place, () => appFromRecord(record))
    if (appId(app.platform, app.host) !== id) throw unreadable(place, 'what is stored there is another app')
    return app
  }

  saveApp(app: AppCredentials): Promise<void> {
    return this.#inTurn(async () => {
      const id = appId(app.platform, app.host)
      const body = await this.#sealer.seal(JSON.stringify(toRecord(app)), appPlace(id))
      this.#session.write(SAVE_APP, id, body)
    })
  }

  async #body(connection: Connection): Promise<string> {
    return this.#sealer.seal(JSON.stringify(toRecord(connection)), connectionPlace(connection.id))
  }

  async #revive(connectionId: string, body: string): Promise<Connection> {
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
    this.#remember(connection, body)
    return connection
  }

  #remember(connection: Connection, body: string): void {
    this.#remembered.delete(connection.id)
    this.#remembered.set(connection.id, { body, connection })
    if (this.#remembered.size <= MOST_REMEMBERED) return
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest)
      return
    }
  }

  /** One write after another, in the order they were asked for: sealing takes time, and a later write must not overtake. */
  #inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = this.#lastWrite.then(write)
    this.#lastWrite = turn.catch(() => {})
    return turn
  }
}

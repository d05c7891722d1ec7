import {
  type AppCredentials,
  type Connection,
  type Storage,
  assertAppCredentials,
  assertAppKey,
  assertConnection,
  assertString,
  sameToken,
} from '@social/core/store'
import { appRowId, InTurn, sealApp, type Sealer, StoredConnections, unsealApp } from '@social/store-kit'

import { type Session, textOf } from '../file/session.js'

const SELECT = 'SELECT body FROM social_connections WHERE id = ?'
const SAVE =
  'INSERT INTO social_connections (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body'
const REPLACE = 'UPDATE social_connections SET body = ? WHERE id = ? AND body = ?'
const SAVE_APP =
  'INSERT INTO social_apps (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body'

/** Stores connections and apps in the file. */
export class SqliteStorage implements Storage {
  readonly #session: Session
  readonly #sealer: Sealer
  readonly #connections: StoredConnections
  readonly #writes = new InTurn()

  constructor(session: Session, sealer: Sealer) {
    this.#session = session
    this.#sealer = sealer
    this.#connections = new StoredConnections(sealer)
  }

  async getConnection(connectionId: string): Promise<Connection | null> {
    assertString(connectionId, 'storage.getConnection: connectionId')
    const row = this.#session.row(SELECT, connectionId)
    return row === null ? null : this.#connections.revive(connectionId, textOf(row, 'body'))
  }

  async saveConnection(connection: Connection): Promise<void> {
    assertConnection(connection, 'storage.saveConnection')
    return this.#writes.run(connection.id, async () => {
      const body = await this.#connections.seal(connection)
      this.#session.write(SAVE, connection.id, body)
      this.#connections.remember(connection, body)
    })
  }

  async deleteConnection(connectionId: string): Promise<void> {
    assertString(connectionId, 'storage.deleteConnection: connectionId')
    return this.#writes.run(connectionId, async () => {
      this.#session.write('DELETE FROM social_connections WHERE id = ?', connectionId)
      this.#connections.forget(connectionId)
    })
  }

  async saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
    assertConnection(next, 'storage.saveRenewed')
    assertConnection(previous, 'storage.saveRenewed')
    return this.#writes.run(previous.id, async () => {
      const body = await this.#connections.seal(next)
      for (;;) {
        const row = this.#session.row(SELECT, previous.id)
        if (row === null) return false
        const found = textOf(row, 'body')
        const stored = await this.#connections.revive(previous.id, found)
        if (!sameToken(stored.token, previous.token)) return false
        // The statement writes only if the stored text is still the text that was read. Otherwise
        // another process wrote in the meantime, so the row is read again.
        if (this.#session.write(REPLACE, body, next.id, found) === 0) continue
        this.#connections.remember(next, body)
        return true
      }
    })
  }

  async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
    assertAppKey(platform, host, 'storage.getApp')
    const id = appRowId(platform, host)
    const row = this.#session.row('SELECT body FROM social_apps WHERE id = ?', id)
    return row === null ? null : unsealApp(this.#sealer, id, textOf(row, 'body'))
  }

  async saveApp(app: AppCredentials): Promise<void> {
    assertAppCredentials(app, 'storage.saveApp')
    const id = appRowId(app.platform, app.host)
    return this.#writes.run(`app ${id}`, async () => {
      this.#session.write(SAVE_APP, id, await sealApp(this.#sealer, app))
    })
  }
}

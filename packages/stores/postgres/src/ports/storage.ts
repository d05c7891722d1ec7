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

import type { Tables } from '../tables.js'
import { VersionedRows } from './versioned-rows.js'

/** Stores connections and apps in PostgreSQL. */
export class PostgresStorage implements Storage {
  readonly #sealer: Sealer
  readonly #rows: VersionedRows
  readonly #apps: VersionedRows
  readonly #connections: StoredConnections
  readonly #writes = new InTurn()

  constructor(tables: Tables, sealer: Sealer) {
    this.#sealer = sealer
    this.#rows = new VersionedRows(tables, 'social_connections')
    this.#apps = new VersionedRows(tables, 'social_apps')
    this.#connections = new StoredConnections(sealer)
  }

  async getConnection(connectionId: string): Promise<Connection | null> {
    assertString(connectionId, 'storage.getConnection: connectionId')
    const row = await this.#rows.read(connectionId, 'storage.getConnection')
    return row === null ? null : this.#connections.revive(connectionId, row.body)
  }

  async saveConnection(connection: Connection): Promise<void> {
    assertConnection(connection, 'storage.saveConnection')
    return this.#writes.run(connection.id, async () => {
      const body = await this.#connections.seal(connection)
      await this.#rows.save(connection.id, body, 'storage.saveConnection')
      this.#connections.remember(connection, body)
    })
  }

  async deleteConnection(connectionId: string): Promise<void> {
    assertString(connectionId, 'storage.deleteConnection: connectionId')
    return this.#writes.run(connectionId, async () => {
      await this.#rows.delete(connectionId, 'storage.deleteConnection')
      this.#connections.forget(connectionId)
    })
  }

  async saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
    assertConnection(next, 'storage.saveRenewed')
    assertConnection(previous, 'storage.saveRenewed')
    const what = 'storage.saveRenewed'
    return this.#writes.run(previous.id, async () => {
      const body = await this.#connections.seal(next)
      for (;;) {
        const row = await this.#rows.read(previous.id, what)
        if (row === null) return false
        const stored = await this.#connections.revive(previous.id, row.body)
        // If the stored token is already the next token, an earlier call saved it and its response
        // was lost.
        if (!sameToken(stored.token, previous.token)) return sameToken(stored.token, next.token)
        const written = await this.#rows.replace(next.id, body, row.version, what)
        if (written === 'GONE') return false
        // Another process wrote the row in the meantime, so the row is read again.
        if (written === 'CHANGED') continue
        this.#connections.remember(next, body)
        return true
      }
    })
  }

  async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
    assertAppKey(platform, host, 'storage.getApp')
    const id = appRowId(platform, host)
    const row = await this.#apps.read(id, 'storage.getApp')
    return row === null ? null : unsealApp(this.#sealer, id, row.body)
  }

  async saveApp(app: AppCredentials): Promise<void> {
    assertAppCredentials(app, 'storage.saveApp')
    const id = appRowId(app.platform, app.host)
    return this.#writes.run(`app ${id}`, async () =>
      this.#apps.save(id, await sealApp(this.#sealer, app), 'storage.saveApp'),
    )
  }
}

import { createHash } from 'node:crypto'

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
import { appRowId, InTurn, type Sealer, sealApp, StoredConnections, unsealApp } from '@social/store-kit'

import type { Keys } from '../keys.js'
import { listOf, textOrNull } from '../server/reply.js'
import { script } from '../server/script.js'
import type { Session } from '../server/session.js'

const SAVE = script(`redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
return 1`)

const DELETE = script(`redis.call('HDEL', KEYS[1], ARGV[2])
return 1`)

/**
 * Writes only if the stored text has the given hash, so that it is still the text that was read.
 * Otherwise returns the stored text. A repeated call finds its own text.
 */
const REPLACE = script(`local stored = redis.call('HGET', KEYS[1], ARGV[2])
if stored == ARGV[4] then return { 'SAVED' } end
if not stored then return { 'GONE' } end
if redis.sha1hex(stored) ~= ARGV[3] then return { 'OTHER', stored } end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[4])
return { 'SAVED' }`)

/** Reads one page of ids. Returns the names of the fields without their values. */
const IDS = script(`local page = redis.call('HSCAN', KEYS[1], ARGV[2], 'COUNT', ARGV[3])
local ids = {}
for at = 1, #page[2], 2 do table.insert(ids, page[2][at]) end
return { page[1], ids }`)

/** Number of ids that one command reads. */
const PAGE = 500

/** Returns the hash by which scripts compare stored texts. */
export function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

/** Stores connections and apps in Redis: two hashes, with one field for each connection or app. */
export class RedisStorage implements Storage {
  readonly #session: Session
  readonly #keys: Keys
  readonly #sealer: Sealer
  readonly #connections: StoredConnections
  readonly #turns = new InTurn()

  constructor(session: Session, keys: Keys, sealer: Sealer) {
    this.#session = session
    this.#keys = keys
    this.#sealer = sealer
    this.#connections = new StoredConnections(sealer)
  }

  async getConnection(connectionId: string): Promise<Connection | null> {
    assertString(connectionId, 'storage.getConnection: connectionId')
    const body = textOrNull(await this.#session.read(['HGET', this.#keys.connections, connectionId]))
    return body === null ? null : this.#connections.revive(connectionId, body)
  }

  async saveConnection(connection: Connection): Promise<void> {
    assertConnection(connection, 'storage.saveConnection')
    const { id } = connection
    return this.#turns.run(id, async () => {
      const body = await this.#connections.seal(connection)
      await this.#session.run(SAVE, [this.#keys.connections], [id, body])
      this.#connections.remember(connection, body)
    })
  }

  async deleteConnection(connectionId: string): Promise<void> {
    assertString(connectionId, 'storage.deleteConnection: connectionId')
    return this.#turns.run(connectionId, async () => {
      await this.#session.run(DELETE, [this.#keys.connections], [connectionId])
      this.#connections.forget(connectionId)
    })
  }

  async saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
    assertConnection(next, 'storage.saveRenewed')
    assertConnection(previous, 'storage.saveRenewed')
    const { id } = previous
    return this.#turns.run(id, async () => {
      const body = await this.#connections.seal(next)
      for (let found = await this.#body(id); found !== null;) {
        const stored = await this.#connections.revive(id, found)
        if (!sameToken(stored.token, previous.token)) return false
        const args = [id, hashOf(found), body]
        const [state, other] = listOf(await this.#session.run(REPLACE, [this.#keys.connections], args))
        if (state === 'SAVED') {
          this.#connections.remember(next, body)
          return true
        }
        // If another process wrote in the meantime, the loop compares again with the text of that
        // process.
        found = state === 'OTHER' ? textOrNull(other) : null
      }
      return false
    })
  }

  async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
    assertAppKey(platform, host, 'storage.getApp')
    const id = appRowId(platform, host)
    const body = textOrNull(await this.#session.read(['HGET', this.#keys.apps, id]))
    return body === null ? null : unsealApp(this.#sealer, id, body)
  }

  async saveApp(app: AppCredentials): Promise<void> {
    assertAppCredentials(app, 'storage.saveApp')
    const id = appRowId(app.platform, app.host)
    return this.#turns.run(`app ${id}`, async () => {
      const body = await sealApp(this.#sealer, app)
      await this.#session.run(SAVE, [this.#keys.apps], [id, body])
    })
  }

  /**
   * Returns the ids of the stored connections, read page by page. An id may be returned twice if
   * connections are saved meanwhile.
   */
  async *ids(): AsyncGenerator<string, void, undefined> {
    for (let cursor = '0'; ;) {
      const [next, ids] = listOf(await this.#session.run(IDS, [this.#keys.connections], [cursor, PAGE]))
      for (const id of listOf(ids)) yield textOrNull(id) ?? ''
      cursor = textOrNull(next) ?? '0'
      if (cursor === '0') return
    }
  }

  async #body(connectionId: string): Promise<string | null> {
    return textOrNull(await this.#session.read(['HGET', this.#keys.connections, connectionId]))
  }
}

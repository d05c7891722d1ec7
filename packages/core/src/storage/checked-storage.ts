import type { Storage } from '../contract/index.js'
import { ConfigError, NoConnectionError } from '../errors/index.js'
import { AppCredentials, Connection, platformOf } from '../models/index.js'
import { errorOfPort } from './port-error.js'
import { sameToken } from './same-token.js'

/**
 * The application's storage, with a check of every result. Drivers return `undefined` for a missing row, and custom
 * storages may return rows instead of connections.
 */
export class CheckedStorage implements Storage {
  readonly #inner: Storage

  constructor(inner: Storage) {
    this.#inner = inner
  }

  /**
   * @throws ConfigError if the storage returns anything other than the connection with that id, null or undefined.
   */
  getConnection(connectionId: string): Promise<Connection | null> {
    return this.#find(connectionId, nothing)
  }

  /** @throws NoConnectionError with the id, if no connection is stored. */
  assertConnection(connectionId: string): Promise<Connection> {
    return this.#find(connectionId, refuse)
  }

  /**
   * Adds only one promise to the promise of the storage, because every call of an account starts with this method.
   */
  async #find<T>(connectionId: string, missing: (connectionId: string) => T): Promise<Connection | T> {
    let found: unknown
    try {
      found = await this.#inner.getConnection(connectionId)
    } catch (thrown) {
      throw errorOfPort(thrown, 'storage.getConnection')
    }
    if (found === null || found === undefined) return missing(connectionId)
    if (!isConnection(found)) throw wrongAnswer('getConnection', found, 'Connection', 'connectionFromRecord')
    if (found.id === connectionId) return found
    throw new ConfigError(
      `storage.getConnection returned the connection "${found.id}" for the id "${connectionId}". Compare ids exactly, including case and colons.`,
      { platform: platformOf(connectionId) },
    )
  }

  async saveConnection(connection: Connection): Promise<void> {
    try {
      await this.#inner.saveConnection(connection)
    } catch (thrown) {
      throw errorOfPort(thrown, 'storage.saveConnection')
    }
  }

  async deleteConnection(connectionId: string): Promise<void> {
    try {
      await this.#inner.deleteConnection(connectionId)
    } catch (thrown) {
      throw errorOfPort(thrown, 'storage.deleteConnection')
    }
  }

  /** @throws ConfigError if the storage returns anything other than an app of that network, null or undefined. */
  async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
    let found: unknown
    try {
      found = await this.#inner.getApp(platform, host)
    } catch (thrown) {
      throw errorOfPort(thrown, 'storage.getApp')
    }
    if (found === null || found === undefined) return null
    if (!isApp(found)) throw wrongAnswer('getApp', found, 'AppCredentials', 'appFromRecord')
    if (found.platform === platform) return found
    throw new ConfigError(
      `storage.getApp returned an app of "${found.platform}" for "${platform}". Find apps by platform and host.`,
      { platform },
    )
  }

  async saveApp(app: AppCredentials): Promise<void> {
    try {
      await this.#inner.saveApp(app)
    } catch (thrown) {
      throw errorOfPort(thrown, 'storage.saveApp')
    }
  }

  /**
   * Saves a renewed connection. If the storage has no `saveRenewed`, this method compares the stored token before it
   * saves. The lock excludes other writers, unless this process lost the lock.
   */
  async saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
    if (typeof this.#inner.saveRenewed !== 'function') {
      const stored = await this.getConnection(previous.id)
      if (stored === null || !sameToken(stored.token, previous.token)) return false
      await this.saveConnection(next)
      return true
    }
    try {
      const answer: unknown = await this.#inner.saveRenewed(next, previous)
      return answer === true
    } catch (thrown) {
      throw errorOfPort(thrown, 'storage.saveRenewed')
    }
  }
}

const nothing = (): null => null

/** Makes the error for an id without a stored connection. */
export function noConnection(connectionId: string): NoConnectionError {
  return new NoConnectionError(
    `No connection is stored under "${connectionId}". Sign the account in, or remove the id from your own data if it was disconnected.`,
    { platform: platformOf(connectionId) },
  )
}

function refuse(connectionId: string): never {
  throw noConnection(connectionId)
}

/** Checks for members instead of the class, because the object may come from another copy of this package. */
function isConnection(value: unknown): value is Connection {
  if (value instanceof Connection) return true
  const { id, token, withToken } = fieldsOf(value)
  const { accessToken, expiresWithin } = fieldsOf(token)
  return (
    typeof id === 'string' &&
    typeof withToken === 'function' &&
    typeof accessToken === 'string' &&
    typeof expiresWithin === 'function'
  )
}

function isApp(value: unknown): value is AppCredentials {
  if (value instanceof AppCredentials) return true
  const { platform, clientId, clientSecret, key } = fieldsOf(value)
  const isText = [platform, clientId, clientSecret ?? ''].every((field) => typeof field === 'string')
  return isText && clientSecret !== undefined && Array.isArray(key)
}

/**
 * Returns the fields of any value, including inherited fields. Returns no fields for a value that is not an object.
 */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // safe cast: callers check each field
}

function wrongAnswer(method: string, found: unknown, model: string, reader: string): ConfigError {
  const kind = Array.isArray(found)
    ? 'an array'
    : typeof found === 'object'
      ? 'a plain object'
      : `a ${typeof found}`
  return new ConfigError(
    `storage.${method} returned ${kind} instead of ${model} or null. Save toRecord(…), and return ${reader}(record).`,
  )
}

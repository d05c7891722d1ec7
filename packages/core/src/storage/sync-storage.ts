import type { Storage } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { AppCredentials, Connection } from '../models/index.js'
import { assertObject } from '../models/values/assert-object.js'

/** A value, or a promise of it. */
type Awaitable<T> = T | Promise<T>

/** A storage with synchronous methods, such as those of a blocking database driver. */
export interface SyncStorage {
  getConnection(connectionId: string): Awaitable<Connection | null>
  saveConnection(connection: Connection): unknown
  deleteConnection(connectionId: string): unknown
  getApp(platform: string, host: string | null): Awaitable<AppCredentials | null>
  saveApp(app: AppCredentials): unknown
  /** Saves `next` only if `previous` is still stored. Returns false if another worker saved first. */
  saveRenewed?: ((next: Connection, previous: Connection) => Awaitable<boolean>) | undefined
}

const METHODS = ['getConnection', 'saveConnection', 'deleteConnection', 'getApp', 'saveApp'] as const

/**
 * Makes a storage from an object with synchronous methods. Results and errors become promises. Each call still runs
 * on the main thread. Use `workerStorage` to run a slow blocking driver on its own thread.
 *
 * @throws ConfigError if one of the five methods is missing.
 * @example
 * const social = new SocialClient({ storage: syncStorage(new MyDatabase('social.db')), platforms })
 */
export function syncStorage(storage: SyncStorage): Storage {
  assertObject(storage, 'syncStorage', '{ getConnection, saveConnection, … }')
  for (const method of METHODS)
    if (typeof storage[method] !== 'function')
      throw new ConfigError(`syncStorage requires an object with ${METHODS.join(', ')}. It has no ${method}.`)
  return {
    getConnection: async (connectionId) => storage.getConnection(connectionId),
    saveConnection: async (connection) => void (await storage.saveConnection(connection)),
    deleteConnection: async (connectionId) => void (await storage.deleteConnection(connectionId)),
    getApp: async (platform, host) => storage.getApp(platform, host),
    saveApp: async (app) => void (await storage.saveApp(app)),
    ...(storage.saveRenewed && {
      saveRenewed: async (next: Connection, previous: Connection) =>
        storage.saveRenewed?.(next, previous) ?? false,
    }),
  }
}

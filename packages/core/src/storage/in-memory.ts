import { type Locks, portArguments, type Storage } from '../contract/index.js'
import { assertAppCredentials, assertAppKey, assertConnection } from '../models/access/assert-stored.js'
import type { AppCredentials, Connection } from '../models/index.js'
import { assertString } from '../models/values/assert-kind.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import { sameToken } from './same-token.js'

/** Initial content of a storage. */
export interface InMemoryStorageOptions {
  readonly connections?: Iterable<Connection> | undefined
  readonly apps?: Iterable<AppCredentials> | undefined
}

function appKey(platform: string, host: string | null): string {
  return JSON.stringify([platform, host])
}

/**
 * Stores connections and apps in the memory of this process. The content is lost when the process ends. Use it for
 * tests, scripts and experiments.
 */
export class InMemoryStorage implements Storage {
  readonly #connections = new Map<string, Connection>()
  readonly #apps = new Map<string, AppCredentials>()

  /** @throws ConfigError for an unknown option. */
  constructor(options: InMemoryStorageOptions = {}) {
    refuseUnknownNames(options, ['connections', 'apps'], 'InMemoryStorage')
    const { connections = [], apps = [] } = options
    for (const [name, list] of Object.entries({ connections, apps }))
      if (
        typeof list?.[Symbol.iterator] !== 'function' ||
        [...list].some((one) => typeof one !== 'object' || one === null)
      )
        throw wrongArgument(`InMemoryStorage: ${name}`, `a list of ${name}`, list)
    for (const connection of connections) this.#connections.set(connection.id, connection)
    for (const app of apps) this.#apps.set(appKey(app.platform, app.host), app)
  }

  async getConnection(connectionId: string): Promise<Connection | null> {
    assertString(connectionId, 'storage.getConnection: connectionId')
    return this.#connections.get(connectionId) ?? null
  }

  async saveConnection(connection: Connection): Promise<void> {
    assertConnection(connection, 'storage.saveConnection')
    this.#connections.set(connection.id, connection)
  }

  async deleteConnection(connectionId: string): Promise<void> {
    assertString(connectionId, 'storage.deleteConnection: connectionId')
    this.#connections.delete(connectionId)
  }

  async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
    assertAppKey(platform, host, 'storage.getApp')
    return this.#apps.get(appKey(platform, host)) ?? null
  }

  async saveApp(app: AppCredentials): Promise<void> {
    assertAppCredentials(app, 'storage.saveApp')
    this.#apps.set(appKey(app.platform, app.host), app)
  }

  async saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
    assertConnection(next, 'storage.saveRenewed')
    assertConnection(previous, 'storage.saveRenewed')
    const stored = this.#connections.get(previous.id)
    if (stored === undefined || !sameToken(stored.token, previous.token)) return false
    this.#connections.set(next.id, next)
    return true
  }
}

/**
 * Argument of work under an in-memory lock, whose signal never aborts. The signal is created on first use, because
 * most work needs no signal.
 */
class Held {
  #signal: AbortSignal | null = null

  get signal(): AbortSignal {
    return (this.#signal ??= new AbortController().signal)
  }
}

/**
 * Locks of this process only. Callers get a lock in order of arrival. Leases never expire, because a holder cannot
 * die without its process. Processes that share connections need shared locks.
 */
export class InMemoryLocks implements Locks {
  /**
   * Held keys with their waiting callers, in order. The value is null if no caller waits, which is the normal case.
   */
  readonly #waiting = new Map<string, Set<() => void> | null>()

  /** Number of held keys. */
  get size(): number {
    return this.#waiting.size
  }

  async withLock<T>(
    key: string,
    work: (held: { readonly signal: AbortSignal }) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T> {
    portArguments.locks.withLock(key, work, options)
    await this.#acquire(key, options.signal)
    try {
      return await work(new Held())
    } finally {
      this.#release(key)
    }
  }

  /**
   * Takes the key, or waits for it.
   * @returns Undefined if the key was free, otherwise a promise that resolves when the caller holds the key.
   */
  #acquire(key: string, signal: AbortSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted()
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return this.#wait(key, waiting ?? new Set(), signal)
    this.#waiting.set(key, null)
    return undefined
  }

  #wait(key: string, waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    this.#waiting.set(key, waiting)
    return new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(proceed)
        reject(signal?.reason)
      }
      const proceed = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      waiting.add(proceed)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** Passes the key directly to the caller that has waited longest. Releases the key if no caller waits. */
  #release(key: string): void {
    const waiting = this.#waiting.get(key)
    for (const proceed of waiting ?? []) {
      waiting?.delete(proceed)
      proceed()
      return
    }
    this.#waiting.delete(key)
  }
}

import { type AppCredentials, type Connection, refuseUnknownNames } from '@social/core/platform'
import {
  type Storage,
  assertAppCredentials,
  assertAppKey,
  assertConnection,
  assertString,
} from '@social/core/store'

/** Name of a method of a storage. */
export type StorageMethod = keyof Storage

/** One call that a storage was asked for. */
export class StorageCall {
  /** Name of the method. */
  readonly name: StorageMethod
  /** What it was called with, in order. */
  readonly args: readonly unknown[]

  constructor(name: StorageMethod, args: readonly unknown[]) {
    this.name = name
    this.args = args
  }
}

/** What a recording storage holds at first. */
export interface RecordingStorageSettings {
  readonly connections?: readonly Connection[] | undefined
  readonly apps?: readonly AppCredentials[] | undefined
}

const fileOf = (platform: string, host: string | null): string => JSON.stringify([platform, host])

/** A storage that really stores, and writes down every call. */
export class RecordingStorage implements Storage {
  /** Every call so far, in order; also those that failed. */
  readonly calls: StorageCall[] = []
  readonly #connections = new Map<string, Connection>()
  readonly #apps = new Map<string, AppCredentials>()
  readonly #failures = new Map<StorageMethod, unknown>()

  constructor(settings: RecordingStorageSettings = {}) {
    refuseUnknownNames(settings, ['connections', 'apps'], 'RecordingStorage')
    for (const connection of settings.connections ?? []) this.#connections.set(connection.id, connection)
    for (const app of settings.apps ?? []) this.#apps.set(fileOf(...app.key), app)
  }

  /** Names of the calls so far, in order. */
  names(): readonly StorageMethod[] {
    return this.calls.map((call) => call.name)
  }

  /** The calls of one method, in order. */
  callsTo(method: StorageMethod): readonly StorageCall[] {
    return this.calls.filter((call) => call.name === method)
  }

  /** Makes every call of a method fail from now on; null lets it work again. */
  fails(method: StorageMethod, error: Error | null): void {
    if (error === null) this.#failures.delete(method)
    else this.#failures.set(method, error)
  }

  /** Forgets the calls; what is stored stays. */
  reset(): void {
    this.calls.length = 0
  }

  /** The connection, or null. */
  async getConnection(connectionId: string): Promise<Connection | null> {
    assertString(connectionId, 'storage.getConnection: connectionId')
    this.#record('getConnection', connectionId)
    return this.#connections.get(connectionId) ?? null
  }

  /** Inserts or replaces a connection. */
  async saveConnection(connection: Connection): Promise<void> {
    assertConnection(connection, 'storage.saveConnection')
    this.#record('saveConnection', connection)
    this.#connections.set(connection.id, connection)
  }

  /** Removes a connection; quiet when it is not there. */
  async deleteConnection(connectionId: string): Promise<void> {
    assertString(connectionId, 'storage.deleteConnection: connectionId')
    this.#record('deleteConnection', connectionId)
    this.#connections.delete(connectionId)
  }

  /** The credentials for a network and server, or null. */
  async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
    assertAppKey(platform, host, 'storage.getApp')
    this.#record('getApp', platform, host)
    return this.#apps.get(fileOf(platform, host)) ?? null
  }

  /** Inserts or replaces credentials. */
  async saveApp(app: AppCredentials): Promise<void> {
    assertAppCredentials(app, 'storage.saveApp')
    this.#record('saveApp', app)
    this.#apps.set(fileOf(...app.key), app)
  }

  #record(name: StorageMethod, ...args: readonly unknown[]): void {
    this.calls.push(new StorageCall(name, args))
    if (this.#failures.has(name)) throw this.#failures.get(name)
  }
}

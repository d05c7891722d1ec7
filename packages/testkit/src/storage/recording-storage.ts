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

/** One call of a storage. */
export class StorageCall {
  /** Name of the method. */
  readonly name: StorageMethod
  /** Arguments of the call. */
  readonly args: readonly unknown[]

  constructor(name: StorageMethod, args: readonly unknown[]) {
    this.name = name
    this.args = args
  }
}

/** Initial content of a recording storage. */
export interface RecordingStorageSettings {
  readonly connections?: readonly Connection[] | undefined
  readonly apps?: readonly AppCredentials[] | undefined
}

const fileOf = (platform: string, host: string | null): string => JSON.stringify([platform, host])

/** An in-memory storage that records every call. */
export class RecordingStorage implements Storage {
  /** All calls in order, failed ones included. */
  readonly calls: StorageCall[] = []
  readonly #connections = new Map<string, Connection>()
  readonly #apps = new Map<string, AppCredentials>()
  readonly #failures = new Map<StorageMethod, unknown>()

  constructor(settings: RecordingStorageSettings = {}) {
    refuseUnknownNames(settings, ['connections', 'apps'], 'RecordingStorage')
    for (const connection of settings.connections ?? []) this.#connections.set(connection.id, connection)
    for (const app of settings.apps ?? []) this.#apps.set(fileOf(...app.key), app)
  }

  /** Names of the called methods, in order. */
  names(): readonly StorageMethod[] {
    return this.calls.map((call) => call.name)
  }

  /** The calls of one method, in order. */
  callsTo(method: StorageMethod): readonly StorageCall[] {
    return this.calls.filter((call) => call.name === method)
  }

  /** Makes every call of a method fail from now on; null ends that. */
  fails(method: StorageMethod, error: Error | null): void {
    if (error === null) this.#failures.delete(method)
    else this.#failures.set(method, error)
  }

  /** Deletes the records, not the stored data. */
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

  /** Deletes a connection. Does nothing if it is missing. */
  async deleteConnection(connectionId: string): Promise<void> {
    assertString(connectionId, 'storage.deleteConnection: connectionId')
    this.#record('deleteConnection', connectionId)
    this.#connections.delete(connectionId)
  }

  /** Credentials for a network and server, or null. */
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

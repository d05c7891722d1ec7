import { type AppCredentials, type Connection, refuseUnknownNames } from '@social/core/platform'
import {
  type Storage,
  assertAppCredentials,
  assertAppKey,
  assertConnection,
  assertString,
} from '@social/core/store'

/** Name of a method of `Storage`. */
export type StorageMethod = keyof Storage

/** One recorded call of a storage method. */
export class StorageCall {
  /** Name of the called method. */
  readonly name: StorageMethod
  /** Arguments that the method received. */
  readonly args: readonly unknown[]

  constructor(name: StorageMethod, args: readonly unknown[]) {
    this.name = name
    this.args = args
  }
}

/** Data that a `RecordingStorage` contains at the start. */
export interface RecordingStorageSettings {
  readonly connections?: readonly Connection[] | undefined
  readonly apps?: readonly AppCredentials[] | undefined
}

const fileOf = (platform: string, host: string | null): string => JSON.stringify([platform, host])

/** An in-memory storage that records every call, for tests. */
export class RecordingStorage implements Storage {
  /** All calls in order, including failed calls. */
  readonly calls: StorageCall[] = []
  readonly #connections = new Map<string, Connection>()
  readonly #apps = new Map<string, AppCredentials>()
  readonly #failures = new Map<StorageMethod, unknown>()

  constructor(settings: RecordingStorageSettings = {}) {
    refuseUnknownNames(settings, ['connections', 'apps'], 'RecordingStorage')
    for (const connection of settings.connections ?? []) this.#connections.set(connection.id, connection)
    for (const app of settings.apps ?? []) this.#apps.set(fileOf(...app.key), app)
  }

  /** Returns the names of the called methods, in order. */
  names(): readonly StorageMethod[] {
    return this.calls.map((call) => call.name)
  }

  /** Returns the calls of one method, in order. */
  callsTo(method: StorageMethod): readonly StorageCall[] {
    return this.calls.filter((call) => call.name === method)
  }

  /**
   * Makes every following call of a method reject with `error`. Null makes the calls succeed
   * again.
   */
  fails(method: StorageMethod, error: Error | null): void {
    if (error === null) this.#failures.delete(method)
    else this.#failures.set(method, error)
  }

  /** Deletes the recorded calls. The stored data does not change. */
  reset(): void {
    this.calls.length = 0
  }

  /** Returns a connection by its id, or null if none is stored. */
  async getConnection(connectionId: string): Promise<Connection | null> {
    assertString(connectionId, 'storage.getConnection: connectionId')
    this.#record('getConnection', connectionId)
    return this.#connections.get(connectionId) ?? null
  }

  /** Saves a connection. Replaces a stored connection with the same id. */
  async saveConnection(connection: Connection): Promise<void> {
    assertConnection(connection, 'storage.saveConnection')
    this.#record('saveConnection', connection)
    this.#connections.set(connection.id, connection)
  }

  /** Deletes a connection. Does nothing if the connection does not exist. */
  async deleteConnection(connectionId: string): Promise<void> {
    assertString(connectionId, 'storage.deleteConnection: connectionId')
    this.#record('deleteConnection', connectionId)
    this.#connections.delete(connectionId)
  }

  /** Returns the app credentials for a network and server, or null if none are stored. */
  async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
    assertAppKey(platform, host, 'storage.getApp')
    this.#record('getApp', platform, host)
    return this.#apps.get(fileOf(platform, host)) ?? null
  }

  /** Saves app credentials. Replaces stored credentials for the same network and server. */
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

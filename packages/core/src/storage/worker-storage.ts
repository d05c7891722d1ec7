import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

import type { Storage } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { AppCredentials, Connection } from '../models/index.js'
import { appFromRecord, connectionFromRecord, toRecord } from '../models/records/records.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import { THREAD_PROGRAM } from './thread-program.js'

/** Options of `workerStorage`. */
export interface WorkerStorageOptions {
  /** Name of the module's export that makes the storage. Default: `default`. */
  readonly exportName?: string | undefined
  /** Argument for the class or function of the module, such as a path or a URL. It must be plain data. */
  readonly settings?: unknown
  /** Node flags for the thread. Default: the flags of the program. */
  readonly execArgv?: readonly string[] | undefined
}

/** A storage on its own thread. */
export interface WorkerStorage extends Storage {
  saveRenewed(next: Connection, previous: Connection): Promise<boolean>
  /** Stops the thread. A later call starts it again. */
  close(): Promise<void>
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: Error | undefined
}

/**
 * Returns the URL from which the thread imports this package, so that the thread can convert records to connections.
 */
function urlOfCore(): string {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve('@social/core')).href
  } catch (error) {
    throw new ConfigError(
      'workerStorage requires @social/core as a separate package, not bundled into the program: its thread imports the package.',
      { cause: error },
    )
  }
}

/** @throws ConfigError unless the module is a URL or a string. */
function urlOf(module: unknown): string {
  if (module instanceof URL) return module.href
  if (typeof module === 'string' && module !== '') return module
  throw wrongArgument('workerStorage: module', "new URL('./my-storage.js', import.meta.url)", module)
}

function refuseWrongTypes({ exportName, execArgv }: WorkerStorageOptions): void {
  if (exportName !== undefined && typeof exportName !== 'string')
    throw wrongArgument('workerStorage: exportName', 'the name of an export', exportName)
  if (
    execArgv !== undefined &&
    !(Array.isArray(execArgv) && execArgv.every((one) => typeof one === 'string'))
  )
    throw wrongArgument('workerStorage: execArgv', 'a list of flags of Node', execArgv)
}

/** One thread, and the calls that wait for its results. */
class Thread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #calls = 0

  constructor(module: string, options: WorkerStorageOptions, onEnd: (thread: Thread) => void) {
    const { exportName = 'default', settings, execArgv } = options
    this.#worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(THREAD_PROGRAM)}`), {
      name: 'social-storage',
      workerData: { core: urlOfCore(), module, exportName, settings },
      ...(execArgv && { execArgv: [...execArgv] }),
    })
    const end = (cause: unknown): void => {
      onEnd(this)
      const reason = cause instanceof Error ? cause.message : 'it ended'
      const error = new ConfigError(`The storage of ${module} cannot be used: ${reason}`, { cause })
      for (const waiting of this.#waiting.values()) waiting.reject(error)
      this.#waiting.clear()
    }
    this.#worker.on('message', (answer: Answer) => this.#finishCall(answer))
    this.#worker.on('error', end)
    this.#worker.on('exit', () => end(null))
  }

  call(method: keyof Storage, args: readonly unknown[]): Promise<unknown> {
    this.#calls += 1
    const id = this.#calls
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(id, waiting)
    this.#worker.ref()
    this.#worker.postMessage({ id, method, args }, [])
    return waiting.promise
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #finishCall({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    // A thread without pending calls must not keep the process running.
    if (this.#waiting.size === 0) this.#worker.unref()
    if (error) waiting?.reject(error)
    else waiting?.resolve(value)
  }
}

/**
 * Runs a blocking storage on its own thread, so that a slow call does not block the program. The module is imported
 * on that thread at the first call. Its methods may return values or promises.
 *
 * @param module - `new URL('./my-storage.js', import.meta.url)`. Its default export is a class with the five methods
 * of `Storage`, or a function that makes such an object. The class or function receives `settings`.
 * @throws ConfigError for a module that is not a URL, and for an unknown or invalid option. The first call also
 * throws one if the module cannot be loaded or exports no storage.
 * @example
 * const storage = workerStorage(new URL('./my-storage.js', import.meta.url), { settings: 'social.db' })
 */
export function workerStorage(module: URL | string, options: WorkerStorageOptions = {}): WorkerStorage {
  const url = urlOf(module)
  refuseUnknownNames(options, ['exportName', 'settings', 'execArgv'], 'workerStorage')
  refuseWrongTypes(options)
  let thread: Thread | null = null
  const call = (method: keyof Storage, ...args: readonly unknown[]): Promise<unknown> => {
    thread ??= new Thread(url, options, (ended) => {
      if (thread === ended) thread = null
    })
    return thread.call(method, args)
  }
  return {
    async getConnection(connectionId: string): Promise<Connection | null> {
      const record = await call('getConnection', connectionId)
      return record === null ? null : connectionFromRecord(record)
    },
    async saveConnection(connection: Connection): Promise<void> {
      await call('saveConnection', toRecord(connection))
    },
    async deleteConnection(connectionId: string): Promise<void> {
      await call('deleteConnection', connectionId)
    },
    async getApp(platform: string, host: string | null): Promise<AppCredentials | null> {
      const record = await call('getApp', platform, host)
      return record === null ? null : appFromRecord(record)
    },
    async saveApp(app: AppCredentials): Promise<void> {
      await call('saveApp', toRecord(app))
    },
    async saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
      return (await call('saveRenewed', toRecord(next), toRecord(previous))) === true
    },
    async close(): Promise<void> {
      await thread?.stop()
    },
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Clock } from '../../contract/index.js'
import { ConfigError, NetworkError } from '../../errors/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'
import type { PooledOptions } from '../pool/pool-options.js'
import { shardOf } from './shard-of.js'
import type { ShardRun } from './shard-run.js'
import type { ShardSettings } from './sharded-options.js'

/** Number of ids that are read before the listing yields to the event loop. Our choice. */
const IDS_PER_CALL = 500
/** Timeout in seconds for the next id of a listing. Our choice. */
const LISTING_TIMEOUT_SECONDS = 60

/** Functions and settings of a connection lister. */
export interface ConnectionListerOptions {
  readonly connections: ShardSettings['connections']
  readonly optionsOf: (id: string) => PooledOptions
  readonly shards: number
  readonly clock: Clock
}

/**
 * Reads the ids of the connections in some shards, and adds or removes these connections in the
 * shards' pools.
 */
export class ConnectionLister {
  readonly #options: ConnectionListerOptions

  constructor(options: ConnectionListerOptions) {
    this.#options = options
  }

  /**
   * Lists some shards once. New connections are added to the shards' pools, and connections that
   * are no longer listed are removed. A failed listing removes no connection.
   *
   * @throws NetworkError if the listing returned no id within the timeout.
   */
  async list(runs: readonly ShardRun[], signal: AbortSignal): Promise<void> {
    const stop = new AbortController()
    const end = (): void => stop.abort(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    const watch = new StillWatch(this.#options.clock)
    try {
      signal.throwIfAborted()
      await Promise.race([this.#read(runs, stop.signal, watch), watch.isIdle, rejectedBy(stop.signal)])
    } finally {
      watch.close()
      signal.removeEventListener('abort', end)
      stop.abort(new NetworkError('This listing has ended.'))
    }
  }

  async #read(runs: readonly ShardRun[], signal: AbortSignal, watch: StillWatch): Promise<void> {
    const { connections, shards, optionsOf } = this.#options
    const requested = new Map(runs.map((run) => [run.shard, { run, missing: new Set(run.ids()) }]))
    let count = 0
    for await (const id of await connections({ shards: [...requested.keys()], signal })) {
      if (signal.aborted) return
      if (typeof id !== 'string' || id === '')
        throw new ConfigError('connections must return ids of connections as strings.')
      const found = requested.get(shardOf(id, shards))
      if (found && !found.missing.delete(id) && !found.run.isStopping) found.run.add(id, optionsOf(id))
      count += 1
      watch.count = count
      if (count % IDS_PER_CALL === 0) await nextTurn()
    }
    if (signal.aborted) return
    for (const { run, missing } of requested.values()) for (const id of missing) run.remove(id)
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Timeout of a listing that is restarted by each id. Rejects `isIdle` if no id arrives in time. */
class StillWatch {
  count = 0
  readonly #clock: Clock
  readonly #still = Promise.withResolvers<never>()
  #alarm: Alarm | null = null

  constructor(clock: Clock) {
    this.#clock = clock
    this.#still.promise.catch(() => undefined)
    this.#watch()
  }

  get isIdle(): Promise<never> {
    return this.#still.promise
  }

  close(): void {
    if (this.#alarm) stopAlarm(this.#alarm)
    this.#alarm = null
  }

  #watch(): void {
    const counted = this.count
    const ring = (): void => {
      if (this.count !== counted) this.#watch()
      else
        this.#still.reject(
          new NetworkError(
            `connections returned no id for ${LISTING_TIMEOUT_SECONDS} seconds. The listing was aborted and will be tried again.`,
            { timedOut: true },
          ),
        )
    }
    this.#alarm = setAlarm(this.#clock, LISTING_TIMEOUT_SECONDS, { ring })
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Clock } from '../../contract/index.js'
import { ConfigError, NetworkError } from '../../errors/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'
import type { PooledOptions } from '../pool/pool-options.js'
import { shardOf } from './shard-of.js'
import type { ShardRun } from './shard-run.js'
import type { ShardSettings } from './sharded-options.js'

/** Ids taken in before other work gets its turn on the event loop. Our choice. */
const IDS_PER_CALL = 500
/** Seconds in which a listing has to give at least one id, or end. Our choice. */
const PATIENCE_SECONDS = 60

/** What ids are listed with. */
export interface ConnectionListerOptions {
  readonly connections: ShardSettings['connections']
  readonly optionsOf: (id: string) => PooledOptions
  readonly shards: number
  readonly clock: Clock
}

/** Reads the connections of shards, and keeps their pools in step with them. */
export class ConnectionLister {
  readonly #options: ConnectionListerOptions

  constructor(options: ConnectionListerOptions) {
    this.#options = options
  }

  /**
   * Lists some shards once: what is new is polled from now on, what is listed no more is polled no more. A listing that
   * fails takes nothing away.
   *
   * @throws NetworkError when it stands still for too long.
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
      stop.abort(new NetworkError('This listing is over.'))
    }
  }

  async #read(runs: readonly ShardRun[], signal: AbortSignal, watch: StillWatch): Promise<void> {
    const { connections, shards, optionsOf } = this.#options
    const wanted = new Map(runs.map((run) => [run.shard, { run, missing: new Set(run.ids()) }]))
    let count = 0
    for await (const id of await connections({ shards: [...wanted.keys()], signal })) {
      if (signal.aborted) return
      if (typeof id !== 'string' || id === '')
        throw new ConfigError('connections must give the ids of connections, and gave something else.')
      const found = wanted.get(shardOf(id, shards))
      if (found && !found.missing.delete(id) && !found.run.isStopping) found.run.add(id, optionsOf(id))
      count += 1
      watch.count = count
      if (count % IDS_PER_CALL === 0) await nextTurn()
    }
    if (signal.aborted) return
    for (const { run, missing } of wanted.values()) for (const id of missing) run.remove(id)
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Notices a listing that gives nothing any more. */
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
            `connections gave nothing for ${PATIENCE_SECONDS} seconds and is waited for no longer. It will be asked again.`,
            { timedOut: true },
          ),
        )
    }
    this.#alarm = setAlarm(this.#clock, PATIENCE_SECONDS, { ring })
  }
}

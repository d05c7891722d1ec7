import { ConfigError } from '../../errors/index.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import type { PollContext } from '../polling/poll-context.js'
import { checkSeconds } from '../polling/poller-options.js'

/**
 * Default maximum number of open streams. Each stream needs a socket, and the default limit of
 * open files of a process is 1,024 on Linux. Our choice.
 */
const MAX_STREAMS = 500

/** Settings for the live updates of a pool's accounts. */
export interface PoolLiveOptions {
  /**
   * Maximum number of streams that are open at the same time. All other accounts are polled. For a
   * sharded poller, the maximum of this worker. Default: 500.
   */
  readonly streams?: number | undefined
  /**
   * Seconds between two polls of an account while its stream is open. These polls find updates
   * that the stream did not deliver, and do not count against `budget`. Default: 600.
   */
  readonly checkEverySeconds?: number | undefined
  /** Called for each temporary interruption of a stream, after which the stream is reopened. */
  readonly onInterruption?: ((error: unknown, id: string) => void) | undefined
}

const NAMES = Object.keys({
  streams: true,
  checkEverySeconds: true,
  onInterruption: true,
} satisfies Record<keyof PoolLiveOptions, true>)

/** Number of open streams, and their maximum. The shards of a worker share one limit. */
export class StreamLimit {
  readonly #max: number
  #open = 0

  /** @throws ConfigError for an unknown option, and for an invalid number. */
  constructor(live: PoolLiveOptions | undefined) {
    this.#max = 0
    if (live === undefined) return
    if (typeof live !== 'object' || live === null)
      throw new ConfigError('live must be an object such as { streams: 500 }.')
    refuseUnknownNames(live, NAMES, 'live')
    const { streams = MAX_STREAMS, checkEverySeconds } = live
    if (!Number.isInteger(streams) || streams < 1)
      throw new ConfigError('live.streams must be a whole number, 1 or more.')
    if (checkEverySeconds !== undefined) checkSeconds('live.checkEverySeconds', checkEverySeconds)
    this.#max = streams
  }

  /** Reserves one stream. @returns False if the maximum is reached. */
  take(): boolean {
    if (this.#open >= this.#max) return false
    this.#open += 1
    return true
  }

  release(): void {
    this.#open -= 1
  }
}

/** Follows one connection live, until the context's signal aborts or its stream is unavailable. */
export type FollowLive = (context: PollContext) => Promise<void>

/** Called when a stream has ended. `failure` is null if the connection must be polled instead. */
type OnEnd = (slot: number, id: string, failure: { readonly error: unknown } | null) => void

/** Open streams of a pool's connections, by slot. */
export class LiveStreams {
  readonly #limit: StreamLimit
  readonly #onEnd: OnEnd
  readonly #open = new Map<number, AbortController>()

  constructor(limit: StreamLimit, onEnd: OnEnd) {
    this.#limit = limit
    this.#onEnd = onEnd
  }

  get size(): number {
    return this.#open.size
  }

  /** Starts to follow a connection. @returns False if the maximum number of streams is open. */
  start(slot: number, id: string, follow: FollowLive): boolean {
    if (!this.#limit.take()) return false
    const stop = new AbortController()
    this.#open.set(slot, stop)
    void this.#run(slot, id, async () => follow({ signal: stop.signal }))
    return true
  }

  /** Closes the stream of a slot, if it is open. */
  stop(slot: number): void {
    this.#open.get(slot)?.abort(new Error('The connection was removed from the pool.'))
  }

  stopAll(reason: unknown): void {
    for (const stop of this.#open.values()) stop.abort(reason)
  }

  async #run(slot: number, id: string, follow: () => Promise<void>): Promise<void> {
    let failure: { readonly error: unknown } | null = null
    try {
      await follow()
    } catch (error) {
      if (this.#open.get(slot)?.signal.aborted !== true) failure = { error }
    }
    this.#open.delete(slot)
    this.#limit.release()
    this.#onEnd(slot, id, failure)
  }
}

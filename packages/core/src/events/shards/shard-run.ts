import { NetworkError } from '../../errors/index.js'
import type { Lease } from '../../http/time/lease.js'
import type { PollContext } from '../polling/poll-context.js'
import type { StreamLimit } from '../pool/live-streams.js'
import { PollerPool } from '../pool/poller-pool.js'
import type { OwnPollPoolOptions, PooledOptions, PoolPoll } from '../pool/pool-options.js'
import type { SharedBudget } from './shared-budget.js'

/** Objects and settings that all shards of a worker share. */
export interface ShardParts {
  readonly lease: Lease
  readonly budget: SharedBudget | null
  readonly poll: PoolPoll['poll']
  readonly costOf: (id: string) => number
  readonly pool: Omit<OwnPollPoolOptions, 'poll'>
  /** Limit of open streams of all shards of this worker. */
  readonly streams: StreamLimit
  /**
   * Called when the last poll of a shard has ended. `error` is null if the shard was stopped,
   * otherwise the reason why its pool failed.
   */
  readonly onEnd: (error: unknown) => void
}

/**
 * Polls the connections of one shard. A stopped shard still exists until its running polls have
 * ended.
 */
export class ShardRun {
  readonly shard: number
  readonly #pool: PollerPool
  readonly #stop = new AbortController()
  #hasEnded = false

  constructor(shard: number, parts: ShardParts) {
    this.shard = shard
    const poll = (id: string, context: PollContext) => pollOnce(id, context, parts)
    this.#pool = new PollerPool({ ...parts.pool, poll }, parts.streams)
    this.#pool.run({ signal: this.#stop.signal }).catch((error: unknown) => {
      this.#hasEnded = true
      parts.onEnd(this.isStopping ? null : error)
    })
  }

  /** True after `stop` was called. */
  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** True if the shard was stopped and its last poll has ended. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Number of connections in this shard that are polled. */
  get size(): number {
    return this.#pool.size
  }

  /** Ids of the connections in this shard that are polled. */
  ids(): Iterable<string> {
    return this.#pool.ids()
  }

  /** Adds a connection to this shard, and polls it from then on. */
  add(id: string, options: PooledOptions): void {
    this.#pool.add(id, options)
  }

  /** Removes a connection from this shard. A running poll is not aborted. */
  remove(id: string): void {
    this.#pool.remove(id)
  }

  /** Starts no more polls of this shard, and aborts the running ones. */
  stop(reason: unknown = lost()): void {
    this.#stop.abort(reason)
  }
}

async function pollOnce(id: string, context: PollContext, parts: ShardParts) {
  const { lease, budget } = parts
  // After the machine was suspended, this code can run before the lease's alarm. Reading `isHeld`
  // of an ended lease stops the shards.
  if (!lease.isHeld) return {}
  if (budget) {
    const seconds = await budget.spend(parts.costOf(id))
    if (seconds > 0) return { nextInSeconds: seconds }
    if (!lease.isHeld) return {}
  }
  const answer = (await parts.poll(id, new LeasedContext(context, lease))) ?? {}
  const { follow } = answer
  if (follow === undefined) return answer
  return { ...answer, follow: (live: PollContext) => follow(new LeasedContext(live, lease)) }
}

/**
 * Context of a poll. Every step of a poll reads the signal, so each read of the signal first
 * checks the lease.
 */
class LeasedContext implements PollContext {
  readonly #context: PollContext
  readonly #lease: Lease

  constructor(context: PollContext, lease: Lease) {
    this.#context = context
    this.#lease = lease
  }

  get signal(): AbortSignal {
    // Reading `isHeld` of an ended lease stops the shards, which aborts this signal.
    void this.#lease.isHeld
    return this.#context.signal
  }
}

/** Creates the abort reason for polls of a shard that this worker has lost or gives up. */
function lost(): NetworkError {
  return new NetworkError('This shard is, or will soon be, polled by another worker.')
}

import { NetworkError } from '../../errors/index.js'
import type { Lease } from '../../http/time/lease.js'
import type { PollContext } from '../polling/poll-context.js'
import { PollerPool } from '../pool/poller-pool.js'
import type { OwnPollPoolOptions, PooledOptions, PoolPoll } from '../pool/pool-options.js'
import type { SharedBudget } from './shared-budget.js'

/** Parts that all shards of a worker share. */
export interface ShardParts {
  readonly lease: Lease
  readonly budget: SharedBudget | null
  readonly poll: PoolPoll['poll']
  readonly costOf: (id: string) => number
  readonly pool: Omit<OwnPollPoolOptions, 'poll'>
  /** Called when the last poll has ended. */
  readonly onEnd: (error: unknown) => void
}

/** One shard that this worker polls, or is about to give up. */
export class ShardRun {
  readonly shard: number
  readonly #pool: PollerPool
  readonly #stop = new AbortController()
  #hasEnded = false

  constructor(shard: number, parts: ShardParts) {
    this.shard = shard
    this.#pool = new PollerPool({ ...parts.pool, poll: (id, context) => pollOnce(id, context, parts) })
    this.#pool.run({ signal: this.#stop.signal }).catch((error: unknown) => {
      this.#hasEnded = true
      parts.onEnd(this.isStopping ? null : error)
    })
  }

  /** True after `stop` was called. */
  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** True if no poll of the shard is running. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Number of polled connections. */
  get size(): number {
    return this.#pool.size
  }

  /** Ids of the polled connections. */
  ids(): Iterable<string> {
    return this.#pool.ids()
  }

  /** Starts to poll a connection. */
  add(id: string, options: PooledOptions): void {
    this.#pool.add(id, options)
  }

  /** Stops polling a connection. */
  remove(id: string): void {
    this.#pool.remove(id)
  }

  /** Starts no more polls, and aborts the running ones. */
  stop(reason: unknown = lost()): void {
    this.#stop.abort(reason)
  }
}

async function pollOnce(id: string, context: PollContext, parts: ShardParts) {
  const { lease, budget } = parts
  // After a suspension this runs before the alarms. Reading isHeld of an ended lease stops the shard.
  if (!lease.isHeld) return {}
  if (budget) {
    const seconds = await budget.spend(parts.costOf(id))
    if (seconds > 0) return { nextInSeconds: seconds }
    if (!lease.isHeld) return {}
  }
  return parts.poll(id, new LeasedContext(context, lease))
}

/** Checks the lease before it returns the signal: each step of a poll reads the signal. */
class LeasedContext implements PollContext {
  readonly #context: PollContext
  readonly #lease: Lease

  constructor(context: PollContext, lease: Lease) {
    this.#context = context
    this.#lease = lease
  }

  get signal(): AbortSignal {
    // Reading isHeld of an ended lease stops the shards and aborts this signal.
    void this.#lease.isHeld
    return this.#context.signal
  }
}

/** Abort reason for polls of a shard that this worker has lost. */
function lost(): NetworkError {
  return new NetworkError('This shard is, or will soon be, polled by another worker.')
}

import { NetworkError } from '../../errors/index.js'
import type { Lease } from '../../http/time/lease.js'
import type { PollContext } from '../polling/poll-context.js'
import { PollerPool } from '../pool/poller-pool.js'
import type { OwnPollPoolOptions, PooledOptions, PoolPoll } from '../pool/pool-options.js'
import type { SharedBudget } from './shared-budget.js'

/** What all shards of a worker have in common. */
export interface ShardParts {
  readonly lease: Lease
  readonly budget: SharedBudget | null
  readonly poll: PoolPoll['poll']
  readonly costOf: (id: string) => number
  readonly pool: Omit<OwnPollPoolOptions, 'poll'>
  /** Told once the last poll has ended. */
  readonly onEnd: (error: unknown) => void
}

/** One shard that this worker polls, or has polled until just now. */
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

  /** True once it was told to stop. */
  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** True once no poll of it is under way any more. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** How many connections are polled. */
  get size(): number {
    return this.#pool.size
  }

  /** The connections that are polled. */
  ids(): Iterable<string> {
    return this.#pool.ids()
  }

  /** Polls a connection from now on. */
  add(id: string, options: PooledOptions): void {
    this.#pool.add(id, options)
  }

  /** Polls a connection no more. */
  remove(id: string): void {
    this.#pool.remove(id)
  }

  /** Begins no poll any more, and tells those under way to stop. */
  stop(reason: unknown = lost()): void {
    this.#stop.abort(reason)
  }
}

async function pollOnce(id: string, context: PollContext, parts: ShardParts) {
  const { lease, budget } = parts
  // A process that was asleep gets here before its alarms ring. Asking has stopped the shard: nothing comes after this.
  if (!lease.isHeld) return {}
  if (budget) {
    const seconds = await budget.spend(parts.costOf(id))
    if (seconds > 0) return { nextInSeconds: seconds }
    if (!lease.isHeld) return {}
  }
  return parts.poll(id, new LeasedContext(context, lease))
}

/** Looks at the lease before it hands out the signal: each step of a poll asks for it. */
class LeasedContext implements PollContext {
  readonly #context: PollContext
  readonly #lease: Lease

  constructor(context: PollContext, lease: Lease) {
    this.#context = context
    this.#lease = lease
  }

  get signal(): AbortSignal {
    // Ends the shards when it is over, and with them this signal.
    void this.#lease.isHeld
    return this.#context.signal
  }
}

/** Why polls of a shard end that this worker has lost. */
function lost(): NetworkError {
  return new NetworkError('This shard is polled by another worker now, or soon will be.')
}

import type { Clock, Random } from '../../contract/index.js'
import { DEADLINE_SECONDS } from '../polling/poller-options.js'
import { makePoll } from '../pool/pool-options.js'
import type { ShardParts } from './shard-run.js'
import type { ShardedPollerOptions } from './sharded-options.js'

/** Default number of concurrent polls in each shard. Our choice. */
const CONCURRENCY = 20
/** Default number of seconds after which a poll counts as slow. Our choice. */
const SLOW_AFTER_SECONDS = 5
/** One day, in seconds. Each step of following an account has its own timeout; this one ends a poll that hangs despite all of them. */
const MAX_POLL_SECONDS = 86_400

/** Parts that the poller passes to its shards. */
interface SharedParts extends Pick<ShardParts, 'lease' | 'budget'> {
  readonly clock: Clock
  readonly random: Random
  readonly onError: (error: unknown, id: string | null) => void
  readonly onEnd: () => void
}

/** Makes the parts that all shards of a worker share, from the options. */
export function makeShardParts(options: ShardedPollerOptions, shared: SharedParts): ShardParts {
  const { lease, budget, clock, random, onError, onEnd } = shared
  const { poll, seconds } = makePoll(options, clock)
  const { jitter, connectionOptions, everySeconds = 60, concurrency = CONCURRENCY } = options
  const { deadlineSeconds = DEADLINE_SECONDS, slow = { afterSeconds: SLOW_AFTER_SECONDS, concurrency } } =
    options
  return {
    lease,
    budget,
    poll,
    costOf: (id) => connectionOptions?.(id).cost ?? 1,
    pool: {
      everySeconds,
      ...(jitter !== undefined && { jitter }),
      concurrency,
      slow,
      deadlineSeconds: seconds === Infinity ? MAX_POLL_SECONDS : deadlineSeconds,
      onError,
      clock,
      random,
    },
    onEnd: (error) => {
      if (error !== null) onError(error, null)
      onEnd()
    },
  }
}

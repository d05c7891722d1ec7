import type { Clock, Random } from '../../contract/index.js'
import { DEADLINE_SECONDS } from '../polling/poller-options.js'
import { makePoll } from '../pool/pool-options.js'
import type { ShardParts } from './shard-run.js'
import type { ShardedPollerOptions } from './sharded-options.js'

/** Polls at once in each shard, unless somebody says otherwise. Our choice. */
const CONCURRENCY = 20
/** Seconds after which a poll is called slow, unless somebody says otherwise. Our choice. */
const SLOW_AFTER_SECONDS = 5
/** Seconds, one day: following an account has limits for each of its steps; this one is for a poll that hangs beyond all of them. */
const MAX_POLL_SECONDS = 86_400

/** What the poller hands to its shards. */
interface Surroundings extends Pick<ShardParts, 'lease' | 'budget'> {
  readonly clock: Clock
  readonly random: Random
  readonly onError: (error: unknown, id: string | null) => void
  readonly onEnd: () => void
}

/** What all shards of a worker have in common, read from the options. */
export function makeShardParts(options: ShardedPollerOptions, around: Surroundings): ShardParts {
  const { lease, budget, clock, random, onError, onEnd } = around
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

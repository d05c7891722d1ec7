import type { Clock, Random } from '../../contract/index.js'
import { ClosedError } from '../../errors/index.js'
import { DEADLINE_SECONDS } from '../polling/poller-options.js'
import { StreamLimit } from '../pool/live-streams.js'
import { makePoll } from '../pool/pool-options.js'
import type { ShardParts } from './shard-run.js'
import type { ShardedPollerOptions } from './sharded-options.js'

/** Default number of concurrent polls in each shard. Our choice. */
const CONCURRENCY = 20
/** Default number of seconds after which a poll counts as slow. Our choice. */
const SLOW_AFTER_SECONDS = 5
/**
 * Timeout in seconds of a poll that follows an account: one day. Each step of the poll has its own
 * shorter timeout, so this one only ends a poll that hangs between its steps.
 */
const MAX_POLL_SECONDS = 86_400

/** Objects and listeners of a sharded poller that its shards use. */
interface SharedParts extends Pick<ShardParts, 'lease' | 'budget'> {
  readonly clock: Clock
  readonly random: Random
  readonly onError: (error: unknown, id: string | null) => void
  /** Called when a shard has ended. `closed` is the error of a poll that found the client closed. */
  readonly onEnd: (closed: ClosedError | null) => void
}

/** Creates the settings that all shards of a worker share from the poller's options. */
export function makeShardParts(options: ShardedPollerOptions, shared: SharedParts): ShardParts {
  const { lease, budget, clock, random, onError, onEnd } = shared
  const { poll, seconds } = makePoll(options, clock)
  const { jitter, connectionOptions, everySeconds = 60, concurrency = CONCURRENCY } = options
  const { deadlineSeconds = DEADLINE_SECONDS, slow = { afterSeconds: SLOW_AFTER_SECONDS, concurrency } } =
    options
  return {
    lease,
    budget,
    streams: new StreamLimit(options.live),
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
      const closed = ClosedError.is(error) ? error : null
      if (error !== null && closed === null) onError(error, null)
      onEnd(closed)
    },
  }
}

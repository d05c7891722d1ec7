import { ConfigError, type Filled, refuseUnknownNames } from '@social/core/store'

/** Settings of `bullQueue`. All are optional. */
export interface BullQueueOptions {
  /**
   * Name of the queue in BullMQ. Default: `social`. The library also uses a second queue,
   * `<name>-brief`, for jobs that are kept for less than a week.
   */
  readonly name?: string | undefined
  /**
   * Prefix of all keys in Redis. Default: `{bull}`. In a Redis cluster, the braces keep all keys
   * of a queue on one server.
   */
  readonly prefix?: string | undefined
  /** If true, a Redis server that loses its jobs on a restart is accepted. Intended for tests. */
  readonly acceptLoss?: boolean | undefined
  /** Timeout of calls outside of a worker, in seconds. Default: 10. */
  readonly answerSeconds?: number | undefined
  /**
   * Minimum seconds after which another worker takes over the jobs of a dead worker. Default: 20.
   * If the event loop of a living worker is blocked for longer, two workers run its jobs.
   */
  readonly leaseSeconds?: number | undefined
}

const NAMES = Object.keys({
  name: true,
  prefix: true,
  acceptLoss: true,
  answerSeconds: true,
  leaseSeconds: true,
} satisfies Record<keyof BullQueueOptions, true>)

/**
 * Matches valid names. Colons are not allowed, because they separate the parts of BullMQ's keys.
 */
const NAME = /^[\w-]{1,64}$/

/** `BullQueueOptions` after validation, with defaults applied. */
export type Settings = Filled<BullQueueOptions>

/**
 * Validates the options and applies the defaults.
 *
 * @throws ConfigError for an unknown option, and for an invalid value.
 */
export function readSettings(options: BullQueueOptions): Settings {
  refuseUnknownNames(options, NAMES, 'bullQueue')
  const {
    name = 'social',
    prefix = '{bull}',
    acceptLoss = false,
    answerSeconds = 10,
    leaseSeconds = 20,
  } = options
  if (!NAME.test(name)) throw new ConfigError('bullQueue: name must be 1 to 64 letters, digits, "_" and "-".')
  if (typeof prefix !== 'string' || prefix === '')
    throw new ConfigError('bullQueue: prefix must be text that is not empty.')
  for (const [field, value] of Object.entries({ answerSeconds, leaseSeconds }))
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value))
      throw new ConfigError(`bullQueue: ${field} must be a number of seconds above 0.`)
  return { name, prefix, acceptLoss, answerSeconds, leaseSeconds }
}

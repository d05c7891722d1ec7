import { ConfigError, type Filled, refuseUnknownNames } from '@social/core/store'

/** Settings of `bullQueue`. All are optional. */
export interface BullQueueOptions {
  /** Name of the queues in BullMQ. Default: `social`. It is used for two lanes: jobs that are kept long, and others. */
  readonly name?: string | undefined
  /**
   * Prefix of every key in Redis. Default: `{bull}`. In a cluster the braces keep the keys of a queue on one server.
   */
  readonly prefix?: string | undefined
  /** True accepts a Redis that loses its jobs on a restart. For tests. */
  readonly acceptLoss?: boolean | undefined
  /** Timeout of calls outside of a worker, in seconds. Default: 10. */
  readonly answerSeconds?: number | undefined
  /**
   * Minimum seconds after which a dead worker loses its jobs. Default: 20. A worker whose event loop is blocked for
   * longer has its jobs run by two workers.
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

/** Colons separate the parts of BullMQ's keys. */
const NAME = /^[\w-]{1,64}$/

/** Validated `BullQueueOptions` with defaults. */
export type Settings = Filled<BullQueueOptions>

/** @throws ConfigError for an unknown name, and for an invalid value. */
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

import { ConfigError, type Filled, refuseUnknownNames } from '@social/core/store'

/** Settings of `bullQueue`; all of them may be left out. */
export interface BullQueueOptions {
  /** Name of the queues in BullMQ; `social` unless given. Two lanes are made of it: what is kept long, and what is not. */
  readonly name?: string | undefined
  /** Prefix of every key in Redis; `{bull}` unless given: the braces keep a cluster's keys of a queue together. */
  readonly prefix?: string | undefined
  /** True = a Redis that forgets its jobs with a restart is good enough. For tests. */
  readonly acceptLoss?: boolean | undefined
  /** Seconds in which the server has to answer a call from outside of a worker; 10 unless given. */
  readonly answerSeconds?: number | undefined
  /**
   * Seconds after which a worker that died loses its jobs, at the earliest; 20 unless given. Whoever sets less than its
   * event loop may be blocked has jobs run by two workers.
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

/** `BullQueueOptions`, checked and completed. */
export type Settings = Filled<BullQueueOptions>

/** @throws ConfigError for a name that is unknown, and a value that is none. */
export function readSettings(options: BullQueueOptions): Settings {
  refuseUnknownNames(options, NAMES, 'bullQueue')
  const {
    name = 'social',
    prefix = '{bull}',
    acceptLoss = false,
    answerSeconds = 10,
    leaseSeconds = 20,
  } = options
  if (!NAME.test(name)) throw new ConfigError('bullQueue: name takes 1 to 64 letters, digits, "_" and "-".')
  if (typeof prefix !== 'string' || prefix === '')
    throw new ConfigError('bullQueue: prefix must be text that is not empty.')
  for (const [field, value] of Object.entries({ answerSeconds, leaseSeconds }))
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value))
      throw new ConfigError(`bullQueue: ${field} must be a number of seconds above 0.`)
  return { name, prefix, acceptLoss, answerSeconds, leaseSeconds }
}

import { type Clock, ConfigError, refuseUnknownNames, systemClock } from '@social/core/store'

/** Settings of `sqliteQueue`. All are optional. */
export interface SqliteQueueOptions {
  /**
   * Seconds after which another worker takes over the jobs of a dead worker. Default: 20. If the
   * event loop of a living worker is blocked for longer, two workers run its jobs.
   */
  readonly leaseSeconds?: number | undefined
  /**
   * Maximum seconds that a call waits while another process keeps the file locked. The wait does
   * not block this program. Default: 10.
   */
  readonly answerSeconds?: number | undefined
  /** Clock, for tests. Default: the machine's clock. */
  readonly clock?: Clock | undefined
}

const NAMES = Object.keys({
  leaseSeconds: true,
  answerSeconds: true,
  clock: true,
} satisfies Record<keyof SqliteQueueOptions, true>)

/** `SqliteQueueOptions` after validation, with defaults applied. */
export interface Settings {
  readonly leaseSeconds: number
  readonly answerSeconds: number
  readonly clock: Clock
  /**
   * Returns milliseconds of a clock that all processes of the machine share, and that a change of
   * the wall clock does not affect.
   */
  readonly uptimeMs: () => number
}

/**
 * Milliseconds since the machine was started. Node reads the monotonic clock of the operating
 * system, which is the same in every process.
 * https://nodejs.org/api/process.html#processhrtimebigint (read 2026-11-24)
 */
const machineUptimeMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/**
 * Validates the options and applies the defaults.
 *
 * @throws ConfigError for an unknown option, and for an invalid value.
 */
export function readSettings(options: SqliteQueueOptions): Settings {
  refuseUnknownNames(options, NAMES, 'sqliteQueue')
  const { leaseSeconds = 20, answerSeconds = 10, clock = systemClock } = options
  for (const [field, value] of Object.entries({ leaseSeconds, answerSeconds }))
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value))
      throw new ConfigError(`sqliteQueue: ${field} must be a number of seconds above 0.`)
  if (typeof clock?.now !== 'function' || typeof clock.monotonic !== 'function')
    throw new ConfigError('sqliteQueue: clock must be a clock, with now(), monotonic() and sleep().')
  return { leaseSeconds, answerSeconds, clock, uptimeMs: machineUptimeMs }
}

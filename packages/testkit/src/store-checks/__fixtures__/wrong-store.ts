import type { Clock } from '@social/core/store'

import type { FakeClock } from '../../time/fake-clock.js'

/** A store with one deliberate defect, and the name of the check that must detect the defect. */
export interface WrongStore<Port> {
  readonly what: string
  readonly noticedBy: string
  /** Expected failure message of the check in `noticedBy`. */
  readonly saying?: RegExp
  readonly make: (clock: FakeClock) => Port
}

/**
 * Returns a clock whose `monotonic` follows the wall clock, as in a store that measures leases by
 * the wall clock.
 */
export function byTheWallClock(clock: FakeClock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.now().getTime() / 1000,
    sleep: (seconds, options) => clock.sleep(seconds, options),
  }
}

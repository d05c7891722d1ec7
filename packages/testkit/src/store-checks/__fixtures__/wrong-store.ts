import type { Clock } from '@social/core/store'

import type { FakeClock } from '../../time/fake-clock.js'

/** A store with one defect, and the check that has to detect it. */
export interface WrongStore<Port> {
  readonly what: string
  readonly noticedBy: string
  /** Message of that check. */
  readonly saying?: RegExp
  readonly make: (clock: FakeClock) => Port
}

/** A clock for stores that measure time by the wall clock. */
export function byTheWallClock(clock: FakeClock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.now().getTime() / 1000,
    sleep: (seconds, options) => clock.sleep(seconds, options),
  }
}

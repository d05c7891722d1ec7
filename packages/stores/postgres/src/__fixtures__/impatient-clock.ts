import { type Clock, systemClock } from '@social/core/store'

/**
 * Returns the machine's clock for a call that has to fail. The first pause before a retry returns
 * immediately and advances the clock by an hour, so that the call times out without a retry. The
 * first attempt still has its full time, even on a slow machine.
 */
export function impatientClock(): Clock {
  let aheadSeconds = 0
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() + aheadSeconds,
    sleep: async (seconds, options) => {
      if (options?.isLimit === true) return systemClock.sleep(seconds, options)
      aheadSeconds += 3_600
    },
  }
}

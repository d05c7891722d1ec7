import { type Clock, systemClock } from '@social/core/store'

/**
 * The machine's clock, for a call that is to fail: the first pause before another try passes at once, and takes an hour, so
 * that there is no other try. However slow the machine is, the first try has all the time it needs.
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

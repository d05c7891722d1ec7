/**
 * Returns the current time of this machine. Used by `systemClock`, and by functions without a
 * clock argument.
 */
export function machineTime(): Date {
  return new Date()
}

/** The moment by the machine's clock: what `systemClock` tells, and values that no clock comes with. */
export function machineTime(): Date {
  return new Date()
}

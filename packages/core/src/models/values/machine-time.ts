/** Current time of the machine. Used by `systemClock`, and by values that receive no clock. */
export function machineTime(): Date {
  return new Date()
}

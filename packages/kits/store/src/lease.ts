/** Duration of a claim or lock without an extension. */
export interface Lease {
  readonly leaseSeconds: number
}

/** Length of a lease in whole milliseconds, for stores with integer values. */
export function millisecondsOf({ leaseSeconds }: Lease): number {
  return Math.ceil(leaseSeconds * 1000)
}

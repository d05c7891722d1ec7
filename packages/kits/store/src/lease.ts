/** Duration of a claim or a lock. Without an extension, the claim or lock ends after this time. */
export interface Lease {
  readonly leaseSeconds: number
}

/** Returns the length of a lease in whole milliseconds, for stores that only support integers. */
export function millisecondsOf({ leaseSeconds }: Lease): number {
  return Math.ceil(leaseSeconds * 1000)
}

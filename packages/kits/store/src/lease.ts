/** How long a claim or lock is held unless it is extended. */
export interface Lease {
  readonly leaseSeconds: number
}

/** Length of a lease in whole milliseconds: what a store of whole numbers takes. */
export function millisecondsOf({ leaseSeconds }: Lease): number {
  return Math.ceil(leaseSeconds * 1000)
}

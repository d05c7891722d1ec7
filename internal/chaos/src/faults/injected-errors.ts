/** Error of a port on demand. */
export class PortFailure extends Error {
  override readonly name = 'PortFailure'
}

/** Reason of an aborted call. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

/** Error that an injected fault of a port throws. */
export class PortFailure extends Error {
  override readonly name = 'PortFailure'
}

/** Abort reason of a call that the caller cancelled. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

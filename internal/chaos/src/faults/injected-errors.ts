/** Error that a port throws because of an injected fault. */
export class PortFailure extends Error {
  override readonly name = 'PortFailure'
}

/** Abort reason of a call that the caller cancelled because of an injected fault. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

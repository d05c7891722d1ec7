/** What a port throws when it is made to. */
export class PortFailure extends Error {
  override readonly name = 'PortFailure'
}

/** Why a caller gave up. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

import { hasMark } from '../errors/base.js'
import { readDetails } from '../errors/details.js'
import { NetworkError, type NetworkErrorDetails } from '../errors/index.js'
import type { Connection } from '../models/index.js'

const MARK = Symbol.for('social.error.token-not-saved')

/** Details of a renewal that could not be saved. */
export interface TokenNotSavedDetails extends NetworkErrorDetails {
  /** The connection with its new token. */
  readonly connection: Connection
}

/**
 * A token was renewed, but the storage could not save the new token. The request that needed the token was not sent.
 * The new connection stays in memory, and the next call saves it. `connection` also contains the new connection,
 * because no other copy may exist.
 */
export class TokenNotSavedError extends NetworkError {
  override readonly name: string = 'TokenNotSavedError'
  /** The connection with its new token. It is hidden when printed. Store it with `toRecord`. */
  declare readonly connection: Connection

  constructor(message: string, details: TokenNotSavedDetails) {
    super(message, { ...details, delivery: 'NOT_SENT' })
    Object.defineProperty(this, 'connection', {
      value: readDetails(details).connection ?? null,
      enumerable: false,
    })
  }

  get [MARK](): true {
    return true
  }

  /**
   * Returns true for an error of this class, also of another copy of the package, for which `instanceof` returns
   * false.
   */
  static override is(value: unknown): value is TokenNotSavedError {
    return hasMark(value, MARK)
  }
}

import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag } from './details.js'

const AUTH = Symbol.for('social.error.auth')
const EXPIRED = Symbol.for('social.error.token-expired')
const SIGNATURE = Symbol.for('social.error.signature')

/** Details of an `AuthError`. */
export interface AuthErrorDetails extends ErrorDetails {
  /**
   * True if the network refused the access token. Then refresh the token and repeat the request
   * once. Default: false.
   */
  readonly tokenRefused?: boolean | undefined
}

/** Error of a sign-in, of credentials or of a token that the network refused. */
export class AuthError extends SocialBaseError {
  override readonly name: string = 'AuthError'
  readonly code: ErrorCode = 'AUTH'
  /** True if the network refused the access token. A refreshed token may then be accepted. */
  readonly tokenRefused: boolean

  constructor(message: string, details: AuthErrorDetails = {}) {
    super(message, details)
    this.tokenRefused = readFlag(readDetails(details).tokenRefused, false)
  }

  get [AUTH](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is AuthError {
    return hasMark(value, AUTH)
  }
}

/**
 * Error of a token that expired or was revoked, and that cannot be refreshed. The user must sign
 * in again.
 */
export class TokenExpiredError extends AuthError {
  override readonly name: string = 'TokenExpiredError'
  override readonly code = 'TOKEN_EXPIRED'

  get [EXPIRED](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is TokenExpiredError {
    return hasMark(value, EXPIRED)
  }
}

/**
 * Error of a webhook request with an invalid signature. The routes respond with 401 `Refused.`
 * without details.
 */
export class SignatureError extends SocialBaseError {
  override readonly name: string = 'SignatureError'
  readonly code = 'SIGNATURE'

  get [SIGNATURE](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is SignatureError {
    return hasMark(value, SIGNATURE)
  }
}

import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag } from './details.js'

const AUTH = Symbol.for('social.error.auth')
const EXPIRED = Symbol.for('social.error.token-expired')
const SIGNATURE = Symbol.for('social.error.signature')

/** Details of a refused sign-in or token. */
export interface AuthErrorDetails extends ErrorDetails {
  /** True if the network refused the access token itself. Refresh the token and repeat the request once. */
  readonly tokenRefused?: boolean | undefined
}

/** The network refused the sign-in, the credentials or the token. */
export class AuthError extends SocialBaseError {
  override readonly name: string = 'AuthError'
  readonly code: ErrorCode = 'AUTH'
  /** True if the network refused the access token itself. */
  readonly tokenRefused: boolean

  constructor(message: string, details: AuthErrorDetails = {}) {
    super(message, details)
    this.tokenRefused = readFlag(readDetails(details).tokenRefused, false)
  }

  get [AUTH](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is AuthError {
    return hasMark(value, AUTH)
  }
}

/** The token expired or was revoked and cannot be refreshed. The person has to sign in again. */
export class TokenExpiredError extends AuthError {
  override readonly name: string = 'TokenExpiredError'
  override readonly code = 'TOKEN_EXPIRED'

  get [EXPIRED](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is TokenExpiredError {
    return hasMark(value, EXPIRED)
  }
}

/** The signature of a webhook request is invalid. Routes respond with 401 `Refused.` and no details. */
export class SignatureError extends SocialBaseError {
  override readonly name: string = 'SignatureError'
  readonly code = 'SIGNATURE'

  get [SIGNATURE](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is SignatureError {
    return hasMark(value, SIGNATURE)
  }
}

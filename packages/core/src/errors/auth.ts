import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag } from './details.js'

const AUTH = Symbol.for('social.error.auth')
const EXPIRED = Symbol.for('social.error.token-expired')
const SIGNATURE = Symbol.for('social.error.signature')

/** Details of a refused sign-in or token. */
export interface AuthErrorDetails extends ErrorDetails {
  /** True when the network refused the access token itself: one renewal and one repeat are worth it. */
  readonly tokenRefused?: boolean | undefined
}

/** The network refused the sign-in, the credentials or the token. */
export class AuthError extends SocialBaseError {
  override readonly name: string = 'AuthError'
  readonly code: ErrorCode = 'AUTH'
  /** True when the network refused the access token itself. */
  readonly tokenRefused: boolean

  constructor(message: string, details: AuthErrorDetails = {}) {
    super(message, details)
    this.tokenRefused = readFlag(readDetails(details).tokenRefused, false)
  }

  get [AUTH](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is AuthError {
    return hasMark(value, AUTH)
  }
}

/** The connection's token has run out or was revoked, and cannot be refreshed: the person has to sign in again. */
export class TokenExpiredError extends AuthError {
  override readonly name: string = 'TokenExpiredError'
  override readonly code = 'TOKEN_EXPIRED'

  get [EXPIRED](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is TokenExpiredError {
    return hasMark(value, EXPIRED)
  }
}

/** The signature of a webhook request does not fit. Routes answer 401 `Refused.` and say no more. */
export class SignatureError extends SocialBaseError {
  override readonly name: string = 'SignatureError'
  readonly code = 'SIGNATURE'

  get [SIGNATURE](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is SignatureError {
    return hasMark(value, SIGNATURE)
  }
}

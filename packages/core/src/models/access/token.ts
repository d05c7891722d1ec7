import { inspect } from 'node:util'

import { ConfigError } from '../../errors/index.js'
import { assertObject } from '../values/assert-object.js'
import { describeValue } from '../values/describe-value.js'
import { HIDDEN, hide } from '../values/hidden.js'
import { machineTime } from '../values/machine-time.js'
import { type MomentInput, toOptionalMoment } from '../values/moment.js'
import { refuseUnknownNames } from '../values/unknown-names.js'
import { checkFields } from './invalid-field.js'

/** Kind of a token: a bearer token, or a token that is bound to a key (DPoP, RFC 9449). */
export type TokenKind = 'BEARER' | 'DPOP'

/** Fields for creating a token. */
export interface TokenInit {
  /** Secret that is sent with each request. */
  readonly accessToken: string
  /**
   * Secret that is used to request the next access token. Null if the network issues no refresh
   * token.
   */
  readonly refreshToken?: string | null | undefined
  /** Time at which the access token expires. Null if the access token does not expire. */
  readonly expiresAt?: MomentInput | null | undefined
  /** Time at which the refresh token expires. Null if the network did not report a time. */
  readonly refreshTokenExpiresAt?: MomentInput | null | undefined
  /** Kind of the token. Default: `BEARER`. */
  readonly kind?: TokenKind | undefined
  /** Private key of a `DPOP` token, in the platform's own format. The key is a secret. */
  readonly proofKey?: string | null | undefined
}

const NAMES = [
  'accessToken',
  'refreshToken',
  'expiresAt',
  'refreshTokenExpiresAt',
  'kind',
  'proofKey',
] as const satisfies readonly (keyof TokenInit)[]

/** Token of one account. The object is frozen. Printing and spreading omit its secrets. */
export class Token {
  /** Secret that is sent with each request. */
  declare readonly accessToken: string
  /**
   * Secret that is used to request the next access token. Null if the network issued no refresh
   * token.
   */
  declare readonly refreshToken: string | null
  /** Private key of a `DPOP` token. Null for a bearer token. */
  declare readonly proofKey: string | null
  /** Token type. */
  readonly kind: TokenKind
  /** Time at which the access token expires. Null if the access token does not expire. */
  readonly expiresAt: Date | null
  /** Time at which the refresh token expires. Null if the network did not report a time. */
  readonly refreshTokenExpiresAt: Date | null

  /**
   * @throws ConfigError if the access token is missing or `[hidden]`, if a time has no time zone,
   * or if a field is unknown.
   */
  constructor(init: TokenInit) {
    assertObject(init, 'new Token', '{ accessToken, refreshToken, expiresAt }')
    refuseUnknownNames(init, NAMES, 'new Token')
    const { expiresAt, refreshTokenExpiresAt } = checkFields(() => readFields(init))
    hide(this, 'accessToken', init.accessToken)
    hide(this, 'refreshToken', init.refreshToken ?? null)
    hide(this, 'proofKey', init.proofKey ?? null)
    this.kind = init.kind ?? 'BEARER'
    this.expiresAt = expiresAt
    this.refreshTokenExpiresAt = refreshTokenExpiresAt
    Object.freeze(this)
  }

  /**
   * Returns true if the access token expires within `seconds` from `now`. False for a token that
   * does not expire.
   */
  expiresWithin(seconds: number, now: Date = machineTime()): boolean {
    return this.expiresAt !== null && now.getTime() + seconds * 1000 >= this.expiresAt.getTime()
  }

  /** True if the access token has expired. */
  get isExpired(): boolean {
    return this.expiresWithin(0)
  }

  /**
   * Returns true if the refresh token expires within `seconds` from `now`. Use it to ask the user
   * in time to sign in again.
   */
  refreshTokenExpiresWithin(seconds: number, now: Date = machineTime()): boolean {
    const end = this.refreshTokenExpiresAt
    return end !== null && now.getTime() + seconds * 1000 >= end.getTime()
  }

  /** True if the refresh token has expired. */
  get refreshTokenIsExpired(): boolean {
    return this.refreshTokenExpiresWithin(0)
  }

  /** Returns the form that is printed and used for JSON: all fields except the secrets. */
  toJSON(): Record<string, unknown> {
    return {
      accessToken: HIDDEN,
      refreshToken: this.refreshToken === null ? null : HIDDEN,
      kind: this.kind,
      expiresAt: this.expiresAt,
      refreshTokenExpiresAt: this.refreshTokenExpiresAt,
    }
  }

  [inspect.custom](): unknown {
    return this.toJSON()
  }
}

/** Checks the fields of a token, and converts its times to `Date` objects. */
function readFields(init: TokenInit): Pick<Token, 'expiresAt' | 'refreshTokenExpiresAt'> {
  if (typeof init.accessToken !== 'string' || init.accessToken === '' || init.accessToken === HIDDEN)
    throw new ConfigError(
      'Token.accessToken is missing or hidden. Save toRecord(connection), not the connection itself, and read it back with fromRecord.',
    )
  for (const field of ['refreshToken', 'proofKey'] as const)
    if (init[field] !== undefined && init[field] !== null && typeof init[field] !== 'string')
      throw new ConfigError(`Token.${field} must be text or null.`)
  if (init.kind !== undefined && init.kind !== 'BEARER' && init.kind !== 'DPOP')
    throw new ConfigError(`Token.kind must be "BEARER" or "DPOP", not ${describeValue(init.kind)}.`)
  return {
    expiresAt: toOptionalMoment(init.expiresAt, 'Token.expiresAt'),
    refreshTokenExpiresAt: toOptionalMoment(init.refreshTokenExpiresAt, 'Token.refreshTokenExpiresAt'),
  }
}

import { inspect } from 'node:util'

import { ConfigError } from '../../errors/index.js'
import { assertObject } from '../values/assert-object.js'
import { describeValue } from '../values/describe-value.js'
import { HIDDEN, hide } from '../values/hidden.js'
import { machineTime } from '../values/machine-time.js'
import { type MomentInput, toOptionalMoment } from '../values/moment.js'
import { refuseUnknownNames } from '../values/unknown-names.js'

/** How a token is shown to the network: as it is, or together with a proof of a key (RFC 9449). */
export type TokenKind = 'BEARER' | 'DPOP'

/** What a token is made from. */
export interface TokenInit {
  /** The secret that is sent with each call. */
  readonly accessToken: string
  /** The secret that buys the next access token; null where the network has none. */
  readonly refreshToken?: string | null | undefined
  /** When the access token runs out; null when it does not run out on its own. */
  readonly expiresAt?: MomentInput | null | undefined
  /** When the refresh token runs out; null when the network never said. */
  readonly refreshTokenExpiresAt?: MomentInput | null | undefined
  /** `BEARER` unless the network binds tokens to a key. */
  readonly kind?: TokenKind | undefined
  /** The private key of a `DPOP` token, as the platform wrote it. A secret. */
  readonly proofKey?: string | null | undefined
}

/** The names of `TokenInit`. */
const NAMES = [
  'accessToken',
  'refreshToken',
  'expiresAt',
  'refreshTokenExpiresAt',
  'kind',
  'proofKey',
] as const satisfies readonly (keyof TokenInit)[]

/** One account's token. Frozen; its secrets are left out when it is printed, and spreading it loses them. */
export class Token {
  /** The secret that is sent with each call. */
  declare readonly accessToken: string
  /** The secret that buys the next access token; null where there is none. */
  declare readonly refreshToken: string | null
  /** The private key of a `DPOP` token; null otherwise. */
  declare readonly proofKey: string | null
  /** How the token is shown to the network. */
  readonly kind: TokenKind
  /** When the access token runs out; null when it does not run out on its own. */
  readonly expiresAt: Date | null
  /** When the refresh token runs out; null when the network never said. */
  readonly refreshTokenExpiresAt: Date | null

  /** @throws ConfigError when the access token is missing or hidden, a moment has no time zone, or a field does not exist. */
  constructor(init: TokenInit) {
    assertObject(init, 'new Token', '{ accessToken, refreshToken, expiresAt }')
    refuseUnknownNames(init, NAMES, 'new Token')
    if (typeof init.accessToken !== 'string' || init.accessToken === '' || init.accessToken === HIDDEN)
      throw new ConfigError(
        'Token.accessToken is missing or hidden. Save toRecord(connection), not the connection itself, and read it back with fromRecord.',
      )
    for (const field of ['refreshToken', 'proofKey'] as const)
      if (init[field] !== undefined && init[field] !== null && typeof init[field] !== 'string')
        throw new ConfigError(`Token.${field} must be text or null.`)
    if (init.kind !== undefined && init.kind !== 'BEARER' && init.kind !== 'DPOP')
      throw new ConfigError(`Token.kind must be "BEARER" or "DPOP", not ${describeValue(init.kind)}.`)
    hide(this, 'accessToken', init.accessToken)
    hide(this, 'refreshToken', init.refreshToken ?? null)
    hide(this, 'proofKey', init.proofKey ?? null)
    this.kind = init.kind ?? 'BEARER'
    this.expiresAt = toOptionalMoment(init.expiresAt, 'Token.expiresAt')
    this.refreshTokenExpiresAt = toOptionalMoment(init.refreshTokenExpiresAt, 'Token.refreshTokenExpiresAt')
    Object.freeze(this)
  }

  /** True when the access token runs out within so many seconds of `now`; false when it never runs out. */
  expiresWithin(seconds: number, now: Date = machineTime()): boolean {
    return this.expiresAt !== null && now.getTime() + seconds * 1000 >= this.expiresAt.getTime()
  }

  /** True when the access token has run out. */
  get isExpired(): boolean {
    return this.expiresWithin(0)
  }

  /** The same for the refresh token: for warning a person ahead of time. */
  refreshTokenExpiresWithin(seconds: number, now: Date = machineTime()): boolean {
    const end = this.refreshTokenExpiresAt
    return end !== null && now.getTime() + seconds * 1000 >= end.getTime()
  }

  /** True when the refresh token has run out. */
  get refreshTokenIsExpired(): boolean {
    return this.refreshTokenExpiresWithin(0)
  }

  /** What printing and JSON show: everything but the secrets. */
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

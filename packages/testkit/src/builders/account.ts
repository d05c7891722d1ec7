import {
  AppCredentials,
  type AppCredentialsInit,
  Connection,
  type ConnectionInit,
  assertObject,
  type PartialInit,
  Token,
  type TokenInit,
} from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'

/**
 * Builds a token that never expires, with the secrets `fake-access` and `fake-refresh`. `init`
 * changes fields.
 */
export function aToken(init: PartialInit<TokenInit> = {}): Token {
  assertObject(init, 'aToken', '{ expiresAt }')
  return new Token({ accessToken: 'fake-access', refreshToken: 'fake-refresh', ...withoutUndefined(init) })
}

/** Fields that change the connection of `aConnection`. */
export interface AConnection extends PartialInit<Omit<ConnectionInit, 'token'>> {
  /** A complete token, or changed fields of the default token. */
  readonly token?: Token | PartialInit<TokenInit> | undefined
}

/**
 * Builds the connection `fake:42` of `someone@fake.example`, with a token that never expires.
 *
 * @param init - Changed fields. A changed `platform` also changes the account name and the
 * connection id.
 */
export function aConnection(init: AConnection = {}): Connection {
  assertObject(init, 'aConnection', '{ platform, accountId }')
  const { platform = 'fake', accountId = '42', token, ...rest } = init
  return new Connection({
    accountName: `someone@${platform}.example`,
    ...withoutUndefined(rest),
    platform,
    accountId,
    token: isToken(token) ? token : aToken(token),
  })
}

/**
 * Detects a token by its fields instead of its class, because the token may come from another copy
 * of core. A token must not be copied, because a copy loses its hidden fields.
 */
const isToken = (value: AConnection['token']): value is Token =>
  typeof value === 'object' && value !== null && 'expiresWithin' in value

/** Builds app credentials for the network `fake`, without a server. */
export function anApp(init: PartialInit<AppCredentialsInit> = {}): AppCredentials {
  assertObject(init, 'anApp', '{ platform }')
  return new AppCredentials({
    platform: 'fake',
    clientId: 'fake-client',
    clientSecret: 'fake-client-secret',
    ...withoutUndefined(init),
  })
}

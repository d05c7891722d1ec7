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

/** A token that never expires. Its secrets are `fake-access` and `fake-refresh`. */
export function aToken(init: PartialInit<TokenInit> = {}): Token {
  assertObject(init, 'aToken', '{ expiresAt }')
  return new Token({ accessToken: 'fake-access', refreshToken: 'fake-refresh', ...withoutUndefined(init) })
}

/** Fields of a test connection. */
export interface AConnection extends PartialInit<Omit<ConnectionInit, 'token'>> {
  /** A token, or changed fields of the default token. */
  readonly token?: Token | PartialInit<TokenInit> | undefined
}

/**
 * A connection: `fake:42` of `someone@fake.example`, with a token that never expires.
 *
 * @param init - Changed fields. Another `platform` also changes the name and the id.
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
 * Detects a token by its fields. The token may come from another copy of core, and a copied token would lose its
 * hidden fields.
 */
const isToken = (value: AConnection['token']): value is Token =>
  typeof value === 'object' && value !== null && 'expiresWithin' in value

/** App credentials for the network `fake`, without a server. */
export function anApp(init: PartialInit<AppCredentialsInit> = {}): AppCredentials {
  assertObject(init, 'anApp', '{ platform }')
  return new AppCredentials({
    platform: 'fake',
    clientId: 'fake-client',
    clientSecret: 'fake-client-secret',
    ...withoutUndefined(init),
  })
}

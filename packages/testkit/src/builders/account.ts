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

/** A token as a test wants it: it never runs out, and its secrets are `fake-access` and `fake-refresh`. */
export function aToken(init: PartialInit<TokenInit> = {}): Token {
  assertObject(init, 'aToken', '{ expiresAt }')
  return new Token({ accessToken: 'fake-access', refreshToken: 'fake-refresh', ...withoutUndefined(init) })
}

/** What may be said of a connection that a test wants. */
export interface AConnection extends PartialInit<Omit<ConnectionInit, 'token'>> {
  /** A token, or what is special about it. */
  readonly token?: Token | PartialInit<TokenInit> | undefined
}

/**
 * A connection: `fake:42` of `someone@fake.example`, with a token that never runs out.
 *
 * @param init - What is special about it. Another `platform` also changes the name and the id.
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

/** By shape: it may be the token of another copy of core, and copying its fields would lose the hidden ones. */
const isToken = (value: AConnection['token']): value is Token =>
  typeof value === 'object' && value !== null && 'expiresWithin' in value

/** The application's credentials at the network `fake`, without a server. */
export function anApp(init: PartialInit<AppCredentialsInit> = {}): AppCredentials {
  assertObject(init, 'anApp', '{ platform }')
  return new AppCredentials({
    platform: 'fake',
    clientId: 'fake-client',
    clientSecret: 'fake-client-secret',
    ...withoutUndefined(init),
  })
}

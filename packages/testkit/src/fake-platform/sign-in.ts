import {
  AuthError,
  type CallbackParams,
  type Clock,
  ConfigError,
  Connection,
  type ConnectionInit,
  type LoginRequest,
  type LoginStep,
  type PartialInit,
  sameText,
  Token,
} from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'

import type { FullSettings } from './settings.js'

const RESUME_TOKEN = 'fake-resume'

/** Fields of a connection that a fake platform creates. */
export interface FakeConnectionInit extends PartialInit<Omit<ConnectionInit, 'platform'>> {
  /** Connection id in the form `{name}:{accountId}`. Use instead of `accountId`. */
  readonly connectionId?: string | undefined
}

/** Returns the base URL of a fake network. */
export function baseOf(settings: Pick<FullSettings, 'name'>): string {
  return `https://${settings.name}.example`
}

/** Creates a token with the lifetime in the settings, starting at the clock's current time. */
export function makeToken(settings: FullSettings, accessToken: string, clock: Pick<Clock, 'now'>): Token {
  const { tokenLifetimeSeconds: seconds } = settings
  return new Token({
    accessToken,
    refreshToken: accessToken.replace('access', 'refresh'),
    expiresAt: seconds === null ? null : new Date(clock.now().getTime() + seconds * 1000),
  })
}

/** Creates a connection. Default: account 42. */
export function makeConnection(
  settings: FullSettings,
  init: FakeConnectionInit,
  clock: Pick<Clock, 'now'>,
): Connection {
  const { name, avatarUrl } = settings
  const { connectionId, ...rest } = init
  if (connectionId !== undefined && !connectionId.startsWith(`${name}:`))
    throw new ConfigError(
      `"${connectionId}" is not a connection of ${name}. Its ids have the form ${name}:42.`,
    )
  return new Connection({
    accountId: connectionId?.slice(name.length + 1) ?? '42',
    accountName: `someone@${name}.example`,
    token: makeToken(settings, 'fake-access', clock),
    avatarUrl,
    ...withoutUndefined(rest),
    platform: name,
  })
}

/**
 * Starts a sign-in: redirects the user to the network, or requests form fields if `askFor` is set.
 */
export function startLogin(settings: FullSettings, login: LoginRequest): LoginStep {
  const state = login.state || 'fake-state'
  const remember = { verifier: 'fake-verifier' }
  const { askFor } = settings
  if (askFor.length > 0) {
    const helpUrl = `${baseOf(settings)}/help/signing-in`
    return { step: 'ASK_FOR_DETAILS', fields: askFor, helpUrl, state, remember }
  }
  const url = new URL('/login', baseOf(settings))
  url.searchParams.set('redirect_uri', login.redirectUri)
  url.searchParams.set('state', state)
  if (login.app) url.searchParams.set('client_id', login.app.clientId)
  if (login.scopes.length > 0) url.searchParams.set('scope', login.scopes.join(' '))
  return { step: 'SEND_TO_NETWORK', url: url.href, state, remember }
}

/**
 * Finishes a sign-in, or requests an account choice. A callback without a state is accepted, but a
 * wrong state is refused.
 */
export function finishLogin(
  settings: FullSettings,
  login: LoginRequest,
  callback: CallbackParams,
  clock: Clock,
): LoginStep {
  const { name: platform, accounts } = settings
  const { error, state, account } = callback
  if (error !== undefined)
    throw new AuthError(`The sign-in to ${platform} failed: ${error}. Start again.`, { platform })
  if (state !== undefined && !sameText(state, login.state || 'fake-state'))
    throw new AuthError(
      `The state in the callback of ${platform} differs from the one that was sent. Start again.`,
      {
        platform,
      },
    )
  if (account !== undefined && accounts.some(({ id }) => id === account))
    return { step: 'FINISHED', connection: connectionOf(settings, account, clock) }
  if (accounts.length > 0) return { step: 'CHOOSE_ACCOUNT', options: accounts, resumeToken: RESUME_TOKEN }
  return { step: 'FINISHED', connection: makeConnection(settings, {}, clock) }
}

/** Finishes a sign-in with the account that the user chose. */
export function resumeLogin(
  settings: FullSettings,
  choice: { readonly resumeToken: string; readonly accountId: string },
  clock: Clock,
): LoginStep {
  const { name: platform, accounts } = settings
  if (choice.resumeToken !== RESUME_TOKEN)
    throw new AuthError(`The resume token is not a valid one of ${platform}. Start again.`, { platform })
  if (!accounts.some(({ id }) => id === choice.accountId))
    throw new AuthError(
      `${platform} did not offer the account "${choice.accountId}". It offered: ${accounts.map(({ id }) => id).join(', ')}.`,
      { platform },
    )
  return { step: 'FINISHED', connection: connectionOf(settings, choice.accountId, clock) }
}

function connectionOf(settings: FullSettings, accountId: string, clock: Clock): Connection {
  const accountName = settings.accounts.find(({ id }) => id === accountId)?.name
  return makeConnection(settings, { accountId, ...(accountName !== undefined && { accountName }) }, clock)
}

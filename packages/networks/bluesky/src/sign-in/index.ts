import {
  type Call,
  type CallbackParams,
  type CanRevoke,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  type PlatformBase,
  type RawData,
} from '@social/core/platform'

import type { Settings } from '../options.js'
import { askForDetails, cleanHandle } from './app-password-form.js'
import { namedServer } from './named-server.js'
import { deleteSession, finishWithPassword, refreshSession } from './password.js'
import { findAccount } from './resolve-account.js'

/** Methods for sign-in, token refresh and revocation. */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> & CanRevoke

const isProven = ({ connection }: Call): boolean => connection.token.kind === 'DPOP'

/** Returns the server that the form shows: the server of a known handle, or the requested host. */
async function findShownServer(
  { hints, host }: LoginRequest,
  settings: Settings,
  call: LoginCall,
): Promise<string | null> {
  const handle = cleanHandle(hints['handle'])
  if (handle !== '' && !handle.includes('@')) return (await findAccount(handle, settings, call)).host
  return host === null || host === '' ? null : namedServer(host, call).host
}

/**
 * Creates the methods for sign-in. Users sign in with handle and app password or, with the hint
 * `method: 'oauth'`, at the page of their server. The OAuth code is loaded on first use.
 */
export function signingIn(settings: Settings): SignIn {
  return {
    async startLogin(login, call): Promise<LoginStep> {
      if (login.hints['method'] !== 'oauth')
        return askForDetails(login, await findShownServer(login, settings, call))
      const { startOauth } = await import('./oauth-parts.js')
      return startOauth(login, settings, call)
    },
    async finishLogin(
      login: LoginRequest & { readonly remember: RawData },
      callback: CallbackParams,
      call: LoginCall,
    ): Promise<LoginStep> {
      if (login.remember['method'] !== 'oauth')
        return { step: 'FINISHED', connection: await finishWithPassword(login, callback, settings, call) }
      const { finishOauth } = await import('./oauth-parts.js')
      return { step: 'FINISHED', connection: await finishOauth(login, callback, settings, call) }
    },
    async refresh(call) {
      if (!isProven(call)) return refreshSession(call)
      const { refreshOauth } = await import('./oauth-parts.js')
      return refreshOauth(call, settings)
    },
    async revoke(call) {
      if (!isProven(call)) return deleteSession(call)
      const { revokeOauth } = await import('./oauth-parts.js')
      return revokeOauth(call, settings)
    },
    // `rotates` is true, because other servers may refuse a used refresh token. Bluesky's own
    // servers accept it for two more hours.
    renewal: () => ({ beforeSeconds: 120, needsRefreshToken: true, rotates: true }),
  }
}

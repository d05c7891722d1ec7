import { aConnection } from '../../builders/account.js'
import type { LoginRequest, LoginStep, Platform } from '@social/core/platform'
import { Token } from '@social/core/platform'

import { sample } from './sample-platform.js'
import { doing, type WrongPlatform } from './wrong.js'

const SAID = 'sends the state and the redirect URI'
const HIDDEN = 'puts no secret into the authorization URL'
const HINTS = 'reads only the listed hints'
const NEWEST = 'keeps the newest refresh token'

/** Returns hooks for the sample platform with a changed authorization URL. */
function sendingTo(change: (url: URL, login: LoginRequest, verifier: string) => void) {
  const startLogin: Platform['startLogin'] = async (login, call) => {
    const step: LoginStep = await sample.startLogin(login, call)
    if (step.step !== 'SEND_TO_NETWORK') return step
    const url = new URL(step.url)
    change(url, login, String(step.remember['verifier']))
    return { ...step, url: url.href }
  }
  return doing({ startLogin })
}

export const WRONG_PROMISES: readonly WrongPlatform[] = [
  [SAID, sendingTo(({ searchParams }) => searchParams.delete('state')), 'does not send the state'],
  [
    SAID,
    sendingTo(({ searchParams }) => searchParams.set('redirect_uri', 'https://app.example/callback')),
    'startLogin() ignores login.redirectUri',
  ],
  [
    HIDDEN,
    sendingTo(({ searchParams }, { app }) => searchParams.set('secret', app?.clientSecret ?? '')),
    "puts the app's secret into the address",
  ],
  [
    HIDDEN,
    sendingTo(({ searchParams }, _login, verifier) => searchParams.set('verifier', verifier)),
    'the verifier of PKCE is a secret',
  ],
  [HINTS, doing({ loginHints: ['lang'] }), 'lists the hint "lang", but startLogin() does not read it'],
  [
    HINTS,
    sendingTo(({ searchParams }, { hints }) => searchParams.set('lang', hints['lang'] ?? 'en')),
    'reads the hint "lang", which is not in loginHints',
  ],
  [
    'generates a new PKCE verifier for every sign-in',
    sendingTo(({ searchParams }) => searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')),
    'the same code_challenge for two sign-ins',
  ],
  [
    'ends a sign-in with a connection of this platform',
    doing({
      async finishLogin(login, callback, call) {
        await sample.finishLogin(login, callback, call)
        return { step: 'FINISHED', connection: aConnection({ platform: 'samples' }) }
      },
    }),
    'ends with a connection of "samples", and this is "sample"',
  ],
  [
    'keeps the scopes if a renewal returns none',
    doing({
      async refresh(call) {
        return { token: await sample.refresh(call), scopes: [] }
      },
    }),
    'takes all scopes away',
  ],
  [
    NEWEST,
    doing({
      async refresh(call) {
        const { accessToken } = await sample.refresh(call)
        return new Token({ accessToken, refreshToken: call.connection.token.refreshToken })
      },
    }),
    'drops the refresh token that came with the new access token',
  ],
  [
    NEWEST,
    doing({
      async refresh({ connection }) {
        return new Token({ accessToken: 'next', refreshToken: connection.token.refreshToken })
      },
    }),
    'refresh() returns the old refresh token',
  ],
  [
    NEWEST,
    doing({
      renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: false }),
      async refresh(call) {
        const { accessToken, refreshToken } = await sample.refresh(call)
        const isNew = refreshToken !== call.connection.token.refreshToken
        return new Token({ accessToken, refreshToken: isNew ? refreshToken : null })
      },
    }),
    'loses the refresh token when the reply has none',
  ],
]

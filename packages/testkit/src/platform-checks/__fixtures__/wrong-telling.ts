import { AuthError, SignatureError } from '@social/core/platform'

import { nothing, sample } from './sample-platform.js'
import { doing, type WrongPlatform } from './wrong.js'

const REVEALED = 'reveals no secret that a network quotes'

export const WRONG_TELLING: readonly WrongPlatform[] = [
  [
    REVEALED,
    doing({
      async refresh(call) {
        const { refreshToken } = call.connection.token
        return sample.refresh(call).catch((error: unknown) => {
          throw new AuthError(`sample refused ${refreshToken}.`, { platform: 'sample', cause: error })
        })
      },
    }),
    'refresh(), answered with a refusal of OAuth that quotes what was sent, reveals the refresh token',
  ],
  [
    REVEALED,
    doing({
      async deletePost(postId, call) {
        call.warn(`Deleting with ${call.connection.token.accessToken}`)
        await sample.deletePost(postId, call)
      },
    }),
    'An event of deletePost(), answered with a refusal in an object that quotes what was sent, reveals the access token',
  ],
  [
    REVEALED,
    {
      ...doing({
        async finishLogin(login, callback, call) {
          const path = `https://api.sample.example/v1/apps/${login.app?.clientSecret}`
          if (callback['state'] === login.state && typeof callback['code'] === 'string')
            await call.http.get(path, nothing, { auth: 'none' }).catch(() => {
              throw new AuthError('sample refused the app.', { platform: 'sample' })
            })
          return sample.finishLogin(login, callback, call)
        },
      }),
      secretInAddress: ['GET /v1/apps/fake-client-secret'],
    },
    "An event of signing in, answered with a refusal of OAuth that quotes what was sent, reveals the app's secret",
  ],
  [
    'shows a browser no secret that a network quotes',
    doing({
      async finishLogin(login, callback, call) {
        return sample.finishLogin(login, callback, call).catch((error: unknown) => {
          if (callback['state'] !== login.state) throw error
          const userText = { en: `sample refused ${callback['code']}.` }
          throw new AuthError('sample refused the code.', { platform: 'sample', reason: 'CODE', userText })
        })
      },
    }),
    'The JSON of a sign-in that was answered with a refusal of OAuth reveals the code',
  ],
  [
    'reveals no secret of a pushed request',
    doing({
      checkSignature: (_body, _headers, { secret }) => {
        throw new SignatureError(`It was not signed with ${JSON.stringify(secret)}.`, { platform: 'sample' })
      },
    }),
    'checkSignature() reveals the secret of webhooks',
  ],
]

import { checkPost, definePlatform, makeLimits, makePostResult } from '@social/core/platform'
import * as v from 'valibot'

const statusReply = v.object({ id: v.string(), url: v.nullish(v.string()), content: v.string() })

const FEATURES = new Set(['POST_TEXT'] as const)
const FINISH = { data: {} }
const LIMITS = makeLimits({ maxTextLength: 500, maxImages: 4 })

/** Creates a network that sends one request per post, so that the benchmark measures only core. */
export function plain(origin: string) {
  return definePlatform({
    name: 'plain',
    displayName: 'Plain',
    developerPortal: null,
    features: ['POST_TEXT'],
    origins: () => [origin],
    apiBase: () => origin,
    authHeaders: ({ token }) => ({ authorization: `Bearer ${token.accessToken}` }),
    readError: () => null,
    renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: false }),
    limits: async () => LIMITS,
    startLogin: () => Promise.reject(new Error('not measured')),
    finishLogin: () => Promise.reject(new Error('not measured')),
    refresh: async (call) => call.connection.token,
    postOptions: v.strictObject({ visibility: v.optional(v.string()) }),
    async publish(post, call) {
      const { text } = post
      checkPost(post, { platform: { name: 'plain', features: FEATURES }, limits: LIMITS })
      const status = await call.http.post('/api/v1/statuses', statusReply, {
        json: { status: text },
        retry: 'never',
        finish: FINISH,
      })
      return makePostResult({ id: status.id, url: status.url ?? null })
    },
  })
}

import { type Call, makePostResult, Token } from '@social/core/platform'
import * as v from 'valibot'

import { sample } from './sample-platform.js'
import { wrong, type WrongPlatform } from './wrong.js'
import { rememberingLimits, updateAt } from './wrong-methods.js'

/** Parses a body as JSON. Returns undefined if the body is not valid JSON. */
function bodyOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return null
  }
}


const pushed = v.fallback(v.object({ by: v.nullable(v.string()) }), { by: null })

export const WRONG_READING: readonly WrongPlatform[] = [
  [
    'accepts the call as last argument of every method, and rejects with errors of the library',
    wrong({
      deletePost: async (call: { http: { delete: (path: string) => void } }, postId: string) =>
        call.http.delete(postId),
    }),
    'deletePost() rejected with TypeError',
  ],
  [
    'accepts the call as last argument of every method, and rejects with errors of the library',
    wrong({ deletePost: () => undefined }),
    'deletePost() must give a promise. Make it async.',
  ],
  [
    'accepts the call as last argument of every method, and rejects with errors of the library',
    wrong({ refresh: () => new Token({ accessToken: 'next', refreshToken: 'another' }) }),
    'refresh() must give a promise. Make it async.',
  ],
  [
    'returns the state of a post by its id',
    wrong({
      checkState: () => {
        throw new Error('at once')
      },
    }),
    'checkState() threw Error: at once synchronously.',
  ],
  [
    'has limits of positive numbers, or null',
    wrong({
      limits: async (call: Call) => ({ ...(await sample.limits(call)), maxTitleLength: 0 }),
    }),
    'limits().maxTitleLength is 0.',
  ],
  [
    'returns the limits of the given account',
    { makePlatform: rememberingLimits },
    'limits() returns limits of another account.',
  ],
  [
    'polls a list of updates, oldest first',
    wrong({ fetchUpdates: async () => ({ items: [] }) }),
    'fetchUpdates() must give a list.',
  ],
  [
    'polls a list of updates, oldest first',
    wrong({ fetchUpdates: async () => [updateAt(2), updateAt(1)] }),
    'fetchUpdates() must give the oldest first.',
  ],
  [
    'refuses a marker that it did not make, and sends nothing',
    wrong({ fetchUpdatesAfter: async () => ({ updates: [], marker: null, more: false }) }),
    'fetchUpdatesAfter() must refuse a marker',
  ],
  [
    'returns http(s) URLs, or null',
    wrong({
      // Deliberate defect: sets the URL without the URL check of `makePostResult`.
      checkState: async (postId: string, { http }: Call) => ({
        ...makePostResult({ id: postId }),
        url: (await http.get(`/posts/${encodeURIComponent(postId)}`, v.object({ url: v.string() }))).url,
      }),
    }),
    'checkState().url is "javascript:alert(1)//https://a.example" where the network sends',
  ],
  [
    'returns http(s) URLs, or null',
    {
      ...wrong({
        readUpdates: (body: Uint8Array) => [
          { ...updateAt(1), actor: { avatarUrl: v.parse(pushed, bodyOf(body)).by } },
        ],
      }),
      makePush: () => ({ body: '{"by":"https://cdn.example/a.png"}' }),
    },
    'readUpdates()[].actor.avatarUrl is "javascript:alert(1)//https://a.example"',
  ],
  [
    'returns http(s) URLs, or null',
    wrong({
      checkState: async (postId: string) => ({
        ...makePostResult({ id: postId }),
        links: [{ kind: 'LINK', target: 'mailto:ada@a.example' }],
      }),
    }),
    'checkState().links[].target is "mailto:ada@a.example". It is an http(s) address or null',
  ],
  [
    'stops listening when the signal fires',
    wrong({ listen: () => new Promise(() => undefined) }),
    'listen() continues after its signal has fired.',
  ],
]

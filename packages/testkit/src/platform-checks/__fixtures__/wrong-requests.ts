import { Agent, get } from 'node:http'

import { makePostResult, makeUpdate } from '@social/core/platform'
import * as v from 'valibot'

import { created, events, nothing, sample } from './sample-platform.js'
import { doing, type WrongPlatform } from './wrong.js'

const NO_SECRET = 'puts no secret into the URL of a request'
const ENCODES = 'encodes ids in URLs'
const OWN_TOKEN = 'sends the token of the account it is called for'
const BY_ITS_CALL = 'sends every request through its call'
const TIME_AND_CHANCE = 'uses the clock and random numbers of its call'

const atWork = v.object({ id: v.string(), status: v.string() })

/** Returns hooks for the sample platform, whose `deletePost` runs `work` before the deletion. */
const deletingAfter = (work: () => unknown) =>
  doing({
    async deletePost(postId, call) {
      await work()
      await sample.deletePost(postId, call)
    },
  })

/** Returns hooks for a platform that sends the token of its first account for every account. */
function firstToken() {
  let first: string | null = null
  return doing({
    async deletePost(postId, { http, connection }) {
      first ??= connection.token.accessToken
      const headers = { authorization: `Bearer ${first}` }
      await http.delete(`/posts/${encodeURIComponent(postId)}`, nothing, { headers })
    },
  })
}

export const WRONG_REQUESTS: readonly WrongPlatform[] = [
  [
    'does not treat an unreadable receipt as proof',
    doing({
      reconcile: async (receipt, call) =>
        Object.hasOwn(receipt.data, 'made') ? { state: 'NOT_PUBLISHED' } : sample.reconcile(receipt, call),
    }),
    'reconcile() makes NOT_PUBLISHED of a receipt',
  ],
  [
    'repeats a read whose response was lost',
    doing({
      async checkState(postId, call) {
        await call.http.post(`/posts/${encodeURIComponent(postId)}/state`, created, {})
        return sample.checkState(postId, call)
      },
    }),
    "checkState() gives up when the answer of POST /v1/posts/7/state is lost",
  ],
  [
    'ends waits when the signal of its call fires',
    doing({
      async deletePost(postId, call) {
        await call.clock.sleep(7)
        await sample.deletePost(postId, call)
      },
    }),
    'deletePost() waits 7 seconds without a signal',
  ],
  [
    'ends waits when the signal of its call fires',
    doing({
      async checkState(postId, { http, clock }) {
        const { id, status } = await http.get(`/posts/${encodeURIComponent(postId)}/state`, atWork)
        if (status === 'IN_PROGRESS') await clock.sleep(9)
        return makePostResult({ id })
      },
    }),
    'checkState() waits 9 seconds without a signal',
  ],
  [
    NO_SECRET,
    doing({
      async checkState(postId, { http, connection }) {
        const query = { access_token: connection.token.accessToken }
        const { id } = await http.get(`/posts/${encodeURIComponent(postId)}`, created, { query })
        return { ...(await sample.checkState(id, { http } as never)) } // safe cast: `checkState` of the sample platform only uses the `http` of the call
      },
    }),
    'checkState() puts a secret into the address of GET /v1/posts/7',
  ],
  [
    NO_SECRET,
    doing({
      async finishLogin(login, callback, call) {
        const step = await sample.finishLogin(login, callback, call)
        const query = { client_secret: login.app?.clientSecret ?? '' }
        await call.http.get('https://api.sample.example/v1/verify', nothing, { query, auth: 'none' })
        return step
      },
    }),
    'signing in puts a secret into the address of GET /v1/verify',
  ],
  [
    NO_SECRET,
    doing({
      async finishLogin(login, callback, call) {
        const step = await sample.finishLogin(login, callback, call)
        if (step.step !== 'FINISHED') return step
        const { accessToken } = step.connection.token
        await call.http.get(`https://api.sample.example/v1/me/${accessToken}`, nothing, {
          auth: 'none',
          secrets: [accessToken],
        })
        return step
      },
    }),
    'signing in puts a secret into the address of GET /v1/me/made-up-access_token',
  ],
  [
    ENCODES,
    doing({
      async deletePost(postId, { http }) {
        await http.delete(`/posts/${postId}`, nothing)
      },
    }),
    'deletePost() puts an id into an address as it is: DELETE https://api.sample.example/v1/posts/7/a?b=c',
  ],
  [
    ENCODES,
    doing({
      async checkState(postId, call) {
        await call.http.get(`/states?id=${postId}`, nothing)
        return sample.checkState(postId, call)
      },
    }),
    'checkState() puts an id into an address as it is',
  ],
  [OWN_TOKEN, { makePlatform: () => firstToken().makePlatform() }, 'deletePost() sends the token of another account'],
  [BY_ITS_CALL, deletingAfter(() => fetch('https://api.sample.example/').catch(() => null)), 'deletePost() uses the global fetch'],
  [
    BY_ITS_CALL,
    deletingAfter(() => {
      const request = get({ host: '127.0.0.1', port: 9, agent: new Agent({ keepAlive: false }) })
      request.on('error', () => {})
      request.destroy()
    }),
    'deletePost() uses a socket',
  ],
  [
    TIME_AND_CHANCE,
    deletingAfter(() => new Promise((resolve) => setTimeout(resolve, 1))),
    'Wait with call.clock.sleep(seconds, { signal }).',
  ],
  [TIME_AND_CHANCE, deletingAfter(() => new Date()), 'deletePost() uses the wall clock'],
  [TIME_AND_CHANCE, deletingAfter(() => Date.now()), 'deletePost() uses the wall clock'],
  [TIME_AND_CHANCE, deletingAfter(() => Math.random()), 'deletePost() uses Math.random'],
  [
    TIME_AND_CHANCE,
    deletingAfter(() => crypto.randomUUID()),
    'deletePost() uses crypto.randomUUID',
  ],
]

const SAME_ID = 'returns the same id for an update in every poll'
const OWN_ID = 'returns a separate id for every update'

/** Returns hooks for the sample platform, with `idOf` as the function that creates update ids. */
const naming = (idOf: (event: { readonly id: string; readonly at: string }, now: Date, random: number) => string) =>
  doing({
    async fetchUpdates(_since, { http, connection, clock, random }) {
      const list = await http.get('/events', events)
      return list.map((event) =>
        makeUpdate({
          id: idOf(event, clock.now(), random.fraction()),
          kind: 'MENTION',
          platform: 'sample',
          connectionId: connection.id,
          timestamp: event.at,
        }),
      )
    },
  })

export const WRONG_ANSWERS: readonly WrongPlatform[] = [
  [
    'reports a failed delete or like',
    doing({
      async deletePost(postId, call) {
        await sample.deletePost(postId, call).catch(() => {})
      },
    }),
    'deletePost() succeeded, although DELETE /v1/posts/7 was answered with 403',
  ],
  [
    'reports a failed delete or like',
    doing({
      async like(postId, { http }) {
        await http.request('PUT', `/posts/${encodeURIComponent(postId)}/like`, null, { accept: [500] })
        return { postId, likeId: null, raw: {} }
      },
    }),
    'like() succeeded, although PUT /v1/posts/7/like was answered with 500',
  ],
  [SAME_ID, naming(({ id }, now) => `${id}-${now.getTime()}`), 'fetchUpdates() returns other ids for the same updates five hours later'],
  [SAME_ID, naming(({ id }, _now, random) => `${id}-${random}`), 'They would be delivered twice.'],
  [OWN_ID, naming(({ at }) => at), 'the same id for two updates of the same time, "2023-12-31T23:00:00Z"'],
  [
    'reads any pushed body, or refuses it with an error of the library',
    doing({
      readUpdates: (body) =>
        (JSON.parse(Buffer.from(body).toString()) as { entry: string[] }).entry.map(() => sample as never), // wrong
    }),
    'readUpdates() threw SyntaxError',
  ],
  [
    'reads any pushed body, or refuses it with an error of the library',
    {
      ...doing({
        readUpdates: (body) => {
          const { happened } = readJson(body)
          if (Array.isArray(happened)) for (const { who } of happened) who.id.trim()
          return []
        },
      }),
      makePush: () => ({ body: '{"happened":[{"who":{"id":"7"}}]}' }),
    },
    'readUpdates() threw TypeError',
  ],
]

/** Parses JSON without validating its fields. Returns an empty object for invalid JSON. */
function readJson(body: Uint8Array): { readonly happened?: { readonly who: { readonly id: string } }[] } {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString())
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

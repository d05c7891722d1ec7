import { answerHubChallenge, AppCredentials, AuthError, authorizeUrl, type Call, checkPost, clientFields, ConfigError, Connection, definePlatform, makeLimits, makePkce, makePostResult, makeUpdate, assertApp, type Platform, readCallback, readVerifier, tokenReplySchema, toToken, verifyHmacSha256 } from '@social/core/platform'
import * as v from 'valibot'

import { RecordingTransport } from '../../index.js'

const instance = v.object({ max_characters: v.number(), max_pictures: v.number() })
export const created = v.object({ id: v.string() })
export const events = v.array(v.object({ id: v.string(), at: v.string() }))
export const person = v.object({ id: v.string(), name: v.string() })
export const nothing = v.unknown()
const APP = { platform: 'sample', advice: 'Make one in the console.' }
const TOKEN_URL = 'https://api.sample.example/v1/token'

async function limits({ http }: Call) {
  const { max_characters: maxTextLength, max_pictures: maxImages } = await http.get('/limits', instance)
  return makeLimits({ maxTextLength, maxImages, maxVideos: 1 })
}

const at = (path: string, id: string): string => `/${path}/${encodeURIComponent(id)}`

/**
 * A small correct platform that passes all checks. Each defective test platform is a copy of this
 * platform with one change.
 */
export const sample = definePlatform({
  name: 'sample',
  displayName: 'Sample',
  developerPortal: 'https://sample.example/developers',
  features: [
    'POST_TEXT',
    'POST_IMAGE',
    'REPLY',
    'CREATE_APP',
    'DELETE_POST',
    'POST_THREAD',
    'LIKE',
    'READ_UPDATES_AFTER',
    'LISTEN',
    'PUSH_UPDATES',
  ],
  postOptions: v.strictObject({ altLanguage: v.optional(v.string()), title: v.optional(v.string()) }),
  apiBase: () => 'https://api.sample.example/v1',
  origins: () => ['https://api.sample.example'],
  authHeaders: ({ token }) => ({ authorization: `Bearer ${token.accessToken}` }),
  readError: () => null,
  renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: true }),
  limits,
  async startLogin(login, { random }) {
    const { verifier, challenge } = makePkce(random)
    const url = authorizeUrl('https://sample.example/authorize', {
      client_id: assertApp(login.app, APP).clientId,
      redirect_uri: login.redirectUri,
      state: login.state,
      code_challenge: challenge,
    })
    return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: { verifier } }
  },
  async finishLogin(login, callback, { http, clock }) {
    const { code } = readCallback(callback, { platform: 'sample', state: login.state })
    const form = {
      code,
      code_verifier: readVerifier(login.remember, 'sample'),
      ...clientFields(assertApp(login.app, APP)),
    }
    const token = toToken(await http.post(TOKEN_URL, tokenReplySchema, { form, auth: 'none' }), {
      now: clock.now(),
    })
    const headers = { authorization: `Bearer ${token.accessToken}` }
    const { id, name } = await http.get('https://api.sample.example/v1/me', person, { headers, auth: 'none' })
    return {
      step: 'FINISHED',
      connection: new Connection({ platform: 'sample', accountId: id, accountName: name, token }),
    }
  },
  async resumeLogin() {
    throw new AuthError('The resume token is not one of sample. Start again.', { platform: 'sample' })
  },
  async refresh({ http, clock, connection: { token: previous } }) {
    const form = { refresh_token: previous.refreshToken }
    return toToken(await http.post(TOKEN_URL, tokenReplySchema, { form, auth: 'none' }), {
      now: clock.now(),
      previous,
    })
  },
  async createApp(request) {
    return new AppCredentials({ platform: 'sample', clientId: request.name, clientSecret: 's' })
  },
  async publish(post, call) {
    checkPost(post, { platform: sample, limits: await limits(call) })
    const { text, replyTo } = post
    const { id } = await call.http.post('/posts', created, { json: { text, replyTo }, finish: { data: {} } })
    return makePostResult({ id })
  },
  async checkThreadPart(post, _part, call) {
    checkPost(post, { platform: sample, limits: await limits(call) })
  },
  async reconcile() {
    return { state: 'UNKNOWN' }
  },
  async deletePost(postId, { http }) {
    await http.delete(at('posts', postId), nothing)
  },
  async like(postId, { http }) {
    await http.put(`${at('posts', postId)}/like`, nothing)
    return { postId, likeId: null, raw: {} }
  },
  async unlike(postId, _options, { http }) {
    await http.delete(`${at('posts', postId)}/like`, nothing)
  },
  async checkState(postId, { http }) {
    return makePostResult({ id: (await http.get(at('posts', postId), created)).id })
  },
  async fetchUpdates(_since, { http, connection }) {
    const list = await http.get('/events', events)
    return list.map((event) =>
      makeUpdate({
        id: event.id,
        kind: 'MENTION',
        platform: 'sample',
        connectionId: connection.id,
        timestamp: event.at,
      }),
    )
  },
  async fetchUpdatesAfter(marker) {
    if (marker !== null) throw new ConfigError('The marker is not one of sample. Pass null.', { platform: 'sample' })
    return { updates: [], marker: null, more: false }
  },
  async listen(listener, { http }) {
    await http.request('GET', '/stream', null, {
      retry: 'never',
      replyAs: 'bytes',
      reader: { opened: () => listener.opened(), take: () => undefined },
    })
  },
  checkSignature: (body, headers, { secret }) => verifyHmacSha256(body, headers, { secret }),
  readUpdates: () => [],
  answerSetupCheck: (params, options) => answerHubChallenge(params, options),
  async markSeen() {
    throw new ConfigError('The marker is not one of sample. Pass null.', { platform: 'sample' })
  },
})

/** Returns the sample platform with some members replaced. */
export const sampleWith = (changes: Partial<Platform>): Platform => ({ ...sample, ...changes })

/** Returns a transport with the replies of the sample platform's network. */
export const sampleTransport = (): RecordingTransport =>
  new RecordingTransport({
    'GET /v1/limits': { max_characters: 50, max_pictures: 2 },
    'GET /v1/events': [
      { id: '1', at: '2024-01-01T00:00:00Z' },
      { id: '2', at: '2024-01-02T00:00:00Z' },
    ],
    'POST /v1/posts': { id: '7' },
  })

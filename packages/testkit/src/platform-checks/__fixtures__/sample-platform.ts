import {
  answerHubChallenge,
  AppCredentials,
  AuthError,
  type Call,
  checkPost,
  ConfigError,
  definePlatform,
  type LoginStep,
  makeLimits,
  makePostResult,
  makeUpdate,
  Token,
  verifyHmacSha256,
} from '@social/core/platform'
import * as v from 'valibot'

import { RecordingTransport } from '../../index.js'

const instance = v.object({ max_characters: v.number(), max_pictures: v.number() })
const created = v.object({ id: v.string() })
const events = v.array(v.object({ id: v.string(), at: v.string() }))
const nothing = v.unknown()

async function limits({ http }: Call) {
  const { max_characters: maxTextLength, max_pictures: maxImages } = await http.get('/limits', instance)
  return makeLimits({ maxTextLength, maxImages, maxVideos: 1 })
}

function connected(): LoginStep {
  throw new AuthError('The code is wrong. Start again.', { platform: 'sample' })
}

/** A small network that keeps the contract in every point. Each wrong one is made of it by one change. */
export const sample = definePlatform({
  name: 'sample',
  displayName: 'Sample',
  developerPortal: 'https://sample.example/developers',
  features: ['POST_TEXT', 'POST_IMAGE', 'CREATE_APP', 'NEEDS_NO_APP', 'DELETE_POST', 'READ_UPDATES_AFTER', 'PUSH_UPDATES'],
  postOptions: v.strictObject({ altLanguage: v.optional(v.string()), title: v.optional(v.string()) }),
  apiBase: () => 'https://api.sample.example/v1',
  origins: () => ['https://api.sample.example'],
  authHeaders: ({ token }) => ({ authorization: `Bearer ${token.accessToken}` }),
  readError: () => null,
  renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: true }),
  limits,
  async startLogin(login) {
    const fields = [{ name: 'handle', label: 'Your handle', secret: false, helpText: null }]
    return { step: 'ASK_FOR_DETAILS', fields, helpUrl: null, state: login.state, remember: {} }
  },
  async finishLogin() {
    return connected()
  },
  async resumeLogin() {
    return connected()
  },
  async refresh() {
    return new Token({ accessToken: 'next' })
  },
  async createApp(request) {
    return new AppCredentials({ platform: 'sample', clientId: request.name, clientSecret: 's' })
  },
  async publish(post, call) {
    checkPost(post, { platform: sample, limits: await limits(call) })
    const { id } = await call.http.post('/posts', created, { json: { text: post.text }, finish: { data: {} } })
    return makePostResult({ id })
  },
  async deletePost(postId, { http }) {
    await http.delete(`/posts/${postId}`, nothing)
  },
  async checkState(postId, { http }) {
    return makePostResult({ id: (await http.get(`/posts/${postId}`, created)).id })
  },
  async fetchUpdates(_since, { http, connection }) {
    const list = await http.get('/events', events)
    return list.map(({ id, at }) =>
      makeUpdate({ id, kind: 'MENTION', platform: 'sample', connectionId: connection.id, timestamp: at }),
    )
  },
  async fetchUpdatesAfter(marker) {
    if (marker !== null) throw new ConfigError('This is no marker of sample. Pass null.', { platform: 'sample' })
    return { updates: [], marker: null, more: false }
  },
  checkSignature: (body, headers, { secret }) => verifyHmacSha256(body, headers, { secret }),
  readUpdates: () => [],
  answerSetupCheck: (params, options) => answerHubChallenge(params, options),
  async markSeen() {
    throw new ConfigError('This is no marker of sample. Pass null.', { platform: 'sample' })
  },
})

/** What the sample's network answers. */
export const sampleTransport = (): RecordingTransport =>
  new RecordingTransport({
    'GET /v1/limits': { max_characters: 50, max_pictures: 2 },
    'GET /v1/events': [
      { id: '1', at: '2024-01-01T00:00:00Z' },
      { id: '2', at: '2024-01-02T00:00:00Z' },
    ],
    'POST /v1/posts': { id: '7' },
  })

import { checkPost, makePostResult, type Platform, type PublishCall } from '@social/core/platform'

import { created, nothing, sample } from './sample-platform.js'
import { doing, type WrongPlatform } from './wrong.js'

const MARKED = 'marks the visible request of everything it publishes'
const WRITTEN = 'saves steps that must not be repeated before the visible request'
const NO_WRITE_AFTER = 'sends no write after the visible request'

/** Returns hooks for the sample platform, with `send` as the function that sends a valid post. */
function sending(send: (text: string, call: PublishCall, replyTo: string | null) => Promise<string>) {
  const publish: NonNullable<Platform['publish']> = async ({ text, replyTo, ...post }, call) => {
    checkPost({ text, replyTo, ...post }, { platform: sample, limits: await sample.limits(call) })
    return makePostResult({ id: await send(text, call, replyTo) })
  }
  return doing({ publish })
}

const finish = { data: {} }
const LOST = 'sends nothing twice and reports an unknown outcome after a lost response to the visible request'

export const WRONG_PUBLISHING: readonly WrongPlatform[] = [
  [
    MARKED,
    sending(async (text, { http }, replyTo) => (await http.post('/posts', created, { json: { text, replyTo } })).id),
    'publish() returned a result, and marked no request as the visible one',
  ],
  [
    MARKED,
    doing({
      async replyToUpdate(update, text, { http }) {
        await http.post(`/posts/${encodeURIComponent(update.id)}/replies`, nothing, { json: { text } })
      },
    }),
    'replyToUpdate() returned a result, and marked no request',
  ],
  [
    WRITTEN,
    sending(async (text, { http }, replyTo) => {
      const draft = await http.post('/drafts', created, { json: { text, replyTo } })
      return (await http.post('/posts', created, { json: { draft: draft.id }, finish })).id
    }),
    'wrote nothing down before the visible one. It asked: GET /v1/limits, POST /v1/drafts, POST /v1/posts.',
  ],
  [
    WRITTEN,
    sending(async (text, call, replyTo) => {
      await call.checkpoint({ step: 'PREPARE', data: {} })
      // Deliberate defect: `POST /posts` creates the post, but only the next request is marked with
      // `finish`.
      const { id } = await call.http.post('/posts', created, { json: { text, replyTo } })
      await call.http.post('/posts/publish', nothing, { json: { id }, finish })
      return id
    }),
    'wrote nothing down before the visible one.',
  ],
  [
    NO_WRITE_AFTER,
    sending(async (text, { http }, replyTo) => {
      const { id } = await http.post('/posts', created, { json: { text, replyTo }, finish })
      await http.post('/tags', nothing, { json: { id } })
      return id
    }),
    'It sent another write after the visible request. It asked: GET /v1/limits, POST /v1/posts, POST /v1/tags.',
  ],
  [
    'sends the id of the post that is replied to',
    sending(async (text, { http }) => (await http.post('/posts', created, { json: { text }, finish })).id),
    'publish() of an answer sent the same as without it',
  ],
  [
    'sends a second post like the first one',
    {
      makePlatform: () => {
        const pictures: string[] = []
        return sending(async (text, call, replyTo) => {
          pictures.push(text)
          return (await call.http.post('/posts', created, { json: { text, replyTo, pictures }, finish })).id
        }).makePlatform()
      },
    },
    'publish() sends something else the second time',
  ],
  [
    LOST,
    doing({
      async reconcile({ data }, { http }) {
        // The sample platform saves no receipt data, so another platform version wrote a receipt
        // with data.
        if (Object.keys(data).length > 0) return { state: 'UNKNOWN' }
        await http.get('/posts', nothing).catch(() => {})
        return { state: 'NOT_PUBLISHED' }
      },
    }),
    'publish(), whose visible request got no response, and every later request is cut, ends with NetworkError',
  ],
  [
    LOST,
    sending(async (text, { http }, replyTo) => {
      const send = () => http.post('/posts', created, { json: { text, replyTo }, finish })
      return (await send().catch(send)).id
    }),
    'is sent again: there may be two posts.',
  ],
  [
    LOST,
    sending(async (text, { http }, replyTo) => {
      const json = { text, replyTo }
      return (await http.post('/posts', created, { json, finish, retry: 'always' })).id
    }),
    'is sent again: there may be two posts.',
  ],
  [
    LOST,
    sending(async (text, { http, clock, random }, replyTo) => {
      const repeatableUntil = new Date(clock.now().getTime() + 7_200_000)
      const headers = { 'idempotency-key': String(random.fraction()) }
      const options = { json: { text, replyTo }, headers, finish: { data: {}, repeatableUntil } }
      return (await http.post('/posts', created, options)).id
    }),
    'is repeated with another idempotency-key',
  ],
  [
    'sends the publish time',
    doing({
      features: new Set([...sample.features, 'SCHEDULE' as const]),
      publish: async (post, call) => sample.publish({ ...post, publishAt: null }, call),
    }),
    'publish() at a set time sent the same as without it',
  ],
]

import { PostGoneError } from '@social/core/platform'
import { aCall, type CallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import context from './__fixtures__/context.arriving.json' with { type: 'json' }
import posted from './__fixtures__/statuses.posted.json' with { type: 'json' }
import ada from './__fixtures__/verify-credentials.ok.json' with { type: 'json' }
import { mastodon } from './platform.js'

const ID = '115500000000000001'
const STATUS = `GET /api/v1/statuses/${ID}`
const CONTEXT = `${STATUS}/context`
const ALL = { depth: null, limit: null }

const callOf = (replies: CallSettings['replies'] = {}) =>
  aCall({
    platform: mastodon(),
    connection: anAccount(),
    replies: { [STATUS]: posted, [CONTEXT]: context, ...replies },
  })

describe('reading a post', () => {
  // Holds R-0266.
  it('needs one request', async () => {
    const call = callOf()

    const post = await mastodon().readPost(ID, call)

    expect(call.transport.paths).toEqual([STATUS])
    expect(post).toMatchObject({ id: ID, text: 'Hello ✨', isMine: true, visibility: 'UNLISTED' })
  })

  it('fails with PostGoneError when it was deleted', async () => {
    const call = callOf({ [STATUS]: { status: 404, body: { error: 'Record not found' } } })

    await expect(mastodon().readPost(ID, call)).rejects.toThrow(PostGoneError)
  })

  it('encodes any id in the path', async () => {
    const call = callOf({ 'GET /api/v1/statuses/a%2Fb%3F': posted })

    await mastodon().readPost('a/b?', call)

    expect(call.transport.requests[0]?.url).toBe('https://social.example/api/v1/statuses/a%2Fb%3F')
  })
})

describe('reading a thread', () => {
  // Holds R-0267.
  it('needs two requests', async () => {
    const call = callOf()

    const thread = await mastodon().readThread(ID, ALL, call)

    expect(call.transport.paths).toEqual([STATUS, CONTEXT])
    expect(thread.post.id).toBe(ID)
    expect(thread.replies).toMatchObject([{ id: '115500000000000009', parentId: ID, rootId: ID, text: 'hi' }])
    expect(thread.complete).toBe(true)
  })

  it('determines the root of a reply from its ancestors', async () => {
    const root = { ...posted, id: '1' }
    const call = callOf({
      [CONTEXT]: { ancestors: [root, { ...posted, id: '2' }], descendants: context.descendants },
    })

    const thread = await mastodon().readThread(ID, ALL, call)

    expect(thread.post.rootId).toBe('1')
    expect(thread.replies[0]?.rootId).toBe('1')
  })

  it('is incomplete while replies are arriving', async () => {
    const headers = { 'Mastodon-Async-Refresh': 'id="ImNv--c5", retry=3, result_count=2' }
    const call = callOf({ [CONTEXT]: { status: 200, headers, body: context } })

    expect((await mastodon().readThread(ID, ALL, call)).complete).toBe(false)
  })

  it('is limited by depth and number', async () => {
    const below = { ...context.descendants[0], id: '10', in_reply_to_id: '115500000000000009' }
    const call = callOf({ [CONTEXT]: { ancestors: [], descendants: [...context.descendants, below] } })

    expect((await mastodon().readThread(ID, { depth: 1, limit: null }, call)).replies).toHaveLength(1)
    expect((await mastodon().readThread(ID, { depth: null, limit: 1 }, call)).complete).toBe(false)
  })
})

// Holds R-0287.
it('reads the statistics of a post with one request', async () => {
  const call = callOf({ [STATUS]: { ...posted, replies_count: 3, favourites_count: 2, reblogs_count: 1 } })

  const stats = await mastodon().readStats(ID, call)

  expect(call.transport.paths).toEqual([STATUS])
  expect(stats).toMatchObject({ id: ID, comments: 3, likes: 2, shares: 1 })
})

// Holds R-0100.
it('reads the profile with one request', async () => {
  const call = callOf({ 'GET /api/v1/accounts/verify_credentials': ada })

  expect(await mastodon().readProfile(call)).toEqual({ name: '@ada@social.example', avatarUrl: ada.avatar })
  expect(call.transport.paths).toEqual(['GET /api/v1/accounts/verify_credentials'])
})

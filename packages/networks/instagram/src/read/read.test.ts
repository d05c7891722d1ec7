import { aCall, type Replies } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { instagram } from '../platform.js'

const platform = instagram()
const connection = anAccount()
const asking = (replies: Replies) => aCall({ platform, connection, replies })
const AT = '2026-11-22T12:00:00+0000'

describe('the comments of a media', () => {
  const comments = {
    data: [
      {
        id: '2',
        text: 'Nice',
        timestamp: '2026-11-22T12:00:02+0000',
        from: { id: 77, username: 'bo' },
        media: { id: '7', media_product_type: 'FEED' },
        replies: {
          data: [
            { id: '3', text: 'Thanks', timestamp: '2026-11-22T12:00:03+0000', from: { id: '42' } },
            { id: '4', timestamp: '2026-11-22T12:00:04+0000', parent_id: '9' },
            null,
          ],
        },
      },
      { id: '1', timestamp: '2026-11-22T12:00:01+0000', from: { username: 'cleo' } },
      { id: '5', timestamp: 'soon' },
    ],
  }
  const read = async (wholeConversation: boolean) => {
    const call = asking({ 'GET /v26.0/7/comments': comments })
    return { call, updates: await platform.readReplies('7', { wholeConversation }, call) }
  }

  it('are requested fifty at a time, with their replies', async () => {
    const { call } = await read(true)
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      {
        fields:
          'id,text,timestamp,from{id,username},parent_id,media{id,media_product_type},replies{id,text,timestamp,from{id,username},parent_id}',
        limit: '50',
      },
    ])
  })

  it('are sorted oldest first, in the pushed shape', async () => {
    const { updates } = await read(true)
    expect(updates.map(({ postId, raw }) => [postId, raw])).toEqual([
      ['1', { id: '1', from: { username: 'cleo' }, media: { id: '7' } }],
      [
        '2',
        {
          id: '2',
          from: { id: '77', username: 'bo' },
          media: { id: '7', media_product_type: 'FEED' },
          text: 'Nice',
        },
      ],
      [
        '3',
        {
          id: '3',
          from: { id: '42' },
          media: { id: '7', media_product_type: 'FEED' },
          parent_id: '2',
          text: 'Thanks',
        },
      ],
      ['4', { id: '4', media: { id: '7', media_product_type: 'FEED' }, parent_id: '9' }],
    ])
    expect(updates[1]).toMatchObject({
      id: `instagram:${connection.accountId}:comments:2`,
      kind: 'COMMENT_CREATED',
      platform: 'instagram',
      connectionId: connection.id,
      aboutPostId: '7',
      threadRootId: '7',
      actor: { id: '77', handle: 'bo', url: 'https://www.instagram.com/bo' },
    })
  })

  it('exclude replies unless they are requested', async () => {
    expect((await read(false)).updates.map(({ postId }) => postId)).toEqual(['1', '2'])
  })
})

// Holds R-0106.
it('reads name and picture, and uses the name of the sign-in if it is missing', async () => {
  const key = `GET /v26.0/${connection.accountId}`
  const call = asking({ [key]: { username: 'ada', profile_picture_url: 'https://scontent.example/a.jpg' } })
  expect(await platform.readProfile(call)).toEqual({
    name: 'ada',
    avatarUrl: 'https://scontent.example/a.jpg',
  })
  expect(call.transport.requests[0]?.query).toEqual({ fields: 'username,profile_picture_url' })
  expect(await platform.readProfile(asking({ [key]: {} }))).toEqual({
    name: connection.accountName,
    avatarUrl: null,
  })
})

it('reads likes and comments, each null if missing', async () => {
  const call = asking({ 'GET /v26.0/7': { id: '7', like_count: 3, comments_count: 0 } })
  expect(await platform.readStats('7', call)).toMatchObject({
    id: '7',
    likes: 3,
    comments: 0,
    raw: { id: '7' },
  })
  expect(call.transport.requests[0]?.query).toEqual({ fields: 'id,like_count,comments_count' })
  const none = asking({ 'GET /v26.0/7': { id: '7', like_count: -1 } })
  expect(await platform.readStats('7', none)).toMatchObject({ likes: null, comments: null, shares: null })
})

const media = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ id })) })

const one = (id: string) => ({ data: [{ id, timestamp: AT }] })

describe('a poll', () => {
  const LIST = `GET /v26.0/${connection.accountId}/media`
  it('reads the latest media up to the configured number', async () => {
    const recent = instagram({ recentPosts: 2 })
    const replies = {
      [LIST]: media('7', '8', '9'),
      'GET /v26.0/7/comments': one('1'),
      'GET /v26.0/8/comments': {},
    }
    const call = aCall({ platform: recent, connection, replies })
    expect((await recent.fetchUpdates(null, call)).map(({ postId }) => postId)).toEqual(['1'])
    expect(call.transport.requests[0]?.query).toEqual({ fields: 'id', limit: '2' })
    expect(call.transport.paths).toEqual([LIST, 'GET /v26.0/7/comments', 'GET /v26.0/8/comments'])
  })

  it('continues without a deleted media, and fails when comments are refused', async () => {
    const gone = { status: 400, body: { error: { code: 100, error_subcode: 33, message: 'No' } } }
    const outage = { status: 500, body: '' }
    const replies = { [LIST]: media('7', '8'), 'GET /v26.0/8/comments': one('1') }
    const call = asking({ ...replies, 'GET /v26.0/7/comments': gone })
    expect(await platform.fetchUpdates(null, call)).toHaveLength(1)
    await expect(
      platform.fetchUpdates(null, asking({ ...replies, 'GET /v26.0/7/comments': outage })),
    ).rejects.toThrow('instagram')
  })

  it('returns comments newer than the time', async () => {
    const replies = { [LIST]: media('7'), 'GET /v26.0/7/comments': one('1') }
    expect(await platform.fetchUpdates(new Date(AT), asking(replies))).toEqual([])
    expect(await platform.fetchUpdates(new Date(Date.parse(AT) - 1), asking(replies))).toHaveLength(1)
  })
})

describe('webhook fields of a subscription', () => {
  const KEY = `POST /v26.0/${connection.accountId}/subscribed_apps`

  it.each([
    [null, 'comments,live_comments'],
    [['messages', 'standby'], 'messages,standby'],
  ])('for %j are %s, again after an outage', async (kinds, fields) => {
    let tries = 0
    const reply = () => ((tries += 1) === 1 ? { status: 503, body: '' } : { success: true })
    const call = asking({ [KEY]: reply })
    await platform.startUpdates({ kinds }, call)
    expect(call.transport.requests.map(({ form }) => form)).toEqual([
      { subscribed_fields: fields },
      { subscribed_fields: fields },
    ])
  })

  it.each([
    [[], 'instagram does not push "".'],
    [['comments', 'x'.repeat(99)], `instagram does not push "${'x'.repeat(80)}".`],
  ])('are not %j, which is refused with the valid ones', async (kinds, expected) => {
    const call = asking({})
    const starting = platform.startUpdates({ kinds }, call)
    await expect(starting).rejects.toThrow(expected)
    await expect(starting).rejects.toThrow(
      /takes some of: comments, live_comments, mentions, .*call stopUpdates/,
    )
    await expect(starting).rejects.toMatchObject({ platform: 'instagram' })
    expect(call.transport.requests).toEqual([])
  })
})

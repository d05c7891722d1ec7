import { aCall, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount, OPEN_ID } from './__fixtures__/an-account.js'
import { tiktokBusiness } from './platform.js'

const VIDEOS = 'GET /open_api/v1.3/business/video/list/'
const COMMENTS = 'GET /open_api/v1.3/business/comment/list/'

const page = (data: object) => ({ code: 0, message: 'OK', data })
const videos = (...ids: readonly unknown[]) => ids.map((id) => ({ item_id: id }))
/** Builds a comment created the given number of seconds after 1 January 2026. */
const comment = (id: string, seconds: number, more: object = {}) => ({
  comment_id: id,
  create_time: Date.parse('2026-01-01T00:00:00Z') / 1000 + seconds,
  ...more,
})
const NEW_YEAR = new Date('2026-01-01T00:00:00Z')

async function poll(replies: object, options: { recentPosts?: number; since?: Date | null } = {}) {
  const { recentPosts, since = NEW_YEAR } = options
  const platform = tiktokBusiness(recentPosts === undefined ? {} : { recentPosts })
  const call = aCall({ platform, connection: anAccount(), replies: { [COMMENTS]: page({}), ...replies } })
  const updates = await platform.fetchUpdates(since, call)
  const asked = (key: string) => call.transport.requests.filter((request) => request.key === key)
  return { updates, ids: updates.map(({ id }) => id), call, asked }
}

describe('the requests of a poll', () => {
  it('are a page of videos, and for each video a page of comments, newest first', async () => {
    const { asked } = await poll({ [VIDEOS]: page({ videos: videos('7') }) })
    expect(asked(VIDEOS).map(({ query }) => query)).toEqual([
      {
        business_id: OPEN_ID,
        fields: '["item_id","create_time","share_url","caption"]',
        max_count: '20',
      },
    ])
    expect(asked(COMMENTS).map(({ query }) => query)).toEqual([
      {
        business_id: OPEN_ID,
        video_id: '7',
        status: 'ALL',
        sort_field: 'create_time',
        sort_order: 'desc',
        max_count: '30',
        cursor: '0',
      },
    ])
    expect(asked(VIDEOS)[0]?.headers).toMatchObject({ 'access-token': 'act.secret-token' })
  })

  it('read at most the requested number of videos', async () => {
    const reply = page({ videos: videos('7', '8', '9'), has_more: true, cursor: 3 })
    const { asked } = await poll({ [VIDEOS]: reply }, { recentPosts: 2 })
    expect(asked(VIDEOS).map(({ query }) => query['max_count'])).toEqual(['2'])
    expect(asked(COMMENTS).map(({ query }) => query['video_id'])).toEqual(['7', '8'])
  })

  it('cover the last thirty days the first time', async () => {
    const call = aCall()
    const now = Math.floor(call.networkNow().getTime() / 1000)
    const DAY = 86_400
    const comments = [
      { comment_id: 'in', create_time: now - 30 * DAY + 60 },
      { comment_id: 'out', create_time: now - 30 * DAY - 60 },
    ]
    const { ids } = await poll(
      { [VIDEOS]: page({ videos: videos('7') }), [COMMENTS]: page({ comments }) },
      { since: null },
    )
    expect(ids).toEqual(['in'])
  })
})

describe('pages of videos', () => {
  it('are read further, also after an empty page', async () => {
    const { asked, call } = await poll({
      [VIDEOS]: inTurn(
        page({ videos: videos('7'), has_more: true, cursor: 1 }),
        page({ videos: [], has_more: true, cursor: 2 }),
        page({ has_more: true, cursor: 3 }),
        page({ videos: videos('8'), has_more: false, cursor: 4 }),
      ),
    })
    expect(asked(VIDEOS).map(({ query }) => query['cursor'])).toEqual([undefined, '1', '2', '3'])
    expect(asked(COMMENTS).map(({ query }) => query['video_id'])).toEqual(['7', '8'])
    expect(call.warnings).toEqual([])
  })

  it.each([
    ['reports more pages without a cursor', { has_more: true }, 1, 0],
    ['reports no more pages', { has_more: false, cursor: 9 }, 1, 0],
    ['returns the same page again', { has_more: true, cursor: 9 }, 2, 1],
  ])('end when TikTok %s', async (_what, more, requests, warnings) => {
    const { asked, call } = await poll({ [VIDEOS]: page({ videos: videos('7'), ...more }) })
    expect(asked(VIDEOS)).toHaveLength(requests)
    expect(call.warnings).toHaveLength(warnings)
  })

  it('end after five pages without a new video, with a warning', async () => {
    let cursor = 0
    const reply = () => page({ videos: videos('7'), has_more: true, cursor: (cursor += 1) })
    const { asked, call } = await poll({ [VIDEOS]: reply })
    expect(asked(VIDEOS)).toHaveLength(6)
    expect(call.warnings).toEqual([expect.stringContaining('endless list')])
  })

  it('keep their valid videos when one is invalid', async () => {
    const { asked } = await poll({ [VIDEOS]: page({ videos: [...videos('', '7'), null, { id: '8' }] }) })
    expect(asked(COMMENTS).map(({ query }) => query['video_id'])).toEqual(['7'])
  })
})

const of = (...pages: readonly object[]) =>
  poll({ [VIDEOS]: page({ videos: videos('7') }), [COMMENTS]: inTurn(...pages.map(page)) })

describe('pages of comments', () => {
  it('are read until one contains an old comment', async () => {
    const { ids, asked } = await of(
      { comments: [comment('c', 30)], has_more: true, cursor: 30 },
      { comments: [comment('b', 20), comment('a', 0)], has_more: true, cursor: 60 },
      { comments: [comment('z', 99)] },
    )
    expect(ids).toEqual(['b', 'c'])
    expect(asked(COMMENTS).map(({ query }) => query['cursor'])).toEqual(['0', '30'])
  })

  it('are read further after an old pinned comment', async () => {
    const { ids } = await of(
      { comments: [comment('old', -9, { pinned: true })], has_more: true, cursor: 30 },
      { comments: [comment('new', 9)] },
    )
    expect(ids).toEqual(['new'])
  })

  it.each([
    ['reports more pages without a cursor', { has_more: true }, 1],
    ['reports no more pages', { has_more: false, cursor: 30 }, 1],
    ['returns the same page again', { has_more: true, cursor: 30 }, 2],
    ['returns the first page again', { has_more: true, cursor: '0' }, 2],
  ])('end when TikTok %s', async (_what, more, most) => {
    const { asked, call } = await of({ comments: [comment('a', 1)], ...more })
    expect(asked(COMMENTS).length).toBeLessThanOrEqual(most)
    expect(call.warnings).toEqual([])
  })

  it('end at an empty page with more pages after it, and at 500 comments, with a warning', async () => {
    const empty = await of({ comments: [], has_more: true, cursor: 1 })
    expect(empty.asked(COMMENTS)).toHaveLength(1)
    expect(empty.call.warnings).toHaveLength(1)
    let next = 0
    const hundred = () =>
      page({
        comments: Array.from({ length: 100 }, () => comment(`${(next += 1)}`, next)),
        has_more: true,
        cursor: next,
      })
    const many = await poll({ [VIDEOS]: page({ videos: videos('7') }), [COMMENTS]: hundred })
    expect(many.ids).toHaveLength(500)
    expect(many.call.warnings).toEqual([expect.stringContaining('more than 500 new comments')])
  })

  it('keep their valid comments when one is invalid', async () => {
    const { ids } = await of({
      comments: [
        null,
        { comment_id: 'x' },
        comment('y', 1, { create_time: 'soon' }),
        comment('v', 1, { create_time: ' ' }),
        comment('w', 1e15),
        comment('z', 2),
      ],
    })
    expect(ids).toEqual(['z'])
  })

  // Holds R-0469.
  it('keep each comment in raw as TikTok sent it', async () => {
    const sent = comment('1', 5, { text: 'Lovely!', likes: 3, owner: false, later: { field: [1, null] } })
    const { updates } = await poll({
      [VIDEOS]: page({ videos: videos('7') }),
      [COMMENTS]: page({ comments: [sent] }),
    })
    expect(updates.map(({ raw }) => raw)).toEqual([sent])
  })

  it('of all videos are returned in the order of their times', async () => {
    const { ids } = await poll({
      [VIDEOS]: page({ videos: videos('7', '8') }),
      [COMMENTS]: inTurn(page({ comments: [comment('b', 20)] }), page({ comments: [comment('a', 10)] })),
    })
    expect(ids).toEqual(['a', 'b'])
  })

  it('of a deleted video are omitted, and those of the others are returned', async () => {
    const { ids } = await poll({
      [VIDEOS]: page({ videos: videos('7', '8') }),
      [COMMENTS]: inTurn(
        { code: 40_007, message: 'Video does not exist.', data: {} },
        page({ comments: [comment('a', 1)] }),
      ),
    })
    expect(ids).toEqual(['a'])
  })
})

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import posted from '../__fixtures__/statuses.posted.json' with { type: 'json' }
import scheduled from '../__fixtures__/statuses.scheduled.json' with { type: 'json' }
import quoting from '../__fixtures__/statuses.with-quote.json' with { type: 'json' }
import { postedReply, statusReply } from '../schemas.js'
import { readHtml } from './html/read-html.js'
import { toPostDetails, toPostResult, toPostStats, toVisibility } from './status.js'

const ada = { host: 'social.example', accountId: '14715', readHtml }
const read = (status: unknown) => toPostDetails(v.parse(statusReply, status), ada)
const result = (reply: unknown) => toPostResult(v.parse(postedReply, reply), {}, 'key-1')

describe('the post details of a status', () => {
  // Holds R-0046.
  it('contain all fields of a status', () => {
    expect(read(quoting)).toMatchObject({
      id: '115500000000000033',
      url: 'https://other.example/@bo/33',
      author: {
        id: '971724',
        handle: 'bo@other.example',
        displayName: 'Bo',
        avatarUrl: 'https://other.example/b.png',
        url: 'https://other.example/@bo',
      },
      text: 'Look at this',
      html: quoting.content,
      attachments: [
        {
          kind: 'image',
          url: 'https://files.social.example/i.png',
          previewUrl: 'https://files.social.example/small/i.png',
          altText: 'A cat',
          width: 640,
          height: 480,
        },
      ],
      createdAt: new Date('2026-11-21T12:01:00.000Z'),
      visibility: 'PUBLIC',
      parentId: null,
      rootId: '115500000000000033',
      replyCount: 1,
      likeCount: 3,
      repostCount: 2,
      quoteCount: 4,
      likedByMe: true,
      myLikeId: null,
      isMine: false,
      isReply: false,
      unavailable: null,
    })
  })

  it('contain full handles for people of the same server, and mark own posts', () => {
    expect(read(posted)).toMatchObject({ author: { handle: 'ada@social.example' }, isMine: true })
  })

  it('contain the untouched response, hidden when printed', () => {
    const details = read(posted)

    expect(details.raw).toEqual(posted)
    expect(Object.keys(details)).not.toContain('raw')
  })

  it('contain the content of the boosted status, with the id of the boost', () => {
    const boost = { ...posted, id: '9', content: '', reblog: quoting }

    expect(read(boost)).toMatchObject({
      id: '9',
      text: 'Look at this',
      author: { id: '971724' },
      isMine: false,
    })
  })

  it('contain no root for a reply', () => {
    expect(read({ ...posted, in_reply_to_id: '7' })).toMatchObject({
      parentId: '7',
      rootId: null,
      isReply: true,
    })
  })

  it('contain null, not 0, for missing fields', () => {
    const sparse = { id: '1', account: { id: '2', acct: 'bo' } }

    expect(read(sparse)).toMatchObject({
      url: null,
      createdAt: null,
      visibility: null,
      replyCount: null,
      likeCount: null,
      repostCount: null,
      quoteCount: null,
      likedByMe: null,
    })
  })

  it('preserve ids beyond the range of a number', () => {
    expect(read({ ...posted, id: '9007199254740993' }).id).toBe('9007199254740993')
  })

  it('use the URI when there is no URL', () => {
    expect(read({ ...posted, url: null }).url).toBe(posted.uri)
  })

  it.each([
    ['public', 'PUBLIC'],
    ['unlisted', 'UNLISTED'],
    ['private', 'FOLLOWERS'],
    ['direct', 'DIRECT'],
    ['local', null],
    [undefined, null],
  ] as const)('map the visibility %j to %j', (word, visibility) => {
    expect(toVisibility(word)).toBe(visibility)
  })
})

describe('the result of a post', () => {
  it('is DONE with a URL for a status', () => {
    expect(result(posted)).toMatchObject({
      id: '115500000000000001',
      url: 'https://social.example/@ada/115500000000000001',
      state: 'DONE',
      idempotencyKey: 'key-1',
    })
  })

  it('is SCHEDULED without a URL for a scheduled status', () => {
    expect(result(scheduled)).toMatchObject({ id: '3221', url: null, state: 'SCHEDULED' })
  })

  it('requires only an id, because the post is already published', () => {
    expect(result({ id: 7 })).toMatchObject({ id: '7', url: null, state: 'DONE' })
    expect(result({ id: '7', url: 1, uri: [], content: 2, scheduled_at: 3 })).toMatchObject({ state: 'DONE' })
  })
})

it('maps replies, favourites and boosts to comments, likes and shares', () => {
  const status = v.parse(statusReply, { ...quoting, favourites_count: undefined })

  expect(toPostStats(status, {})).toMatchObject({ comments: 1, likes: null, shares: 2 })
})

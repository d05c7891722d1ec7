import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { toPushedMoment, toUpdate } from './map.js'

const about = { videoId: '7', connection: anAccount() }
const aComment = (profileImage: string | null) => ({
  comment_id: '8',
  video_id: '7',
  create_time: 1_790_000_000,
  unique_identifier: 'u1',
  username: 'bo',
  display_name: 'Bo',
  profile_image: profileImage,
  text: 'Nice',
  owner: false,
  pinned: false,
})

describe('the author of a comment', () => {
  it.each([
    ['https://p16.tiktokcdn.com/bo.jpeg', 'https://p16.tiktokcdn.com/bo.jpeg'],
    ['javascript:alert(1)', null],
    ['', null],
    [null, null],
  ])('has for the picture %j the URL %j', (given, avatarUrl) => {
    expect(toUpdate(aComment(given), {}, about)?.actor).toMatchObject({ avatarUrl })
  })
})

const read = (changes: object) => toUpdate({ ...aComment(null), ...changes }, { any: 1 }, about)

describe('a comment', () => {
  it('is an update about its video, for the account of the request', () => {
    expect(read({})).toMatchObject({
      id: '8',
      kind: 'COMMENT_CREATED',
      platform: 'tiktok_business',
      connectionId: about.connection.id,
      timestamp: new Date(1_790_000_000_000),
      postId: '8',
      aboutPostId: '7',
      threadRootId: '7',
      text: 'Nice',
      isOwn: false,
      actions: ['REPLY', 'HIDE'],
      raw: { any: 1 },
    })
  })

  it('of the account itself is marked, and can be deleted', () => {
    expect(read({ owner: true })).toMatchObject({ isOwn: true, actions: ['REPLY', 'HIDE', 'DELETE'] })
  })

  it('has no operations without the scope', () => {
    const connection = anAccount({ scopes: ['comment.list'] })
    expect(toUpdate(aComment(null), {}, { videoId: '7', connection })?.actions).toEqual([])
  })

  it('without a video id is about the video of the request', () => {
    expect(read({ video_id: null })).toMatchObject({ aboutPostId: '7', threadRootId: '7' })
    expect(read({ video_id: '9' })).toMatchObject({ aboutPostId: '9', threadRootId: '9' })
  })

  it('has an author with the names that TikTok returned, and a profile URL', () => {
    expect(read({})?.actor).toMatchObject({
      id: 'u1',
      handle: 'bo',
      displayName: 'Bo',
      url: 'https://www.tiktok.com/@bo',
    })
    expect(read({ username: '', display_name: '' })?.actor).toMatchObject({
      id: 'u1',
      handle: null,
      displayName: null,
      url: null,
    })
    for (const id of [null, '']) expect(read({ unique_identifier: id })?.actor).toBeNull()
  })

  it('is omitted when its time is invalid', () => {
    expect(read({ create_time: 1e15 })).toBeNull()
  })
})

it.each([
  [99_999_999_999, '5138-11-16T09:46:39.000Z'],
  [100_000_000_000, '1973-03-03T09:46:40.000Z'],
  [-100_000_000_000, '1966-10-31T14:13:20.000Z'],
])('a pushed time of 1e11 or more is in milliseconds: %d', (value, moment) => {
  expect(toPushedMoment(value)?.toISOString()).toBe(moment)
})

import { describe, expect, it } from 'vitest'

import { toFirstState, toMoment, toPostState, toPostUrl, toProfileUrl, toPublicId, toUpdate } from './map.js'

describe('the state of a post', () => {
  it.each([
    ['PUBLISH_COMPLETE', 'DONE'],
    ['FAILED', 'FAILED'],
    ['SEND_TO_USER_INBOX', 'WAITING_FOR_PERSON'],
    ['PROCESSING_UPLOAD', 'PROCESSING'],
    ['A_NEW_WORD', 'PROCESSING'],
  ])('of %s is %s', (word, state) => {
    expect(toPostState(word)).toBe(state)
  })

  it.each([
    ['profile', 'FAILED', 'FAILED'],
    ['drafts', 'FAILED', 'FAILED'],
    ['profile', 'PUBLISH_COMPLETE', 'PROCESSING'],
    ['profile', null, 'PROCESSING'],
    ['drafts', 'SEND_TO_USER_INBOX', 'WAITING_FOR_PERSON'],
    ['drafts', null, 'WAITING_FOR_PERSON'],
  ] as const)(
    'directly after its last piece, sent to %s, with the status %s, is %s',
    (sendTo, word, state) => {
      expect(toFirstState(sendTo, word)).toBe(state)
    },
  )
})

describe('the public id of a post', () => {
  it.each([
    ['in one spelling', { publicaly_available_post_id: ['7'] }, '7'],
    ['in the other spelling', { publicly_available_post_id: ['8'] }, '8'],
    ['in both', { publicaly_available_post_id: ['7'], publicly_available_post_id: ['8'] }, '7'],
    ['as the first of several', { publicly_available_post_id: ['8', '9'] }, '8'],
    [
      'after an invalid one',
      { publicaly_available_post_id: ['0', ''], publicly_available_post_id: ['8'] },
      '8',
    ],
    ['as null', { publicaly_available_post_id: ['0'] }, null],
    ['not at all', {}, null],
  ])('is found %s', (_where, given, id) => {
    const data = { publicaly_available_post_id: null, publicly_available_post_id: null, ...given }
    expect(toPublicId({ status: 'PUBLISH_COMPLETE', fail_reason: null, uploaded_bytes: null, ...data })).toBe(
      id,
    )
  })
})

it('URLs are those of the website', () => {
  expect(toProfileUrl('ada')).toBe('https://www.tiktok.com/@ada')
  expect(toPostUrl('ada', '7')).toBe('https://www.tiktok.com/@ada/video/7')
})

it('a time is in seconds since 1970', () => {
  expect(toMoment(1_790_000_000)).toEqual(new Date(1_790_000_000_000))
  expect(toMoment(0)).toEqual(new Date(0))
  for (const none of [null, undefined, Number.NaN, 1e15]) expect(toMoment(none)).toBeNull()
})

describe('a pushed message', () => {
  const THEN = new Date('2026-11-22T11:00:00Z')
  const update = (
    event: string,
    content: unknown,
    more: { openId?: string | null; createTime?: number | null } = {},
  ) => {
    const { openId = 'o1', createTime = 1_790_000_000 } = more
    return toUpdate({ event, user_openid: openId, create_time: createTime }, { event, content }, THEN)
  }

  it.each([
    ['post.publish.complete', 'POST_PUBLISHED'],
    ['post.publish.publicly_available', 'POST_PUBLISHED'],
    ['post.publish.publicaly_available', 'POST_PUBLISHED'],
    ['post.publish.inbox_delivered', 'POST_DRAFTED'],
    ['post.publish.failed', 'POST_FAILED'],
    ['authorization.removed', 'CONNECTION_REVOKED'],
  ])('%s is %s', (event, kind) => {
    expect(update(event, {}).kind).toBe(kind)
  })

  it('contains the post id if there is one, else the publish id', () => {
    const parts = { publish_id: 'v_pub~1', post_id: '7' }
    expect(update('post.publish.complete', parts)).toMatchObject({
      id: 'post.publish.complete:o1:v_pub~1:7:1790000000',
      platform: 'tiktok',
      connectionId: 'tiktok:o1',
      timestamp: THEN,
      postId: '7',
      aboutPostId: 'v_pub~1',
      raw: { content: parts },
    })
    expect(update('post.publish.complete', { publish_id: 'v_pub~1' })).toMatchObject({
      id: 'post.publish.complete:o1:v_pub~1:1790000000',
      postId: 'v_pub~1',
      aboutPostId: 'v_pub~1',
    })
  })

  it('can have no account and no post', () => {
    expect(update('authorization.removed', 'no object', { openId: null, createTime: null })).toMatchObject({
      id: 'authorization.removed:::',
      connectionId: '',
      postId: null,
      aboutPostId: null,
    })
  })
})

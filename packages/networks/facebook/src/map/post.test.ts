import { userMessageOf } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { postUrl, toPicture, toPostState, toPostStats, toVideoResult } from './index.js'

const video = (word: string | null, publishing?: string | null) => ({
  video_status: word,
  uploading_phase: null,
  processing_phase: null,
  publishing_phase: publishing === undefined ? null : { status: null, publish_status: publishing },
})

describe('a video', () => {
  it.each([
    ['error', undefined, 'FAILED'],
    ['ready', undefined, 'DONE'],
    ['ready', 'published', 'DONE'],
    ['ready', 'scheduled', 'SCHEDULED'],
    ['ready', 'draft', 'WAITING_FOR_PERSON'],
    ['ready', 'error', 'FAILED'],
    ['processing', 'published', 'PROCESSING'],
    ['uploading', undefined, 'PROCESSING'],
    [null, undefined, 'PROCESSING'],
    ['something new', undefined, 'PROCESSING'],
  ])('%s and %s is %s', (word, publishing, state) => {
    expect(toPostState(video(word, publishing))).toBe(state)
  })

  it('has a URL unless it is scheduled', () => {
    const about = { id: '7', pageId: '1', state: 'DONE' } as const
    expect(toVideoResult(about, { any: 1 }, 'k')).toMatchObject({
      id: '7',
      url: 'https://www.facebook.com/1/videos/7',
      state: 'DONE',
      idempotencyKey: 'k',
      raw: { any: 1 },
    })
    expect(toVideoResult({ ...about, state: 'SCHEDULED' }, {})).toMatchObject({
      url: null,
      idempotencyKey: null,
    })
    expect(postUrl('1_2')).toBe('https://www.facebook.com/1_2')
  })
})

const failureOf = (status: object) =>
  toVideoResult({ id: '7', pageId: '1', state: 'FAILED', status: { ...video('error'), ...status } }, {})
    .failure

describe('the failure of a video', () => {
  const failed = { status: 'error', publish_status: null }

  it.each([
    ['VIDEO_UPLOAD_FAILED', 'CHANGE_POST', { uploading_phase: { status: 'error' } }],
    ['VIDEO_NOT_PUBLISHED', 'LOOK_AT_ACCOUNT', { publishing_phase: failed }],
    [
      'VIDEO_NOT_PUBLISHED',
      'LOOK_AT_ACCOUNT',
      { publishing_phase: { status: null, publish_status: 'error' } },
    ],
    ['VIDEO_NOT_PROCESSED', 'CHANGE_POST', { processing_phase: failed }],
    ['VIDEO_NOT_PROCESSED', 'CHANGE_POST', {}],
  ])('is %s with %s for %j, with a message for developers and one for people', (reason, todo, status) => {
    const failure = failureOf(status)
    const german = userMessageOf(failure, { language: 'de' })
    expect(failure).toMatchObject({ code: reason, todo })
    expect(failure?.message).toContain('facebook')
    expect(failure?.userMessage).not.toMatch(/facebook\b|_|undefined|\{/)
    expect(german).not.toBe(failure?.userMessage)
  })

  it('is null for a video that did not fail', () => {
    const about = { id: '7', pageId: '1', state: 'DONE' } as const
    expect(toVideoResult({ ...about, status: video('ready') }, {}).failure).toBeNull()
    expect(toVideoResult(about, {}).failure).toBeNull()
  })
})

const counted = (total: number | null) => ({ summary: { total_count: total } })
const read = (changes: object, hasShares = true) => {
  const nothing = { id: '1_2', reactions: null, likes: null, comments: null, shares: null }
  return toPostStats('1_2', { reply: { ...nothing, ...changes }, raw: { any: 1 } }, { hasShares })
}

describe('the statistics of a post', () => {
  it('are reactions, or likes, and comments and shares', () => {
    const all = { reactions: counted(3), likes: counted(2), comments: counted(0), shares: { count: 5 } }
    expect(read(all)).toMatchObject({ id: '1_2', likes: 3, comments: 0, shares: 5, raw: { any: 1 } })
    expect(read({ likes: counted(2) })).toMatchObject({ likes: 2 })
  })

  it('are null if Facebook sends none, except for a post that was never shared', () => {
    expect(read({})).toMatchObject({ likes: null, comments: null, shares: 0 })
    expect(read({}, false)).toMatchObject({ shares: null })
    expect(read({ shares: { count: null } })).toMatchObject({ shares: null })
    expect(read({ reactions: { summary: null }, comments: counted(null) })).toMatchObject({
      likes: null,
      comments: null,
    })
  })
})

it.each([
  [{ data: { url: 'https://scontent.example/p.jpg' } }, 'https://scontent.example/p.jpg'],
  [{ data: { url: 'javascript:alert(1)' } }, null],
  [{ data: {} }, null],
  [null, null],
])('a page with the picture %j has %j', (picture, url) => {
  expect(toPicture({ id: '1', name: null, category: null, access_token: null, picture })).toBe(url)
})

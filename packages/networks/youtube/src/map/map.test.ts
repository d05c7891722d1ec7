import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { channelsReply } from '../schemas.js'
import { toAvatarUrl, toPostState, toPostStats, toUpdate, toWatchUrl } from './index.js'

const aThread = (publishedAt: string) => ({
  id: 't',
  snippet: {
    videoId: null,
    topLevelComment: { snippet: { publishedAt, videoId: 'v', authorDisplayName: '' } },
  },
})

describe('the state of a video', () => {
  it.each([
    [{ uploadStatus: 'uploaded' }, 'processing', 'PROCESSING'],
    [{ uploadStatus: 'uploaded' }, 'terminated', 'PROCESSING'],
    [{ uploadStatus: 'uploaded' }, undefined, 'PROCESSING'],
    [{ uploadStatus: 'uploaded' }, 'failed', 'FAILED'],
    [{ uploadStatus: 'processed' }, 'succeeded', 'DONE'],
    [
      { uploadStatus: 'processed', privacyStatus: 'private', publishAt: '2026-12-01T09:00:00Z' },
      undefined,
      'SCHEDULED',
    ],
    [
      { uploadStatus: 'processed', privacyStatus: 'public', publishAt: '2026-12-01T09:00:00Z' },
      undefined,
      'DONE',
    ],
    [{ uploadStatus: 'failed' }, undefined, 'FAILED'],
    [{ uploadStatus: 'rejected' }, undefined, 'FAILED'],
    [{ uploadStatus: 'deleted' }, undefined, 'FAILED'],
    [{ uploadStatus: 'somethingNew' }, undefined, 'PROCESSING'],
    [{}, undefined, 'PROCESSING'],
  ])('%j with processing %s is %s', (status, processingStatus, state) => {
    expect(toPostState({ id: 'v', status, processingDetails: { processingStatus } })).toBe(state)
  })
})

describe('a response of YouTube', () => {
  it('has the first displayable picture', () => {
    const high = { url: 'https://yt3.example/high' }
    expect(toAvatarUrl({ id: 'c', snippet: { thumbnails: { default: { url: '' }, high } } })).toBe(high.url)
    const [small, medium] = ['https://yt3.example/small', 'https://yt3.example/medium'].map((url) => ({
      url,
    }))
    expect(toAvatarUrl({ id: 'c', snippet: { thumbnails: { high, medium, default: small } } })).toBe(
      small?.url,
    )
    expect(toAvatarUrl({ id: 'c', snippet: { thumbnails: { high, medium } } })).toBe(medium?.url)
    expect(toAvatarUrl({ id: 'c', snippet: {} })).toBeNull()
    expect(toAvatarUrl({ id: 'c' })).toBeNull()
  })

  it.each([
    '',
    5,
    'x',
    null,
    [],
    { default: '' },
    { default: { url: {} }, medium: 7 },
    { high: { url: 'data:x' } },
  ])('has no picture, without an error, for the pictures %j', (thumbnails) => {
    const [channel] =
      v.parse(channelsReply, { items: [{ id: 'c', snippet: { title: 'Ada', thumbnails } }] }).items ?? []

    expect(channel && toAvatarUrl(channel)).toBeNull()
  })

  it('has counts as digits; hidden ones are null', () => {
    expect(toPostStats({ id: 'v', statistics: { likeCount: '12' } })).toMatchObject({
      likes: 12,
      comments: null,
    })
    expect(toPostStats({ id: 'v' })).toMatchObject({ likes: null, comments: null, shares: null })
  })

  it.each([
    ['0', 0],
    [7, 7],
    ['', null],
    [null, null],
    [undefined, null],
    ['-5', null],
    ['1e999', null],
    ['1.5', null],
    ['many', null],
  ])('reads %j as %j likes', (likeCount, likes) => {
    expect(toPostStats({ id: 'v', statistics: { likeCount } }).likes).toBe(likes)
  })

  it('has the watch URL', () => {
    expect(toWatchUrl('dQw4w9WgXcQ')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  })

  it('has the operations that the scopes of the connection allow', () => {
    const scopes = ['https://www.googleapis.com/auth/youtube.readonly']
    const thread = aThread('2026-11-20T12:34:56Z')
    expect(toUpdate(thread, anAccount({ scopes }))?.actions).toEqual([])
    expect(toUpdate(thread, anAccount())?.actions).toEqual(['REPLY', 'HIDE'])
  })

  it('skips a comment without a time, and has no author if it is deleted', () => {
    expect(toUpdate(aThread('yesterday'), anAccount())).toBeNull()
    expect(toUpdate(aThread('2026-11-20T12:34:56Z'), anAccount())).toMatchObject({
      actor: null,
      aboutPostId: 'v',
      timestamp: new Date('2026-11-20T12:34:56Z'),
    })
  })

  it.each([
    ['@ada', 'ada'],
    ['Ada L.', null],
  ])('contains the author of a comment, with name, picture and page: %s', (authorDisplayName, handle) => {
    const thread = aThread('2026-11-20T12:34:56Z')
    const snippet = {
      ...thread.snippet.topLevelComment.snippet,
      authorDisplayName,
      authorChannelId: { value: 'UC1' },
      authorProfileImageUrl: 'https://yt3.example/ada.jpg',
      authorChannelUrl: 'https://www.youtube.com/@ada',
    }
    const update = toUpdate(
      { ...thread, snippet: { videoId: 'v', topLevelComment: { snippet } } },
      anAccount(),
    )

    expect(update?.actor).toMatchObject({
      id: 'UC1',
      handle,
      displayName: authorDisplayName,
      avatarUrl: 'https://yt3.example/ada.jpg',
      url: 'https://www.youtube.com/@ada',
    })
    expect(update?.actor?.raw).toEqual(snippet)
  })
})

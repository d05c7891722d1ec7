import { MissingPermissionError, RateLimitError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

const VIDEOS = 'GET /open_api/v1.3/business/video/list/'
const COMMENTS = 'GET /open_api/v1.3/business/comment/list/'

/** Creates an account with the given number of videos. */
async function withVideos(count: number, options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  const account = await at.signIn()
  const videos = Array.from({ length: count }, (_, index) =>
    at.network.addVideo({ person: 'ada', caption: `video ${index}`, secondsAgo: 86_400 - index * 60 }),
  ).map(({ id }) => id)
  at.forget()
  return Object.assign(at, { account, videos, video: videos[0] ?? '' })
}

describe('polling comments', () => {
  // Holds R-0468.
  it('returns those of every video, oldest first, with untouched raw', async () => {
    await using at = await withVideos(3)
    const [first = '', , last = ''] = at.videos
    const newer = at.network.comment({ by: 'bo', video: first, text: 'second', secondsAgo: 10 })
    const older = at.network.comment({ by: 'cleo', video: last, text: 'first', secondsAgo: 20 })

    const updates = await at.account.fetchUpdates()

    expect(updates.map(({ id }) => id)).toEqual([older.id, newer.id])
    expect(updates[1]).toMatchObject({
      kind: 'COMMENT_CREATED',
      connectionId: at.account.id,
      postId: newer.id,
      aboutPostId: first,
      threadRootId: first,
      actor: { handle: 'bo', displayName: 'Bo', avatarUrl: expect.stringMatching(/^https:.*x-expires/) },
    })
    expect(updates[1]?.raw).toMatchObject({
      comment_id: newer.id,
      video_id: first,
      text: 'second',
      owner: false,
    })
    expect(updates[1]?.envelope).toEqual({})
    expect(at.counts()).toEqual({ [VIDEOS]: 1, [COMMENTS]: 3 })
  })

  it('returns only comments newer than the moment, also after a pinned comment', async () => {
    await using at = await withVideos(1)
    at.network.comment({ by: 'bo', video: at.video, text: 'old and pinned', secondsAgo: 5000, pinned: true })
    at.network.comment({ by: 'bo', video: at.video, text: 'old', secondsAgo: 4000 })
    at.network.comment({ by: 'bo', video: at.video, text: 'new', secondsAgo: 5 })
    const since = new Date(at.clock.now().getTime() - 60_000)

    const updates = await at.account.fetchUpdates(since)

    expect(updates.map(({ raw }) => raw['text'])).toEqual(['new'])
  })

  it('reads the pages of a video until it is past the moment', async () => {
    await using at = await withVideos(1)
    for (let index = 0; index < 70; index += 1)
      at.network.comment({ by: 'bo', video: at.video, text: `${index}`, secondsAgo: 1000 - index })

    expect(await at.account.fetchUpdates()).toHaveLength(70)
    expect(at.counts()[COMMENTS]).toBe(3)
  })

  it('removes comments that TikTok lists twice', async () => {
    await using at = await withVideos(2)
    at.network.setLists({ repeatsItems: true })
    at.network.comment({ by: 'bo', video: at.video, text: 'once' })
    expect(await at.account.fetchUpdates()).toHaveLength(1)
  })

  it('continues after a short page', async () => {
    await using at = await withVideos(4)
    at.network.setLists({ shortPages: 1 })
    for (const video of at.videos) at.network.comment({ by: 'bo', video, text: 'here' })
    expect(await at.account.fetchUpdates()).toHaveLength(4)
  })

  it('reads only the newest videos, as many as recentPosts', async () => {
    await using at = await withVideos(3, { platform: { recentPosts: 2 } })
    for (const video of at.videos) at.network.comment({ by: 'bo', video, text: video })

    const updates = await at.account.fetchUpdates()

    expect(new Set(updates.map(({ aboutPostId }) => aboutPostId))).toEqual(new Set(at.videos.slice(1)))
  })

  it('reports the same comment with the same id in every poll', async () => {
    await using at = await withVideos(1)
    at.network.comment({ by: 'bo', video: at.video, text: 'x' })
    const [one] = await at.account.fetchUpdates()
    const [other] = await at.account.fetchUpdates()
    expect(other?.id).toBe(one?.id)
  })

  it('continues without a video that was deleted in the meantime', async () => {
    await using at = await withVideos(2)
    const [gone = '', there = ''] = at.videos
    at.network.comment({ by: 'bo', video: there, text: 'still here' })
    at.network.refuseNext({ code: 40_007, message: 'Video does not exist.', path: 'comment/list' })
    const updates = await at.account.fetchUpdates()
    expect(updates.length).toBeLessThanOrEqual(1)
    expect(at.counts()[COMMENTS]).toBe(2)
    expect(gone).not.toBe(there)
  })

  it('fails when the comments of one video are refused, so that no comments are lost', async () => {
    await using at = await withVideos(2)
    at.network.refuseNext({ code: 40_001, message: 'No permission.', path: 'comment/list' })

    await expect(at.account.fetchUpdates()).rejects.toThrow(MissingPermissionError)
  })

  it('names the permission that was revoked', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', { untick: ['video.list'] })
    const error: unknown = await account.fetchUpdates().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MissingPermissionError)
    expect(error).toMatchObject({ needs: 'video.list' })
  })

  it.each([
    ['App reaches the QPS limit: 10.', 1, true],
    ['App reaches the QPM limit: 600.', 300, true],
    // A daily limit ends at 00:00 UTC.
    [
      'App reaches the QPD limit: 864000.',
      expect.toSatisfy((seconds: unknown) => Number(seconds) > 0 && Number(seconds) <= 86_400),
      false,
    ],
    ['Too many requests.', null, true],
  ])('reads the waiting time from the message: %s', async (message, retryAfter, passesSoon) => {
    await using at = await withVideos(1, { retries: { attempts: 1 } })
    at.network.refuseNext({ code: 40_100, message, path: 'video/list' })
    const error: unknown = await at.account.fetchUpdates().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfter, passesSoon })
  })
})

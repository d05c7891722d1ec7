import { MissingPermissionError, NotSupportedError, PostGoneError, userMessageOf } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

const LIST = 'GET /open_api/v1.3/business/video/list/'
const ALL = ['user.info.basic', 'video.list', 'comment.list', 'comment.list.manage', 'video.insights']

/** Signs in Ada, who has a video that people watched. */
async function withVideo({
  scopes = [],
  untick = [],
}: { readonly scopes?: readonly string[]; readonly untick?: readonly string[] } = {}) {
  const at = await usingEmulator({ server: { scopes: ALL } })
  const ada = await at.signIn('ada', { scopes, untick })
  const { id } = at.network.addVideo({ person: 'ada' })
  at.network.setStats({ id, views: 99, reach: 80, likes: 7, shares: 2, favorites: 3, secondsWatched: 990 })
  return Object.assign(at, { ada, videoId: id })
}

const COUNTS = [
  { name: 'VIEWS', networkName: 'video_views', value: 99, days: [] },
  { name: 'REACH', networkName: 'reach', value: 80, days: [] },
  { name: 'LIKES', networkName: 'likes', value: 7, days: [] },
  { name: 'COMMENTS', networkName: 'comments', value: 0, days: [] },
  { name: 'SHARES', networkName: 'shares', value: 2, days: [] },
  { name: 'SAVES', networkName: 'favorites', value: 3, days: [] },
]

describe('insights of TikTok Business', () => {
  it('have views, reach and saves of a video, with one request', async () => {
    await using at = await withVideo()

    const { postId, metrics } = await at.ada.readInsights({ postId: at.videoId })

    expect(postId).toBe(at.videoId)
    expect(metrics).toEqual(COUNTS)
    expect(at.counts()).toEqual({ [LIST]: 1 })
    expect(at.requests()[0]?.query).toMatchObject({ filters: `{"video_ids":["${at.videoId}"]}` })
  })

  it('have the watch time if the connection has video.insights', async () => {
    await using at = await withVideo({ scopes: ALL })

    const { metrics } = await at.ada.readInsights({ postId: at.videoId })

    expect(metrics).toEqual([
      ...COUNTS,
      { name: 'WATCH_SECONDS', networkName: 'total_time_watched', value: 990, days: [] },
      { name: 'AVERAGE_WATCH_SECONDS', networkName: 'average_time_watched', value: 10, days: [] },
      { name: 'OTHER', networkName: 'full_video_watched_rate', value: 0.5, days: [] },
    ])
  })

  it('of a video that TikTok does not list are gone', async () => {
    await using at = await withVideo()

    await expect(at.ada.readInsights({ postId: '7301234567890123456' })).rejects.toThrow(PostGoneError)
  })

  it('leave out values that are unreadable', async () => {
    await using at = await withVideo()
    const videos = [null, { item_id: at.videoId, likes: 'many', reach: null, shares: 4 }]
    const body = { code: 0, message: 'OK', data: { videos } }
    at.faults.add({ fault: 'status', status: 200, path: '/open_api/v1.3/business/video/list/', body })

    const { metrics } = await at.ada.readInsights({ postId: at.videoId })

    expect(metrics).toMatchObject([{ name: 'SHARES', value: 4 }])
  })

  it.each([
    [{}, 'NO_ACCOUNT_INSIGHTS'],
    [{ postId: '1', byDay: true }, 'TOTALS_ONLY'],
    [{ postId: '1', since: '2026-11-01T00:00:00Z' }, 'TOTALS_ONLY'],
    [{ postId: '1', until: '2026-11-01T00:00:00Z' }, 'TOTALS_ONLY'],
  ])('refuse %j by name, without a request', async (query, reason) => {
    await using at = await withVideo()

    const error = await at.ada.readInsights(query).catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(NotSupportedError)
    expect(error).toMatchObject({ reason })
    expect(userMessageOf(error, { language: 'de' })).toContain('TikTok')
    expect(at.counts()).toEqual({})
  })

  it('name the missing scope without a request', async () => {
    await using at = await withVideo({ untick: ['video.list'] })

    const reading = at.ada.readInsights({ postId: at.videoId })

    await expect(reading).rejects.toThrow(MissingPermissionError)
    await expect(reading).rejects.toMatchObject({ needs: 'video.list' })
    expect(at.counts()).toEqual({})
  })
})

import { MissingPermissionError, NotAllowedError, NotSupportedError, userMessageOf } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS } from '../__fixtures__/videos.js'
import { SCOPES } from '../errors/index.js'

const REPORTS = 'GET /v2/reports'
const ALL = Object.values(SCOPES)

/** Signs in Ada and uploads a video that people watched on two days of the last 30, and on one day before. */
async function withWatchedVideo(scopes: readonly string[] = ALL) {
  const at = await usingEmulator()
  const ada = await at.signIn('Ada', scopes)
  const { id } = await ada.post({ media: [aVideoOf(10).media], options: OPTIONS })
  const watched = { id, views: 10, likes: 2, comments: 1, shares: 3, minutesWatched: 5, subscribersGained: 4 }
  at.people.addActivity({ ...watched, day: '2026-11-17' })
  at.people.addActivity({ ...watched, day: '2026-11-18', views: 30, subscribersLost: 1 })
  at.people.addActivity({ id, day: '2026-11-20', views: 99 })
  at.people.addActivity({ id, day: '2026-09-01', views: 500 })
  at.forget()
  return Object.assign(at, { ada, videoId: id })
}

describe('insights of YouTube', () => {
  it('have the totals of a video over 30 days, in seconds and as a part of one', async () => {
    await using at = await withWatchedVideo()

    const { postId, metrics } = await at.ada.readInsights({ postId: at.videoId })

    expect(postId).toBe(at.videoId)
    expect(metrics).toEqual([
      { name: 'VIEWS', networkName: 'views', value: 40, days: [] },
      { name: 'LIKES', networkName: 'likes', value: 4, days: [] },
      { name: 'COMMENTS', networkName: 'comments', value: 2, days: [] },
      { name: 'SHARES', networkName: 'shares', value: 6, days: [] },
      { name: 'WATCH_SECONDS', networkName: 'estimatedMinutesWatched', value: 600, days: [] },
      { name: 'AVERAGE_WATCH_SECONDS', networkName: 'averageViewDuration', value: 15, days: [] },
      { name: 'AVERAGE_WATCHED_PART', networkName: 'averageViewPercentage', value: 0.125, days: [] },
      { name: 'OTHER', networkName: 'subscribersGained', value: 8, days: [] },
      { name: 'OTHER', networkName: 'subscribersLost', value: 1, days: [] },
    ])
    expect(at.requests().map(({ query }) => query)).toEqual([
      {
        ids: `channel==${at.ada.id.slice('youtube:'.length)}`,
        startDate: '2026-10-22',
        endDate: '2026-11-21',
        metrics:
          'views,likes,comments,shares,estimatedMinutesWatched,averageViewDuration,averageViewPercentage,subscribersGained,subscribersLost',
        filters: `video==${at.videoId}`,
      },
    ])
  })

  it('have values by day with a second request, without the days that YouTube still counts', async () => {
    await using at = await withWatchedVideo()

    const { metrics } = await at.ada.readInsights({ postId: at.videoId, byDay: true })

    expect(metrics.find(({ name }) => name === 'VIEWS')?.days).toEqual([
      { date: '2026-11-17', value: 10 },
      { date: '2026-11-18', value: 30 },
    ])
    expect(at.counts()).toEqual({ [REPORTS]: 2 })
  })

  it('have the totals of the channel in a period of Pacific days, and cost no units', async () => {
    await using at = await withWatchedVideo()

    const { postId, metrics } = await at.ada.readInsights({
      since: '2026-09-01T07:00:00Z',
      until: '2026-09-02T06:59:59Z',
    })

    expect(postId).toBeNull()
    expect(metrics.find(({ name }) => name === 'VIEWS')?.value).toBe(500)
    expect(at.requests()[0]?.query).toMatchObject({ startDate: '2026-09-01', endDate: '2026-09-01' })
    expect(at.requests()[0]?.query).not.toHaveProperty('filters')
    expect(at.ada.usage).toEqual({ uploads: 1 })
  })

  it('are empty without activity', async () => {
    await using at = await withWatchedVideo()
    const period = { since: '2026-08-01T12:00:00Z', until: '2026-08-02T12:00:00Z', byDay: true }

    expect((await at.ada.readInsights({ postId: at.videoId, ...period })).metrics).toEqual([])
  })

  it('omit columns and rows that are unreadable', async () => {
    await using at = await withWatchedVideo()
    const columnHeaders = [{ name: 'views' }, { name: 'likes' }, { name: 'shares' }]
    at.faults.add({
      fault: 'status',
      status: 200,
      path: '/v2/reports',
      body: { columnHeaders, rows: [['many', 4]] },
    })

    const { metrics } = await at.ada.readInsights()

    expect(metrics).toEqual([{ name: 'LIKES', networkName: 'likes', value: 4, days: [] }])
  })

  it('name the missing scope without a request', async () => {
    await using at = await withWatchedVideo([SCOPES.upload, SCOPES.read])

    const error = await at.ada.readInsights().catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(MissingPermissionError)
    expect(error).toMatchObject({ needs: SCOPES.analytics, message: /Sign the account in again/ })
    expect(at.counts()).toEqual({})
  })

  it('refuse a period that ends before it starts, without a request', async () => {
    await using at = await withWatchedVideo()
    const period = { since: '2026-11-20T00:00:00Z', until: '2026-11-19T00:00:00Z' }

    const error = await at.ada.readInsights(period).catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(NotSupportedError)
    expect(error).toMatchObject({ reason: 'PERIOD_INVALID' })
    expect(userMessageOf(error, { language: 'de' })).toContain('Zeitraum')
    expect(at.counts()).toEqual({})
  })

  it('name the API that is not enabled, and the scope that YouTube misses', async () => {
    await using at = await withWatchedVideo()
    at.people.switchApi({ on: false })
    await expect(at.ada.readInsights()).rejects.toThrow(
      /YouTube Analytics API is not enabled.*youtubeanalytics/,
    )
    await expect(at.ada.readInsights()).rejects.toThrow(NotAllowedError)
    at.people.switchApi({ on: true })
    const body = { error: { code: 403, message: 'x', errors: [{ reason: 'insufficientPermissions' }] } }
    at.faults.add({ fault: 'status', status: 403, path: '/v2/reports', body })
    await expect(at.ada.readInsights()).rejects.toMatchObject({ needs: SCOPES.analytics })
  })

  it('of another channel are refused', async () => {
    await using at = await withWatchedVideo()
    const bea = await at.signIn('Bea', ALL)

    await expect(bea.readInsights({ postId: at.videoId })).rejects.toThrow(NotAllowedError)
  })
})

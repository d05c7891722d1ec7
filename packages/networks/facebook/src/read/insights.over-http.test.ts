import { Media, MissingPermissionError, NotSupportedError, PostGoneError, userMessageOf } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { type AtEmulatorOptions, usingEmulator } from '../__fixtures__/at-emulator.js'

/** A page with a post that has two reactions and one comment. */
async function withPost(options: AtEmulatorOptions = {}) {
  const at = await usingEmulator(options)
  const page = await at.signIn()
  const { id } = await page.post({ text: 'Bread' })
  at.people.react({ by: 'Bo', on: id, type: 'LIKE' })
  at.people.react({ by: 'Cleo', on: id, type: 'LOVE' })
  at.people.comment({ by: 'Bo', on: id, text: 'Lovely' })
  at.forget()
  return Object.assign(at, { page, postId: id })
}

describe('insights of Facebook', () => {
  it('have views, reach, reactions and watch time of a post, with one request', async () => {
    await using at = await withPost()

    const { postId, metrics } = await at.page.readInsights({ postId: at.postId })

    expect(postId).toBe(at.postId)
    expect(metrics).toEqual([
      { name: 'VIEWS', networkName: 'post_media_view', value: 30, days: [] },
      { name: 'REACH', networkName: 'post_total_media_view_unique', value: 15, days: [] },
      { name: 'LIKES', networkName: 'post_reactions_by_type_total', value: 2, days: [] },
      { name: 'CLICKS', networkName: 'post_clicks', value: 0, days: [] },
      { name: 'WATCH_SECONDS', networkName: 'post_video_view_time', value: 0, days: [] },
      { name: 'AVERAGE_WATCH_SECONDS', networkName: 'post_video_avg_time_watched', value: 0, days: [] },
    ])
    expect(at.counts()).toEqual({ 'GET /:version/:id/insights': 1 })
  })

  it.each(['video', 'reel'] as const)('of a %s have watch times in seconds', async (placement) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const media = [Media.fromBytes(sampleMp4(4096), { filename: 'a.mp4' })]
    const { id } = await page.post({ media, ...(placement === 'reel' && { options: { placement } }) })
    at.people.react({ by: 'Bo', on: id })
    at.forget()

    const { metrics } = await page.readInsights({ postId: id })

    const values = Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
    expect(values).toMatchObject({ VIEWS: 10, LIKES: 1, WATCH_SECONDS: 25, AVERAGE_WATCH_SECONDS: 2.5 })
    expect(at.counts()).toEqual({ 'GET /:version/:id/video_insights': 1 })
  })

  it('of the page have totals, and the reach of 28 days as Facebook counts it', async () => {
    await using at = await withPost()

    const { postId, metrics } = await at.page.readInsights()

    expect(postId).toBeNull()
    expect(metrics).toMatchObject([
      { name: 'VIEWS', value: 30, days: [] },
      { name: 'REACH', value: 15, days: [] },
      { name: 'PROFILE_VISITS', value: 3 },
      { name: 'CLICKS', value: 3 },
      { name: 'FOLLOWERS', value: 7 },
      { name: 'OTHER', networkName: 'page_post_engagements', value: 3 },
    ])
    expect(at.counts()).toEqual({ 'GET /:version/:id/insights': 2 })
  })

  it('of a period have values by day, and no total of people', async () => {
    await using at = await withPost()
    const until = at.clock.now()
    const since = new Date(until.getTime() - 2 * 86_400_000)

    const { metrics } = await at.page.readInsights({ since, until, byDay: true })

    const views = metrics.find(({ name }) => name === 'VIEWS')
    expect(views?.value).toBe(30)
    expect(views?.days.map(({ value }) => value)).toContain(30)
    expect(views?.days.map(({ date }) => date)).toEqual(views?.days.map(({ date }) => date).toSorted())
    expect(metrics.find(({ name }) => name === 'REACH')).toMatchObject({ value: null })
    expect(at.counts()).toEqual({ 'GET /:version/:id/insights': 1 })
  })

  it('remain when Facebook has removed one metric, which its refusal does not name', async () => {
    await using at = await withPost({ network: { removedMetrics: ['post_clicks'] } })

    const { metrics } = await at.page.readInsights({ postId: at.postId })

    expect(metrics.map(({ networkName }) => networkName)).toEqual([
      'post_media_view',
      'post_total_media_view_unique',
      'post_reactions_by_type_total',
      'post_video_view_time',
      'post_video_avg_time_watched',
    ])
    expect(at.counts()).toEqual({ 'GET /:version/:id/insights': 7 })
  })

  it.each([
    [{ postId: '1_2', byDay: true }, 'Gesamtwerte'],
    [{ postId: '1_2', since: '2026-11-01T00:00:00Z' }, 'Gesamtwerte'],
    [{ since: '2026-01-01T00:00:00Z' }, '90 Tagen'],
  ])('refuse %j without a request', async (query, german) => {
    await using at = await usingEmulator()
    const page = await at.signIn()

    const error = await page.readInsights(query).catch((caught: unknown) => caught)

    expect(NotSupportedError.is(error)).toBe(true)
    expect(userMessageOf(error, { language: 'de' })).toContain(german)
    expect(at.counts()).toEqual({})
  })

  it('name the missing permission, and a deleted post', async () => {
    await using at = await withPost()
    const other = await at.signIn('Ada', ['pages_read_engagement'])

    const refused = await other.readInsights().catch((caught: unknown) => caught)

    expect(refused).toBeInstanceOf(MissingPermissionError)
    expect(refused).toMatchObject({ needs: 'read_insights' })
    const page = await at.signIn()
    await expect(page.readInsights({ postId: '1_2' })).rejects.toThrow(PostGoneError)
  })
})

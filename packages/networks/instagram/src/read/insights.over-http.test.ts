import { servingFiles } from '@social-internal/meta-tests/served-files'
import { MissingPermissionError, NotAllowedError, NotSupportedError, userMessageOf } from '@social/core'
import { describe, expect, it } from 'vitest'

import { type AtEmulatorOptions, usingEmulator } from '../__fixtures__/at-emulator.js'

const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_insights',
]

/** Signs in Ada, who has a picture with 3 likes and a comment. */
async function withMedia(options: AtEmulatorOptions = {}) {
  const files = await servingFiles()
  const at = await usingEmulator(options)
  const ada = await at.signIn('adascakes', { scopes: SCOPES })
  const { id } = await ada.post({ text: 'Cake', media: [files.picture()] })
  at.people.setLikes({ id, likes: 3 })
  at.people.comment({ by: 'bo', on: id, text: 'Lovely' })
  at.forget()
  const dispose = at[Symbol.asyncDispose].bind(at)
  return Object.assign(at, {
    ada,
    files,
    postId: id,
    async [Symbol.asyncDispose]() {
      await dispose()
      await files[Symbol.asyncDispose]()
    },
  })
}

const valuesOf = (metrics: readonly { readonly networkName: string; readonly value: number | null }[]) =>
  Object.fromEntries(metrics.map(({ networkName, value }) => [networkName, value]))

describe('insights of Instagram', () => {
  it('have views, reach and saves of a picture, without the metrics of other kinds', async () => {
    await using at = await withMedia()

    const { postId, metrics } = await at.ada.readInsights({ postId: at.postId })

    expect(postId).toBe(at.postId)
    expect(metrics.filter(({ name }) => name !== 'OTHER')).toEqual([
      { name: 'VIEWS', networkName: 'views', value: 48, days: [] },
      { name: 'REACH', networkName: 'reach', value: 40, days: [] },
      { name: 'LIKES', networkName: 'likes', value: 3, days: [] },
      { name: 'COMMENTS', networkName: 'comments', value: 1, days: [] },
      { name: 'SHARES', networkName: 'shares', value: 0, days: [] },
      { name: 'SAVES', networkName: 'saved', value: 0, days: [] },
      { name: 'PROFILE_VISITS', networkName: 'profile_visits', value: 3, days: [] },
    ])
    expect(valuesOf(metrics)).not.toHaveProperty('replies')
    expect(at.requests().length).toBeLessThanOrEqual(15)
  })

  it('of a reel have watch times in seconds', async () => {
    await using at = await withMedia()
    const { id } = await at.ada.post({ media: [at.files.video()] })
    at.people.setLikes({ id, likes: 4 })

    const { metrics } = await at.ada.readInsights({ postId: id })

    expect(metrics).toContainEqual({
      name: 'AVERAGE_WATCH_SECONDS',
      networkName: 'ig_reels_avg_watch_time',
      value: 2.5,
      days: [],
    })
    expect(valuesOf(metrics)).toMatchObject({ ig_reels_video_view_total_time: 10, views: 48 })
  })

  it('of a story that few people saw are refused by name, not as a lost permission', async () => {
    await using at = await withMedia()
    const { id } = await at.ada.post({ media: [at.files.picture()], options: { placement: 'story' } })

    const error = await at.ada.readInsights({ postId: id }).catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(NotAllowedError)
    expect(error).toMatchObject({ reason: 'TOO_FEW_VIEWERS' })
    expect(userMessageOf(error, { language: 'de' })).toContain('mehr Menschen')
  })

  it('of the account have totals of 28 days, with one request', async () => {
    await using at = await withMedia()

    const { postId, metrics } = await at.ada.readInsights()

    expect(postId).toBeNull()
    expect(metrics).toMatchObject([
      { name: 'VIEWS', value: 48, days: [] },
      { name: 'REACH', value: 40, days: [] },
      { name: 'LIKES', value: 3 },
      { name: 'COMMENTS', value: 1 },
      { name: 'SHARES', value: 0 },
      { name: 'SAVES', value: 0 },
      { name: 'CLICKS', value: 3 },
      { networkName: 'accounts_engaged' },
      { networkName: 'total_interactions' },
      { networkName: 'replies' },
    ])
    const [request] = at.requests()
    expect(request?.query).toMatchObject({ metric_type: 'total_value', period: 'day' })
    expect(Number(request?.query['until']) - Number(request?.query['since'])).toBe(28 * 86_400)
    expect(at.requests()).toHaveLength(1)
  })

  it('by day have reach and new followers, which Instagram has by day', async () => {
    await using at = await withMedia()

    const { metrics } = await at.ada.readInsights({ byDay: true })

    const reach = metrics.find(({ name }) => name === 'REACH')
    expect(reach?.value).toBe(40)
    expect(reach?.days.at(-1)).toMatchObject({ value: 40 })
    const followers = metrics.find(({ networkName }) => networkName === 'follower_count')
    expect(followers).toMatchObject({ name: 'OTHER', value: null })
    expect(followers?.days.length).toBeGreaterThan(27)
    expect(metrics.find(({ name }) => name === 'VIEWS')?.days).toEqual([])
    expect(at.requests()).toHaveLength(2)
  })

  it('remain when Instagram has removed metrics, which its refusal lists', async () => {
    await using at = await withMedia({ network: { removedMetrics: ['views', 'saves'] } })

    const { metrics } = await at.ada.readInsights()

    expect(valuesOf(metrics)).toMatchObject({ reach: 40, likes: 3 })
    expect(valuesOf(metrics)).not.toHaveProperty('views')
    expect(at.requests()).toHaveLength(2)
  })

  it.each([
    [{ postId: '1', byDay: true }, 'Gesamtwerte'],
    [{ since: '2026-01-01T00:00:00Z' }, '30 Tagen'],
    [{ since: '2026-11-20T00:00:00Z', until: '2026-11-10T00:00:00Z' }, 'andere Daten'],
  ])('refuse %j without a request', async (query, german) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const error = await ada.readInsights(query).catch((caught: unknown) => caught)

    expect(NotSupportedError.is(error)).toBe(true)
    expect(userMessageOf(error, { language: 'de' })).toContain(german)
    expect(at.requests()).toEqual([])
  })

  it('name the missing permission', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const error = await ada.readInsights().catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(MissingPermissionError)
    expect(error).toMatchObject({ needs: 'instagram_business_manage_insights' })
  })
})

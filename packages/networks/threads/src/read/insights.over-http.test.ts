import { MissingPermissionError, NotSupportedError, PostGoneError, userMessageOf } from '@social/core'
import { describe, expect, it } from 'vitest'

import { type AtEmulatorOptions, usingEmulator } from '../__fixtures__/at-emulator.js'

/** Signs in Ada, who has a post with 4 likes. */
async function withPost(options: AtEmulatorOptions = {}) {
  const at = await usingEmulator(options)
  const ada = await at.signIn()
  const { id } = await ada.post({ text: 'Bread' })
  at.people.setStats({ id, likes: 4, reposts: 2 })
  at.forget()
  return Object.assign(at, { ada, postId: id })
}

describe('insights of Threads', () => {
  it('have views, replies and shares of a post, with one request', async () => {
    await using at = await withPost()

    const { postId, metrics } = await at.ada.readInsights({ postId: at.postId })

    expect(postId).toBe(at.postId)
    expect(metrics).toEqual([
      { name: 'VIEWS', networkName: 'views', value: 40, days: [] },
      { name: 'LIKES', networkName: 'likes', value: 4, days: [] },
      { name: 'COMMENTS', networkName: 'replies', value: 0, days: [] },
      { name: 'SHARES', networkName: 'shares', value: 0, days: [] },
      { name: 'OTHER', networkName: 'reposts', value: 2, days: [] },
      { name: 'OTHER', networkName: 'quotes', value: 0, days: [] },
    ])
    expect(at.requests()).toHaveLength(1)
  })

  it('of the account have totals, clicks on all links, and the followers of now', async () => {
    await using at = await withPost()

    const { postId, metrics } = await at.ada.readInsights()

    expect(postId).toBeNull()
    expect(metrics).toMatchObject([
      { name: 'VIEWS', value: 40, days: [] },
      { name: 'LIKES', value: 4 },
      { name: 'COMMENTS', value: 0 },
      { name: 'CLICKS', value: 2 },
      { networkName: 'reposts', value: 2 },
      { networkName: 'quotes', value: 0 },
      { name: 'FOLLOWERS', value: expect.any(Number) },
    ])
    // Threads refuses a period for the number of followers.
    expect(at.requests().map(({ query }) => 'since' in query)).toEqual([true, false])
  })

  it('by day have views, which Threads has by day', async () => {
    await using at = await withPost()

    const { metrics } = await at.ada.readInsights({ byDay: true })

    const [views, likes] = metrics
    expect(views?.days.at(-1)).toEqual({ date: at.clock.now().toISOString().slice(0, 10), value: 40 })
    expect(views?.days.length).toBeGreaterThan(27)
    expect(likes?.days).toEqual([])
  })

  it('remain when Threads has removed a metric', async () => {
    await using at = await withPost({ network: { removedMetrics: ['clicks'] } })

    const { metrics } = await at.ada.readInsights()

    const names = metrics.map(({ networkName }) => networkName)
    expect(names).toEqual(['views', 'likes', 'replies', 'reposts', 'quotes', 'followers_count'])
    expect(at.requests()).toHaveLength(3)
  })

  it.each([
    [{ postId: '1', byDay: true }, 'Gesamtwerte'],
    [{ since: '2024-04-01T00:00:00Z' }, 'andere Daten'],
  ])('refuse %j without a request', async (query, german) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const error = await ada.readInsights(query).catch((caught: unknown) => caught)

    expect(NotSupportedError.is(error)).toBe(true)
    expect(userMessageOf(error, { language: 'de' })).toContain(german)
    expect(at.requests()).toEqual([])
  })

  it('name a deleted post, and the missing permission', async () => {
    await using at = await withPost()
    await expect(at.ada.readInsights({ postId: '99' })).rejects.toThrow(PostGoneError)

    const ada = await at.signIn('adascakes', { without: ['threads_manage_insights'] })

    await expect(ada.readInsights()).rejects.toThrow(MissingPermissionError)
  })
})

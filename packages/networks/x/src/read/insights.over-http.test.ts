import { NotFoundError, NotSupportedError, PostGoneError, userMessageOf } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

/** Publishes a post of Ada that was displayed 99 times. */
async function withSeenPost() {
  const at = await usingEmulator()
  const account = await at.signIn()
  const { id } = await account.post({ text: 'Bread' })
  at.network.like({ by: 'bo', on: id })
  at.network.setViews({ id, views: 99, linkClicks: 5, profileClicks: 2 })
  at.forget()
  return Object.assign(at, { account, postId: id })
}

const PUBLIC = [
  { name: 'VIEWS', networkName: 'public_metrics.impression_count', value: 99, days: [] },
  { name: 'LIKES', networkName: 'public_metrics.like_count', value: 1, days: [] },
  { name: 'COMMENTS', networkName: 'public_metrics.reply_count', value: 0, days: [] },
  { name: 'SHARES', networkName: 'public_metrics.repost_count', value: 0, days: [] },
  { name: 'OTHER', networkName: 'public_metrics.quote_count', value: 0, days: [] },
  { name: 'SAVES', networkName: 'public_metrics.bookmark_count', value: 0, days: [] },
]

describe('insights of X', () => {
  it('have views, clicks and profile visits of an own post, with one request', async () => {
    await using at = await withSeenPost()

    const { postId, metrics, raw } = await at.account.readInsights({ postId: at.postId })

    expect(postId).toBe(at.postId)
    expect(metrics).toEqual([
      ...PUBLIC,
      { name: 'CLICKS', networkName: 'non_public_metrics.url_link_clicks', value: 5, days: [] },
      { name: 'PROFILE_VISITS', networkName: 'non_public_metrics.user_profile_clicks', value: 2, days: [] },
      { name: 'OTHER', networkName: 'non_public_metrics.engagements', value: 8, days: [] },
      { name: 'OTHER', networkName: 'organic_metrics.impression_count', value: 99, days: [] },
      { name: 'OTHER', networkName: 'organic_metrics.url_link_clicks', value: 5, days: [] },
      { name: 'OTHER', networkName: 'organic_metrics.user_profile_clicks', value: 2, days: [] },
    ])
    expect(raw).toMatchObject({ data: { id: at.postId } })
    expect(at.requests().map(({ query }) => query)).toEqual([
      { 'post.fields': 'public_metrics,non_public_metrics,organic_metrics' },
    ])
  })

  it('of a post that is older than 30 days have only public metrics, and ask for no others', async () => {
    await using at = await withSeenPost()
    await at.clock.advance(30 * 86_400)

    const { metrics } = await at.account.readInsights({ postId: at.postId })

    expect(metrics).toEqual(PUBLIC)
    expect(at.requests().at(-1)?.query).toEqual({ 'post.fields': 'public_metrics' })
  })

  it('of a post of another account have only public metrics', async () => {
    await using at = await withSeenPost()
    const { id } = at.network.post({ by: 'bo', text: 'Cake' })

    const { metrics } = await at.account.readInsights({ postId: id })

    expect(metrics.map(({ networkName }) => networkName.split('.')[0])).toEqual(
      PUBLIC.map(() => 'public_metrics'),
    )
  })

  it('leave out metrics that are unreadable', async () => {
    await using at = await withSeenPost()
    const data = { id: at.postId, public_metrics: { like_count: 'many', reply_count: 3 }, organic_metrics: 7 }
    at.faults.add({ fault: 'status', status: 200, path: '/2/tweets/:id', body: { data } })

    const { metrics } = await at.account.readInsights({ postId: at.postId })

    expect(metrics).toMatchObject([{ name: 'COMMENTS', value: 3 }])
  })

  it.each([
    [{}, 'NO_ACCOUNT_INSIGHTS', 'Konto'],
    [{ postId: '1', byDay: true }, 'TOTALS_ONLY', 'Zeitraum'],
    [{ postId: '1', since: '2026-11-01T00:00:00Z' }, 'TOTALS_ONLY', 'Zeitraum'],
    [{ postId: '1', until: '2026-11-01T00:00:00Z' }, 'TOTALS_ONLY', 'Zeitraum'],
  ])('refuse %j by name, without a request', async (query, reason, word) => {
    await using at = await withSeenPost()

    const error = await at.account.readInsights(query).catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(NotSupportedError)
    expect(error).toMatchObject({ reason, platform: 'x' })
    expect(userMessageOf(error, { language: 'de' })).toContain(word)
    expect(at.counts()).toEqual({})
  })

  it('refuse an invalid id, and report a post that is gone', async () => {
    await using at = await withSeenPost()

    await expect(at.account.readInsights({ postId: '../users/me' })).rejects.toThrow(NotFoundError)
    expect(at.counts()).toEqual({})
    await expect(at.account.readInsights({ postId: '1' })).rejects.toThrow(PostGoneError)
  })
})

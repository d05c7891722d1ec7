import { MissingPermissionError, NotSupportedError, userMessageOf } from '@social/core'
import { aPicture } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

/** Signs in Ada and creates a pin with statistics on 2026-11-22. Pinterest has counted its day. */
async function withCountedPin() {
  const at = await usingEmulator()
  const ada = await at.signIn()
  const { id } = await ada.post({ text: 'a', media: [aPicture()], options: { boardId: at.board() } })
  at.people.setNumbers({ pin: id, reaction: 10, comment: 2, save: 4, impression: 99, clickthrough: 3 })
  await at.clock.advance(3 * 86_400)
  at.forget()
  return Object.assign(at, { ada, pinId: id })
}

describe('insights of Pinterest', () => {
  it('have views, saves and clicks of a pin, with its lifetime reactions', async () => {
    await using at = await withCountedPin()

    const { postId, metrics } = await at.ada.readInsights({ postId: at.pinId })

    expect(postId).toBe(at.pinId)
    expect(metrics.filter(({ name }) => name !== 'OTHER')).toMatchObject([
      { name: 'VIEWS', networkName: 'IMPRESSION', value: 99, days: [] },
      { name: 'SAVES', value: 4 },
      { name: 'CLICKS', networkName: 'OUTBOUND_CLICK', value: 3 },
      { name: 'LIKES', networkName: 'TOTAL_REACTIONS', value: 10 },
      { name: 'COMMENTS', value: 2 },
      { name: 'PROFILE_VISITS', value: 0 },
    ])
    expect(at.counts()).toEqual({ 'GET /v5/pins/:pin/analytics': 1 })
  })

  it('have values by day, and null for a day that Pinterest still counts', async () => {
    await using at = await withCountedPin()

    const { metrics } = await at.ada.readInsights({
      postId: at.pinId,
      since: '2026-11-21T00:00:00Z',
      byDay: true,
    })

    expect(metrics.find(({ name }) => name === 'VIEWS')?.days).toEqual([
      { date: '2026-11-21', value: 0 },
      { date: '2026-11-22', value: 99 },
      { date: '2026-11-23', value: 0 },
      { date: '2026-11-24', value: null },
      { date: '2026-11-25', value: null },
    ])
    expect(metrics.find(({ name }) => name === 'LIKES')?.days).toEqual([])
  })

  it('have the totals of the account', async () => {
    await using at = await withCountedPin()

    const { postId, metrics } = await at.ada.readInsights()

    expect(postId).toBeNull()
    expect(metrics).toMatchObject([
      { name: 'VIEWS', value: 99 },
      { name: 'SAVES', value: 4 },
      { name: 'CLICKS', value: 3 },
      { networkName: 'PIN_CLICK' },
      { networkName: 'ENGAGEMENT' },
    ])
    expect(at.counts()).toEqual({ 'GET /v5/user_account/analytics': 1 })
  })

  it.each([
    { since: '2026-08-01T00:00:00Z' },
    { since: '2026-11-24T00:00:00Z', until: '2026-11-20T00:00:00Z' },
  ])('refuse the period %j without a request', async (period) => {
    await using at = await withCountedPin()

    const error = await at.ada.readInsights(period).catch((caught: unknown) => caught)

    expect(NotSupportedError.is(error)).toBe(true)
    expect(userMessageOf(error, { language: 'de' })).toContain('90 Tage')
    expect(at.counts()).toEqual({})
  })

  it('name the missing scope', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn('ada', ['user_accounts:read'])

    const reading = ada.readInsights({ postId: '123456789012345678' })

    await expect(reading).rejects.toThrow(MissingPermissionError)
  })
})

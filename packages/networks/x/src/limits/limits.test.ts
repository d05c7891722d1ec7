import type { RequestCost } from '@social/core/platform'
import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { x } from '../platform.js'
import * as costs from './costs.js'

describe('the limits of X', () => {
  it('are equal for all accounts except for the text length, so there is no request', async () => {
    const call = aCall({ platform: x() })

    expect(await x().limits(call)).toMatchObject({
      maxTextLength: 280,
      textCountedIn: 'NETWORK',
      maxTitleLength: null,
      maxImages: 4,
      maxImageBytes: 5_242_880,
      maxVideos: 1,
      maxVideoBytes: 536_870_912,
      extra: { maxAltTextLength: 1000 },
    })
    expect(await x({ maxTextLength: 25_000 }).limits(call)).toMatchObject({ maxTextLength: 25_000 })
    expect(call.transport.requests).toEqual([])
  })

  it.each([
    ['None', 280],
    ['Basic', 25_000],
    ['Premium', 25_000],
    ['PremiumPlus', 25_000],
    ['a later subscription', 280],
  ])(
    'follow the subscription %s, and not the option of the platform',
    async (subscription, maxTextLength) => {
      const call = aCall({ platform: x(), connection: anAccount({ extra: { subscription } }) })
      expect(await x({ maxTextLength: 1000 }).limits(call)).toMatchObject({ maxTextLength })
    },
  )
})

const billed = ({ billed: bill }: RequestCost, status: number, body: unknown = {}) =>
  bill?.({ status, headers: {}, body }) ?? null

describe('the cost in thousandths of a dollar', () => {
  it.each([
    ['a post', costs.postCost('Hello'), 15],
    ['a post with a URL', costs.postCost('See https://example.com'), 200],
    ['an alt text', costs.METADATA_COST, 5],
    ['a deletion', costs.DELETE_COST, 5],
    ['a like, a repost, a message', costs.INTERACTION_COST, 15],
    ['the removal of a like', costs.UNLIKE_COST, 10],
    ['a profile', costs.USER_COST, 10],
  ])('of %s is fixed, and 0 for a failure', (_what, cost, units) => {
    expect(cost).toMatchObject({ units, bucket: 'credits' })
    for (const status of [200, 201, 299]) expect(billed(cost, status)).toBe(units)
    for (const status of [300, 403, 500]) expect(billed(cost, status)).toBe(0)
  })

  it.each([
    ['posts', costs.postsCost(100), 5],
    ['people', costs.usersCost(100), 10],
    ['messages', costs.messagesCost(100), 10],
  ])('of %s depends on the number of entries, and is reserved before', (_what, cost, each) => {
    expect(cost).toMatchObject({ units: 100 * each, bucket: 'credits' })
    expect(billed(cost, 200, { data: [{}, {}, {}] })).toBe(3 * each)
    expect(billed(cost, 200, { data: {} })).toBe(each)
    for (const body of [{}, { data: [] }, { data: null }, { data: undefined }, null, 'odd'])
      expect(billed(cost, 200, body)).toBe(0)
    expect(billed(cost, 300, { data: [{}] })).toBe(0)
  })
})

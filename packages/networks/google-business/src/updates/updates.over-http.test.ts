import { NotAllowedError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

async function withBakery(options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  const bakery = await at.signIn()
  const review = (by: string, secondsAgo: number) =>
    at.network.review({ location: "Ada's Bakery", by, stars: 5, comment: by, secondsAgo })
  return Object.assign(at, { bakery, review })
}

describe('polling reviews', () => {
  it('gives them oldest first, untouched, newer than the moment', async () => {
    await using at = await withBakery()
    at.review('old', 5000)
    at.review('new', 10)
    at.review('newer', 5)
    const updates = await at.bakery.fetchUpdates(new Date(at.clock.now().getTime() - 60_000))
    expect(updates.map(({ raw }) => raw['comment'])).toEqual(['new', 'newer'])
    expect(updates[0]).toMatchObject({
      kind: 'REVIEW_CREATED',
      connectionId: at.bakery.id,
      actor: { displayName: 'new' },
      envelope: {},
    })
  })

  it('an edit is news of its own, each time', async () => {
    await using at = await withBakery()
    const { id } = at.review('Grace', 100)
    const ids = async () => (await at.bakery.fetchUpdates()).map((update) => [update.kind, update.id])
    const first = await ids()
    at.network.editReview({ id, comment: 'Still great.' })
    const second = await ids()
    await at.clock.advance(60)
    at.network.editReview({ id, stars: 1 })
    const third = await ids()
    expect([first[0]?.[0], second[0]?.[0], third[0]?.[0]]).toEqual([
      'REVIEW_CREATED',
      'REVIEW_UPDATED',
      'REVIEW_UPDATED',
    ])
    expect(new Set([first[0]?.[1], second[0]?.[1], third[0]?.[1]]).size).toBe(3)
  })

  it('goes through the pages until it is past the moment, and not further', async () => {
    await using at = await withBakery()
    for (let index = 0; index < 120; index += 1) at.review(`${index}`, 10_000 - index)
    at.forget()
    expect(await at.bakery.fetchUpdates(new Date(at.clock.now().getTime() - 20_000_000))).toHaveLength(120)
    expect(at.requests()).toHaveLength(3)
    at.forget()
    expect(await at.bakery.fetchUpdates()).toHaveLength(50)
    expect(at.requests()).toHaveLength(1)
  })

  it('a location that is not verified says so', async () => {
    await using at = await withBakery()
    at.network.setVerified({ location: "Ada's Bakery", verified: false })
    await expect(at.bakery.fetchUpdates()).rejects.toThrow(NotAllowedError)
  })

  it('a review without a moment spoils no poll', async () => {
    await using at = await withBakery()
    const good = {
      name: 'accounts/1/locations/2/reviews/r',
      reviewId: 'r',
      createTime: '2026-11-01T00:00:00.123456789Z',
    }
    at.faults.add({
      fault: 'status',
      status: 200,
      method: 'GET',
      path: '/mybusiness/v4/accounts/:account/locations/:location/reviews',
      body: {
        reviews: [
          good,
          { reviewId: 'x' },
          { reviewId: 'y', createTime: 'soon' },
          7,
          null,
          { ...good, reviewId: 5 },
        ],
      },
    })
    const updates = await at.bakery.fetchUpdates()
    expect(updates.map(({ kind, timestamp }) => [kind, timestamp.toISOString()])).toEqual([
      ['REVIEW_CREATED', '2026-11-01T00:00:00.123Z'],
    ])
  })
})

import {
  InMemoryMarkers,
  NetworkError,
  NotAllowedError,
  PlatformError,
  Poller,
  type Update,
} from '@social/core'
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
  // Holds R-0486.
  it('returns them oldest first, unchanged, newer than the time', async () => {
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

  // Holds R-0261.
  it('an edit is a new update, each time', async () => {
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

  it('reads pages up to the time, and not further', async () => {
    await using at = await withBakery()
    for (let index = 0; index < 120; index += 1) at.review(`${index}`, 10_000 - index)
    at.forget()
    expect(await at.bakery.fetchUpdates(new Date(at.clock.now().getTime() - 20_000_000))).toHaveLength(120)
    expect(at.requests()).toHaveLength(3)
    at.forget()
    expect(await at.bakery.fetchUpdates()).toHaveLength(50)
    expect(at.requests()).toHaveLength(1)
  })

  it('a location that is not verified is reported', async () => {
    await using at = await withBakery()
    at.network.setVerified({ location: "Ada's Bakery", verified: false })
    await expect(at.bakery.fetchUpdates()).rejects.toThrow(NotAllowedError)
  })

  it('a review without a time does not break a poll', async () => {
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

const REVIEWS_PATH = '/mybusiness/v4/accounts/:account/locations/:location/reviews'

/**
 * Creates a location with one delivered review and this number of new reviews. A page has fifty
 * reviews. The dispatcher has no `SeenUpdates`.
 */
async function followed(count: number) {
  const at = await withBakery()
  const delivered: string[] = []
  const markers = new InMemoryMarkers()
  const dispatcher = { deliver: ({ postId }: Update) => void delivered.push(postId ?? '') }
  /**
   * Polls with a new poller, whose progress is in the marker store, and returns the number of
   * requests.
   */
  async function poll() {
    at.forget()
    await new Poller({ account: at.bakery, markers, dispatcher, clock: at.clock }).checkOnce()
    return at.requests().length
  }
  const written = [at.review('the first', 0).id]
  await poll()
  await at.clock.advance(2 * count)
  for (let index = 0; index < count; index += 1) written.push(at.review(`${index}`, count - index).id)
  return Object.assign(at, { delivered, written, poll })
}

describe('polling more reviews than one request returns', () => {
  it('delivers updates read before an outage, and the next poll continues', async () => {
    await using at = await followed(320)
    const outage = at.faults.add({
      path: REVIEWS_PATH,
      fault: 'status',
      status: 500,
      nth: 4,
      count: 'all',
    })

    await expect(at.poll()).rejects.toThrow(PlatformError)
    expect(at.delivered.slice(1)).toEqual(at.written.slice(-150))
    outage.remove()
    const meanwhile = at.review('during the outage', 0).id
    expect(await at.poll()).toBe(4)
    await at.clock.advance(60)
    await at.poll()
    expect(at.delivered.toSorted()).toEqual([...at.written, meanwhile].toSorted())
  })

  it('loses nothing and delivers nothing twice during an outage of several polls', async () => {
    await using at = await followed(320)
    const outage = at.faults.add({
      path: REVIEWS_PATH,
      fault: 'closeBeforeEffect',
      nth: 3,
      count: 'all',
    })
    for (let failed = 0; failed < 3; failed += 1) {
      await expect(at.poll()).rejects.toThrow(NetworkError)
      await at.clock.advance(60)
    }
    outage.remove()
    for (let poll = 0; poll < 2; poll += 1) await at.poll()
    expect(at.delivered.toSorted()).toEqual(at.written.toSorted())
  })

  it('reads at most twenty pages, and the others in the next poll', async () => {
    await using at = await followed(1120)
    expect(await at.poll()).toBe(20)
    expect(await at.poll()).toBe(3)
    // A marker stores 1,000 updates, so the first one may be delivered again.
    const [first, ...news] = at.written
    expect(at.delivered.filter((id) => id !== first).toSorted()).toEqual(news.toSorted())
  })
})

import { InMemoryMarkers, Poller } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

const COMMENTS = 'GET /open_api/v1.3/business/comment/list/'

/**
 * Creates an account with 25 videos of 60 comments each, which is 50 pages of comments. TikTok
 * allows 40 requests per minute.
 */
async function anActiveAccount(options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  const account = await at.signIn()
  const written: string[] = []
  for (let video = 0; video < 25; video += 1) {
    const { id } = at.network.addVideo({ person: 'ada', secondsAgo: 86_400 - video * 60 })
    for (let index = 0; index < 60; index += 1)
      written.push(
        at.network.comment({ by: 'bo', video: id, text: `${index}`, secondsAgo: 7200 + index * 600 + video })
          .id,
      )
  }
  at.forget()
  const delivered: string[] = []
  const markers = new InMemoryMarkers()
  // The dispatcher has no `SeenUpdates`, so the test detects duplicates.
  const dispatcher = { deliver: ({ id }: { readonly id: string }) => void delivered.push(id) }
  const makePoller = (everySeconds = 60) =>
    new Poller({ account, markers, dispatcher, clock: at.clock, everySeconds, jitter: 0 })
  return Object.assign(at, { account, written, delivered, markers, makePoller })
}

const requestsOf = (at: { counts(): Readonly<Record<string, number>> }) => at.counts()[COMMENTS] ?? 0

describe('polling an account that needs more requests than TikTok allows in a minute', () => {
  it('delivers each comment once, in several polls, and never exceeds the limit', async () => {
    await using at = await anActiveAccount()
    const perPoll: number[] = []
    for (let poll = 0; poll < 3; poll += 1) {
      const before = requestsOf(at)
      // Each poll uses a new poller, because `markers` stores the progress.
      await at.makePoller().checkOnce()
      perPoll.push(requestsOf(at) - before)
      await at.clock.advance(60)
    }
    expect(at.delivered.toSorted()).toEqual(at.written.toSorted())
    expect(Math.max(...perPoll)).toBeLessThanOrEqual(40)
  })

  it('finds a comment on a video that was already read, in the next round', async () => {
    await using at = await anActiveAccount()
    await at.makePoller().checkOnce()
    const [{ aboutPostId } = { aboutPostId: '' }] = await at.account.fetchUpdates(
      new Date(at.clock.now().getTime() - 7200_000 - 3000),
    )
    const late = at.network.comment({
      by: 'cleo',
      video: aboutPostId ?? '',
      text: 'meanwhile',
      secondsAgo: 0,
    })
    for (let poll = 0; poll < 4; poll += 1) {
      await at.clock.advance(66)
      await at.makePoller().checkOnce()
    }
    expect(at.delivered.filter((id) => id === late.id)).toHaveLength(1)
    expect(at.delivered).toHaveLength(at.written.length + 1)
  })

  it('slows down when it is polled too often', async () => {
    await using at = await anActiveAccount()
    for (let poll = 0; poll < 20; poll += 1) {
      await at
        .makePoller()
        .checkOnce()
        .catch(() => undefined)
      await at.clock.advance(10)
    }
    expect(at.delivered.toSorted()).toEqual(at.written.toSorted())
    const refused = await at
      .makePoller()
      .checkOnce()
      .catch((error: unknown) => error)
    expect(refused).not.toMatchObject({ retryAfter: 300 })
  })

  it('keeps the comments read so far when TikTok refuses a request, and continues after the wait', async () => {
    await using at = await anActiveAccount({ server: { perMinuteAndEndpoint: 10 } })
    let rounds = 0
    for (; rounds < 20 && at.delivered.length < at.written.length; rounds += 1) {
      const before = at.delivered.length
      await at.makePoller().checkOnce()
      expect(at.delivered.length).toBeGreaterThan(before)
      await at.clock.advance(301)
    }
    expect(at.delivered.toSorted()).toEqual(at.written.toSorted())
    expect(rounds).toBe(5)
  })

  it('keeps the comments read so far when TikTok fails', async () => {
    await using at = await anActiveAccount({ retries: { attempts: 1 } })
    await at.makePoller().checkOnce()
    const before = at.delivered.length
    at.network.refuseNext({ code: 50_000, path: 'comment/list', times: 1 })
    await at.clock.advance(66)
    await at
      .makePoller()
      .checkOnce()
      .catch(() => undefined)
    expect(at.delivered.length).toBeGreaterThan(before)
    for (let poll = 0; poll < 3; poll += 1) {
      await at.clock.advance(66)
      await at.makePoller().checkOnce()
    }
    expect(at.delivered.toSorted()).toEqual(at.written.toSorted())
  })

  it('reads everything in one call of fetchUpdates, which waits for the limit', async () => {
    await using at = await anActiveAccount()
    const began = at.clock.now().getTime()
    expect(await at.account.fetchUpdates()).toHaveLength(at.written.length)
    expect(requestsOf(at)).toBe(50)
    expect((at.clock.now().getTime() - began) / 1000).toBeLessThan(120)
  })
})

import type { Update } from '@social/core'
import type { MastodonOptions as ServerOptions } from '@social/emulator/mastodon'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>
type Account = Awaited<ReturnType<At['signIn']>>

const SERVERS: readonly (readonly [name: string, options: ServerOptions])[] = [
  ['Mastodon', {}],
  ['one that pages forward, with random ids', { notificationIds: 'RANDOM' }],
  [
    'Hollo: newest first, times in its ids',
    {
      software: 'hollo',
      version: '0.6.2',
      apiVersion: 7,
      notificationIds: 'TIMED',
      notificationPages: 'NEWEST',
    },
  ],
  [
    'Pixelfed: newest first, marker included',
    {
      software: 'pixelfed',
      version: '3.5.3 (compatible; Pixelfed 0.12.4)',
      apiVersion: null,
      notificationPages: 'INCLUSIVE',
    },
  ],
  [
    'snac: newest first, random ids',
    {
      software: 'snac',
      version: '4.0.0 (not true; really snac/2.84)',
      apiVersion: null,
      notificationIds: 'RANDOM',
      notificationPages: 'NEWEST',
    },
  ],
  [
    'an unknown one that pages forward',
    { software: 'homemade', version: '1.0', apiVersion: null, notificationIds: 'RANDOM' },
  ],
]

/** Returns the number at the end of a status. */
const numberOf = ({ raw }: Update): number => {
  const { status } = raw as { readonly status: { readonly content: string } } // safe cast: all notifications of this test are mentions, which have a status
  return Number(/(\d+)<\/p>$/.exec(status.content)?.[1])
}

function mention(at: At, number: number): void {
  at.people.mention({ by: 'bo', of: 'ada', text: `number ${number}` })
}

/** High rate limit, because a page size of 1 needs many requests. */
const GENEROUS = { requests: 5000, seconds: 900 }
const rateLimits = { paging: GENEROUS, perToken: GENEROUS, perAccount: GENEROUS }

/** Polls until the result has no more updates, or the marker does not change. */
async function round(account: Account, from: string, limit: number | null) {
  const seen: number[] = []
  let marker = from
  for (let calls = 0; calls < 400; calls += 1) {
    const batch = await account.fetchUpdatesAfter(marker, { limit })
    seen.push(...batch.updates.map((update) => numberOf(update)))
    const hasMoved = batch.marker !== marker
    marker = batch.marker ?? marker
    if (!batch.more || !hasMoved) return { seen, marker }
  }
  throw new Error('The polling did not end.')
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_none, index) => from + index)

describe.each(SERVERS)('polling %s', (_name, server) => {
  it.each([1, 3, 7, null])('returns each of 50 notifications once, in order, %s at a time', async (limit) => {
    await using at = await usingEmulator({ server: { ...server, rateLimits } })
    const account = await at.signIn()
    mention(at, 0)
    const { marker } = await account.fetchUpdatesAfter(null)
    for (const number of numbers(1, 51)) {
      if (number % 5 === 0) await at.clock.advance(1)
      mention(at, number)
    }

    const first = await round(account, marker ?? '', limit)
    for (const number of numbers(51, 60)) mention(at, number)
    const second = await round(account, first.marker, limit)
    const third = await round(account, second.marker, limit)

    expect([...first.seen, ...second.seen]).toEqual(numbers(1, 60))
    expect(third).toEqual({ seen: [], marker: second.marker })
  })

  it('resumes at the same position when the marker’s notification was deleted', async () => {
    await using at = await usingEmulator({
      server: { ...server, rateLimits },
    })
    const account = await at.signIn()
    const ids: string[] = []
    for (const number of numbers(0, 5)) {
      await at.clock.advance(1)
      ids.push(at.people.mention({ by: 'bo', of: 'ada', text: `number ${number}` }).id)
    }
    const { marker } = await account.fetchUpdatesAfter(null)
    at.people.deleteStatus({ id: ids.at(-1) ?? '' })
    await at.clock.advance(1)
    for (const number of numbers(5, 30)) mention(at, number)

    const { seen } = await round(account, marker ?? '', 4)

    expect(seen).toEqual(numbers(5, 30))
  })

  it('polls by time without a gap when there are several pages', async () => {
    await using at = await usingEmulator({ server: { ...server, rateLimits } })
    const account = await at.signIn()
    mention(at, 0)
    const since = at.clock.now()
    await at.clock.advance(1)
    for (const number of numbers(1, 121)) mention(at, number)

    const updates = await account.fetchUpdates(since)

    expect(updates.map((update) => numberOf(update))).toEqual(numbers(1, 121))
  })
})

it('warns when a gap is too large to be closed', async () => {
  const server: ServerOptions = {
    software: 'snac',
    version: '4.0.0 (not true; really snac/2.84)',
    apiVersion: null,
    notificationIds: 'RANDOM',
    notificationPages: 'NEWEST',
  }
  await using at = await usingEmulator({ server: { ...server, rateLimits } })
  const account = await at.signIn()
  mention(at, 0)
  const { marker } = await account.fetchUpdatesAfter(null)
  for (const number of numbers(1, 1000)) mention(at, number)

  const { seen } = await round(account, marker ?? '', null)

  expect(seen.at(-1)).toBe(999)
  expect(seen).toEqual(numbers(1000 - seen.length, 1000))
  expect(seen.length).toBeGreaterThanOrEqual(800)
})

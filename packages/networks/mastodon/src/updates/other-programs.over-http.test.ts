import type { Update } from '@social/core'
import type { MastodonOptions as ServerOptions } from '@social/emulator/mastodon'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>
type Account = Awaited<ReturnType<At['signIn']>>

const SERVERS: readonly (readonly [name: string, options: ServerOptions])[] = [
  ['Mastodon', {}],
  ['one that pages forward, with ids that say nothing', { notificationIds: 'RANDOM' }],
  [
    'Hollo: newest first, moments in its ids',
    {
      software: 'hollo',
      version: '0.6.2',
      apiVersion: 7,
      notificationIds: 'TIMED',
      notificationPages: 'NEWEST',
    },
  ],
  [
    'Pixelfed: newest first, the marker included',
    {
      software: 'pixelfed',
      version: '3.5.3 (compatible; Pixelfed 0.12.4)',
      apiVersion: null,
      notificationPages: 'INCLUSIVE',
    },
  ],
  [
    'snac: newest first, ids that say nothing',
    {
      software: 'snac',
      version: '4.0.0 (not true; really snac/2.84)',
      apiVersion: null,
      notificationIds: 'RANDOM',
      notificationPages: 'NEWEST',
    },
  ],
  [
    'one that nobody knows, and that pages forward all the same',
    { software: 'homemade', version: '1.0', apiVersion: null, notificationIds: 'RANDOM' },
  ],
]

/** The number at the end of what somebody wrote. */
const numberOf = ({ raw }: Update): number => {
  const { status } = raw as { readonly status: { readonly content: string } } // each of them is a mention
  return Number(/(\d+)<\/p>$/.exec(status.content)?.[1])
}

function mention(at: At, number: number): void {
  at.people.mention({ by: 'bo', of: 'ada', text: `number ${number}` })
}

/** Nobody counts requests here: with one at a time there are many. */
const GENEROUS = { requests: 5000, seconds: 900 }
const rateLimits = { paging: GENEROUS, perToken: GENEROUS, perAccount: GENEROUS }

/** Polls until a round says that there is no more; a marker that stands still ends it as well. */
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
  throw new Error('The round has no end.')
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_none, index) => from + index)

describe.each(SERVERS)('polling %s', (_name, server) => {
  it.each([1, 3, 7, null])(
    'hands out each of 50 notifications once, in order, %s at a time',
    async (limit) => {
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
    },
  )

  it('goes on where it was when the notification it stood at is gone', async () => {
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

  it('polls by time without a gap when more came than fit one page', async () => {
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

it('says so when a gap is too wide to be closed', async () => {
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

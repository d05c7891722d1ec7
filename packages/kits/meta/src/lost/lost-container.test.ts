import { makePostResult, PlatformError } from '@social/core/platform'
import { aReconcileCall, FakeClock } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { findContainerPost } from './lost-container.js'
import { textMark } from './lost-post.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const RESULT = makePostResult({ id: '7', raw: {}, idempotencyKey: 'key-1' })
const LATER = { state: 'UNKNOWN', retryAfter: 30 }

/**
 * Queries the outcome of a container with the given status. The network lists its post from the
 * given query on.
 */
async function query(
  statuses: readonly (string | null)[],
  listedFrom = 0,
  isCutShort = false,
  sentAt = NOW.toISOString(),
) {
  const clock = new FakeClock({ now: NOW, autoAdvance: true })
  const asked: string[] = []
  let searches = 0
  const found = await findContainerPost(
    'c1',
    {
      sent: { sentAt, writtenAt: sentAt, textHash: textMark('Cake') },
      readStatus: async (id) => ({
        word: statuses[Math.min(asked.push(id), statuses.length) - 1] ?? null,
        message: '',
      }),
      findPost: async () => ({ result: (searches += 1) > listedFrom ? RESULT : null, isCutShort }),
    },
    aReconcileCall({ clock }),
  )
  return { found, asked, searches, seconds: (clock.now().getTime() - NOW.getTime()) / 1000 }
}

it.each<[string, Parameters<typeof query>, Awaited<ReturnType<typeof query>>]>([
  [
    'at once what is published and listed',
    [['PUBLISHED']],
    { found: { state: 'FOUND', result: RESULT }, asked: ['c1'], searches: 1, seconds: 0 },
  ],
  [
    'what the list shows a little later',
    [['PUBLISHED'], 2],
    { found: { state: 'FOUND', result: RESULT }, asked: ['c1', 'c1', 'c1'], searches: 3, seconds: 10 },
  ],
  [
    'what is published while it looks',
    [[null, 'IN_PROGRESS', 'PUBLISHED']],
    { found: { state: 'FOUND', result: RESULT }, asked: ['c1', 'c1', 'c1'], searches: 1, seconds: 10 },
  ],
])('finds %s', async (_what, given, expected) => {
  expect(await query(...given)).toEqual(expected)
})

it.each(['ERROR', 'EXPIRED'])('reports nothing published for status %s', async (word) => {
  expect(await query(['FINISHED', word])).toEqual({
    found: { state: 'NOT_PUBLISHED' },
    asked: ['c1', 'c1'],
    searches: 0,
    seconds: 3,
  })
})

it.each([
  ['is published and never listed', ['PUBLISHED'], 3],
  ['is only ready', ['FINISHED'], 0],
])('cannot decide for one that %s, and reports when to query again', async (_what, statuses, searches) => {
  expect(await query(statuses, 9)).toEqual({ found: LATER, asked: ['c1', 'c1', 'c1'], searches, seconds: 10 })
})

it('asks for a manual check immediately when newer posts exceed the search', async () => {
  expect(await query(['PUBLISHED'], 9, true)).toEqual({
    found: { state: 'UNKNOWN', retryAfter: null },
    asked: ['c1'],
    searches: 1,
    seconds: 0,
  })
})

it.each([
  ['is published and never listed', ['PUBLISHED']],
  ['is only ready', ['FINISHED']],
])('asks for a manual check after the end of the period, for one that %s', async (_what, statuses) => {
  const { found } = await query(statuses, 9, false, '2026-11-21T11:44:00.000Z')
  expect(found).toEqual({ state: 'UNKNOWN', retryAfter: null })
  expect((await query(statuses, 9, false, '2026-11-21T12:30:00.000Z')).found).toEqual(LATER)
})

it('rejects when the status is unreadable and the list lacks the post, and finds a listed post by its text', async () => {
  const failure = new PlatformError('No.', { platform: 'sample', statusCode: 500 })
  const failing = (result: typeof RESULT | null, text = 'Cake') =>
    findContainerPost(
      'c1',
      {
        sent: { sentAt: NOW.toISOString(), writtenAt: null, textHash: textMark(text) },
        readStatus: () => Promise.reject(failure),
        findPost: async () => ({ result, isCutShort: false }),
      },
      aReconcileCall({ clock: new FakeClock({ now: NOW, autoAdvance: true }) }),
    )
  await expect(failing(null)).rejects.toBe(failure)
  expect(await failing(RESULT)).toEqual({ state: 'FOUND', result: RESULT })
  await expect(failing(RESULT, '')).rejects.toBe(failure)
})

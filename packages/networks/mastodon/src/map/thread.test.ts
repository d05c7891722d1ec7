import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { makePostDetails } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { toThread } from './thread.js'

const post = makePostDetails({ id: '1' })

/** Creates a reply that was posted at the given minute. */
function reply(id: string, parentId: string, minute: number) {
  return makePostDetails({ id, parentId, createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) })
}

function threadOf(
  replies: readonly ReturnType<typeof reply>[],
  cut: { depth?: number; limit?: number } = {},
) {
  const { depth = null, limit = null } = cut
  return toThread({ post, replies, depth, limit, isArriving: false, raw: {} })
}

const ids = (thread: ReturnType<typeof threadOf>) => thread.replies.map(({ id }) => id)

describe('a thread', () => {
  // Holds R-0037.
  it('is sorted by time, then by id', () => {
    const thread = threadOf([reply('10', '1', 5), reply('9', '1', 5), reply('3', '1', 1)])

    expect(ids(thread)).toEqual(['3', '9', '10'])
    expect(thread.complete).toBe(true)
  })

  it('is limited in depth, and then incomplete', () => {
    const thread = threadOf([reply('2', '1', 1), reply('3', '2', 2), reply('4', '3', 3)], { depth: 2 })

    expect(ids(thread)).toEqual(['2', '3'])
    expect(thread.complete).toBe(false)
  })

  it('counts a reply whose parent is not in the list as depth 1', () => {
    expect(ids(threadOf([reply('5', 'gone', 1), reply('6', '5', 2)], { depth: 1 }))).toEqual(['5'])
  })

  it('keeps the oldest replies when it is limited in number, and is then incomplete', () => {
    const thread = threadOf([reply('3', '1', 2), reply('2', '1', 1)], { limit: 1 })

    expect(ids(thread)).toEqual(['2'])
    expect(thread.complete).toBe(false)
  })

  it('is complete when depth and limit remove nothing', () => {
    expect(threadOf([reply('2', '1', 1)], { depth: 1, limit: 1 }).complete).toBe(true)
  })

  // Holds R-0038, R-0268, R-0507.
  it('is incomplete when the server returned its maximum number of replies', () => {
    const replies = Array.from({ length: 4096 }, (_none, index) => reply(String(index + 2), '1', index))

    expect(threadOf(replies).complete).toBe(false)
    expect(threadOf(replies.slice(1)).complete).toBe(true)
  })

  it('is incomplete while replies are arriving', () => {
    expect(
      toThread({ post, replies: [], depth: null, limit: null, isArriving: true, raw: {} }).complete,
    ).toBe(false)
  })

  it('accepts replies that form a cycle', () => {
    expect(ids(threadOf([reply('2', '3', 1), reply('3', '2', 2)], { depth: 9 }))).toEqual(['2', '3'])
  })

  it.each([
    ['the oldest first', (keys: readonly number[]) => keys],
    ['the newest first', (keys: readonly number[]) => keys.toReversed()],
  ])('is processed in linear time at any depth, %s', (_what, order) => {
    const deep = (letters: number) =>
      order(Array.from({ length: letters / 64 }, (_none, index) => index + 2)).map((id) =>
        reply(String(id), String(id - 1), id),
      )

    expect(growthOf((replies) => threadOf(replies, { depth: 9 }), deep)).toBeLessThan(MAX_GROWTH)
  })
})

import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { toThread } from './thread.js'

const node = (key: number, replies: readonly unknown[], createdAt = '2026-11-21T10:00:00Z'): unknown => ({
  $type: 'app.bsky.feed.defs#threadViewPost',
  post: {
    uri: `at://did:plc:a/app.bsky.feed.post/${key}`,
    cid: 'bafy',
    author: { did: 'did:plc:a', handle: 'a.example' },
    record: { text: 'x', createdAt },
  },
  replies,
})
const gone = (key: string) => ({
  $type: 'app.bsky.feed.defs#notFoundPost',
  uri: `at://did:plc:a/app.bsky.feed.post/${key}`,
})
const read = (thread: unknown) => toThread(thread, { did: 'did:plc:me', limit: null, raw: {} })

const wide = (letters: number) =>
  node(
    0,
    Array.from({ length: letters / 256 }, (_value, key) => node(key + 1, [])),
  )
const deep = (letters: number) => {
  let thread = node(0, [])
  for (let key = 1; key < letters / 256; key += 1) thread = node(key, [thread])
  return thread
}

describe('a thread', () => {
  it('is read in linear time at any width and depth', () => {
    expect(growthOf(read, wide)).toBeLessThan(MAX_GROWTH)
    expect(growthOf(read, deep)).toBeLessThan(MAX_GROWTH)
    expect(read(deep(256 * 900))?.replies).toHaveLength(899)
  })

  it('leaves out unreadable posts, and is then incomplete', () => {
    const thread = read(node(0, [{ $type: 7 }, node(1, [])]))

    expect(thread?.replies).toHaveLength(1)
    expect(thread?.complete).toBe(false)
    expect(read({ $type: 'app.bsky.feed.defs#notFoundPost' })).toBeNull()
  })

  // Holds R-0040.
  it('is sorted by age, with placeholders after all others, in their original order', () => {
    const late = '2026-11-21T12:00:00Z'
    const replies = [gone('b'), node(3, [node(2, [])], late), gone('a'), node(1, [], '2026-11-21T09:00:00Z')]

    const keys = read(node(0, replies))?.replies.map(({ id }) => id.split('/').at(-1))

    expect(keys).toEqual(['1', '2', '3', 'b', 'a'])
  })

  it('is limited to its oldest replies, and is then incomplete', () => {
    const thread = node(0, [node(2, [], '2026-11-21T12:00:00Z'), node(1, [])])
    const cutTo = (limit: number) => toThread(thread, { did: 'did:plc:me', limit, raw: {} })

    expect(cutTo(1)).toMatchObject({ complete: false, replies: [{ id: expect.stringMatching(/1$/) }] })
    expect(cutTo(1)?.replies).toHaveLength(1)
    expect(cutTo(2)).toMatchObject({ complete: true })
    expect(cutTo(2)?.replies).toHaveLength(2)
  })
})

import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { facebook } from '../platform.js'

const { readUpdates } = facebook()

const NOW = new Date('2026-11-22T12:00:00Z')
const read = (entry: object, now = NOW) =>
  readUpdates(
    Buffer.from(JSON.stringify({ object: 'page', entry: [{ id: '1', time: 1_790_000_000, ...entry }] })),
    {},
    now,
  )
const change = (value: object, field = 'feed') => read({ changes: [{ field, value }] })[0]

const reaction = (who: string, type: string) =>
  change({
    item: 'reaction',
    verb: 'add',
    post_id: '1_7',
    reaction_type: type,
    from: { id: who },
    created_time: 5,
  })?.id

const edit = (time: number) =>
  change({ item: 'comment', verb: 'edited', comment_id: '7_9', edited_time: time })?.id

const liked = (who: object) =>
  change({ item: 'like', verb: 'add', post_id: '1_7', created_time: 5, ...who })?.id

describe('a change of a page', () => {
  it.each<[object, string, string]>([
    [{ item: 'comment', verb: 'add', comment_id: '7_9' }, 'COMMENT_CREATED', 'COMMENT_CREATED'],
    [{ item: 'comment', verb: 'remove', comment_id: '7_9' }, 'COMMENT_DELETED', 'COMMENT_DELETED'],
    [{ item: 'comment', verb: 'edited', comment_id: '7_9' }, 'UNKNOWN', 'comment edited'],
    [{ item: 'comment', verb: 'hide', comment_id: '7_9' }, 'UNKNOWN', 'comment hide'],
    [{ item: 'like', verb: 'add', post_id: '1_7' }, 'REACTION_ADDED', 'REACTION_ADDED'],
    [{ item: 'reaction', verb: 'remove', post_id: '1_7' }, 'UNKNOWN', 'reaction remove'],
    [{ item: 'photo', verb: 'remove', post_id: '1_7' }, 'POST_DELETED', 'POST_DELETED'],
    [{ item: 'status', verb: 'add', post_id: '1_7' }, 'UNKNOWN', 'status add'],
    [{}, 'UNKNOWN', 'feed'],
  ])('%j is %s (%s)', (value, kind, kindName) => {
    expect(change(value)).toMatchObject({ kind, kindName, raw: value })
  })

  it('of one action by two people has two ids, also in the older format', () => {
    const ids = [{ from: { id: '5' } }, { from: { id: '6' } }, { sender_id: '7' }, { sender_id: '8' }].map(
      liked,
    )
    expect(new Set(ids).size).toBe(4)
  })

  it('of another field keeps its name', () => {
    expect(change({}, 'ratings')).toMatchObject({ kind: 'UNKNOWN', kindName: 'ratings' })
  })

  it('has one id per action, and a new id for each repetition of an action', () => {
    expect(edit(1)).toBe(edit(1))
    expect(edit(1)).not.toBe(edit(2))
    expect(new Set([reaction('a', 'like'), reaction('b', 'like'), reaction('a', 'love')]).size).toBe(3)
  })

  it('without its own time has that of its entry', () => {
    expect(change({ item: 'comment', verb: 'add', comment_id: '7_9' })?.timestamp).toEqual(
      new Date(1_790_000_000_000),
    )
  })
})

describe('an update without any time', () => {
  it.each([
    ['change', { changes: [{ field: 'feed', value: { item: 'reaction', verb: 'add', post_id: '1_7' } }] }],
    ['change that names nothing', { changes: [{ field: 'ratings', value: { review_text: 'Good' } }] }],
    ['message', { messaging: [{ sender: { id: '5' }, postback: { title: 'Menu' } }] }],
    ['read mark', { messaging: [{ sender: { id: '5' }, reaction: { mid: 'm_1', action: 'unreact' } }] }],
  ])('a %s, has the time of the call, and one id for each of three deliveries', (_what, parts) => {
    const all = [0, 60_000, 3_600_000].flatMap((later) =>
      read({ time: null, ...parts }, new Date(NOW.getTime() + later)),
    )
    expect(all).toHaveLength(3)
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all[0]?.timestamp).toEqual(NOW)
  })

  it('differs from another of the same second that has no id either', () => {
    const changes = ['Good', 'Bad'].map((text) => ({ field: 'ratings', value: { review_text: text } }))
    expect(new Set(read({ changes }).map(({ id }) => id)).size).toBe(2)
  })
})

const message = (element: object, list = 'messaging') =>
  read({
    [list]: [{ sender: { id: '5' }, recipient: { id: '1' }, timestamp: 1_772_998_024_000, ...element }],
  })[0]

describe('a message', () => {
  it('is received, with its author', () => {
    expect(message({ message: { mid: 'm_1', text: 'Hello' } })).toMatchObject({
      kind: 'MESSAGE_RECEIVED',
      id: 'facebook:message:m_1',
      connectionId: 'facebook:1',
      conversationId: '5',
      actor: { id: '5' },
      timestamp: new Date(1_772_998_024_000),
    })
  })

  it('of the page itself, or controlled by another app, is not received', () => {
    expect(message({ message: { mid: 'm_1', is_echo: true } })).toMatchObject({
      kind: 'UNKNOWN',
      kindName: 'message',
    })
    expect(message({ message: { mid: 'm_1' } }, 'standby')).toMatchObject({
      kind: 'UNKNOWN',
      kindName: 'standby message',
    })
  })

  it('can also be a reaction, a read receipt, and more', () => {
    expect(message({ reaction: { action: 'react', mid: 'm_1' } })).toMatchObject({
      kind: 'REACTION_ADDED',
      postId: 'm_1',
    })
    expect(message({ reaction: { action: 'unreact', mid: 'm_1' } })).toMatchObject({
      kind: 'UNKNOWN',
      kindName: 'reaction',
    })
    expect(message({ read: { watermark: 7 } })).toMatchObject({ kind: 'UNKNOWN', kindName: 'read' })
    expect(message({ referral: {} })).toMatchObject({ kind: 'UNKNOWN', kindName: 'message' })
  })
})

function readAll(text: string): unknown {
  return readUpdates(Buffer.from(text), {}, NOW)
}

it.each([
  [
    'changes',
    (letters: number) =>
      `{"entry":[{"id":"1","changes":[${'{"field":"feed","value":{}},'.repeat(letters / 28)}{}]}]}`,
  ],
  [
    'messages',
    (letters: number) => `{"entry":[{"id":"1","messaging":[${'{"message":{}},'.repeat(letters / 15)}{}]}]}`,
  ],
  [
    'letters in an id',
    (letters: number) =>
      `{"entry":[{"id":"1","changes":[{"field":"feed","value":{"comment_id":"${'7_'.repeat(letters / 2)}"}}]}]}`,
  ],
])('is read in linear time, with many %s', (_what, make) => {
  expect(growthOf(readAll, make)).toBeLessThan(MAX_GROWTH)
})

import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { makePerson, makeUpdate, type Update, type UpdateAction, type UpdateInit } from '../models/index.js'
import { toConversations } from './conversations.js'

const REPLY: readonly UpdateAction[] = ['REPLY']
let minute = 0

/** An update of `fake:me`, one minute after the one before. `by` is the id of its author. */
function update(kind: string, id: string, more: Partial<UpdateInit> & { readonly by?: string } = {}): Update {
  const { by = 'ada', ...fields } = more
  minute += 1
  return makeUpdate({
    id,
    kind,
    platform: 'fake',
    connectionId: 'fake:me',
    timestamp: new Date(minute * 60_000),
    actor: makePerson({ id: by }),
    postId: id,
    text: `Text of ${id}`,
    actions: by === 'me' ? [] : REPLY,
    ...fields,
  })
}

const comment = (id: string, parentId = 'post', more = {}): Update =>
  update('COMMENT_CREATED', id, { aboutPostId: 'post', parentId, ...more })

const message = (id: string, connectionId = 'fake:me'): Update =>
  update('MESSAGE_RECEIVED', id, { conversationId: 'dm', connectionId })

/** A chain of replies, newest first. `growthOf` counts letters: one reply counts as 16 of them. */
const chain = (letters: number): readonly Update[] =>
  Array.from({ length: letters / 16 }, (_, index) =>
    comment(`c${index}`, index === 0 ? 'post' : `c${index - 1}`),
  ).toReversed()

describe('conversations', () => {
  it('are a comment with all its replies, at any depth and in any order', () => {
    const thread = [comment('c1'), comment('c2'), comment('r1', 'c1', { by: 'bob' }), comment('r2', 'r1')]
    const [first, second, ...more] = toConversations(thread.toReversed())
    expect(first?.updates.map(({ id }) => id)).toEqual(['c1', 'r1', 'r2'])
    expect(first).toMatchObject({
      kind: 'COMMENTS',
      aboutPostId: 'post',
      people: [{ id: 'ada' }, { id: 'bob' }],
      needsAnswer: true,
      replyTo: { id: 'r2' },
    })
    expect(second?.updates.map(({ id }) => id)).toEqual(['c2'])
    expect(more).toEqual([])
  })

  it('of replies to a comment that was not read belong together', () => {
    const [only, ...more] = toConversations([comment('r1', 'unread'), comment('r2', 'unread')])
    expect(only?.updates).toHaveLength(2)
    expect(more).toEqual([])
  })

  it('are all messages of one conversation, and separate per account', () => {
    const found = toConversations([message('m1'), message('m2'), message('m3', 'fake:other')])
    expect(found.map(({ kind, updates }) => [kind, updates.length])).toEqual([
      ['MESSAGES', 1],
      ['MESSAGES', 2],
    ])
    expect(new Set(found.map(({ id }) => id)).size).toBe(2)
  })

  it('need an answer until the account has answered, and again after the next question', () => {
    const asked = [comment('c1')]
    expect(toConversations(asked)[0]?.needsAnswer).toBe(true)
    const answered = [...asked, comment('a1', 'c1', { by: 'me' })]
    expect(toConversations(answered)[0]).toMatchObject({ needsAnswer: false, people: [{ id: 'ada' }] })
    const again = [...answered, comment('c3', 'a1')]
    expect(toConversations(again)[0]).toMatchObject({ needsAnswer: true, replyTo: { id: 'c3' } })
    expect(toConversations(again, { answered: new Set(['c3']) })[0]?.needsAnswer).toBe(false)
  })

  it('without an update that accepts a reply need no answer', () => {
    expect(toConversations([comment('c1', 'post', { actions: ['HIDE'] })])[0]).toMatchObject({
      replyTo: null,
      needsAnswer: false,
    })
  })

  it('leave out reactions, deleted comments and the account on its own', () => {
    const updates = [
      update('REACTION_ADDED', 'l1'),
      update('FOLLOWED', 'f1'),
      comment('own', 'post', { by: 'me' }),
      comment('gone'),
      update('COMMENT_DELETED', 'd1', { postId: 'gone' }),
    ]
    expect(toConversations(updates)).toEqual([])
  })

  it('show a changed review once, and an update that arrived twice once', () => {
    const before = update('REVIEW_CREATED', 'u1', { postId: 'review', rating: 2 })
    const after = update('REVIEW_UPDATED', 'u2', { postId: 'review', rating: 5 })
    const [only, ...more] = toConversations([before, after, after])
    expect(only).toMatchObject({ kind: 'REVIEW', updates: [{ rating: 5 }] })
    expect(more).toEqual([])
  })

  it('are the answers of a question, and the posts of a thread that mentions the account', () => {
    const question = update('QUESTION_CREATED', 'q1')
    const answer = update('ANSWER_CREATED', 'a1', { aboutPostId: 'q1', by: 'bob' })
    const mentions = ['p1', 'p2'].map((id) => update('MENTION', id, { threadRootId: 'root' }))
    const found = toConversations([question, answer, ...mentions])
    expect(found.map(({ kind, updates }) => [kind, updates.length])).toEqual([
      ['MENTIONS', 2],
      ['QUESTION', 2],
    ])
  })

  it('end at comments that refer to each other in a circle', () => {
    const circle = [comment('a', 'b'), comment('b', 'a')]
    expect(toConversations(circle)).toHaveLength(1)
  })

  it('are made in linear time, also of a long chain of replies', () => {
    expect(growthOf(toConversations, chain)).toBeLessThan(MAX_GROWTH)
  })

  it.each([undefined, null, 7, [null], [{}], [{ id: 'x', connectionId: 'y' }]])('refuse %o', (updates) => {
    expect(() => toConversations(updates as never)).toThrow(ConfigError)
  })

  it('refuse ids that are not a set', () => {
    expect(() => toConversations([], { answered: ['c1'] as never })).toThrow(ConfigError)
  })
})

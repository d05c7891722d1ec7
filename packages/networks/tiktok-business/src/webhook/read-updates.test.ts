import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { PlatformError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { readUpdates } from './read-updates.js'

const read = (message: unknown) =>
  readUpdates(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)))
const comment = (content: object, more: object = {}) => ({
  event: 'comment.update',
  create_time: 1_795_000_000,
  user_openid: '-000abc',
  content: JSON.stringify({ comment_id: '7', video_id: '8', comment_action: 'insert', ...content }),
  ...more,
})

const removed = (more: object) =>
  read({ event: 'authorization.removed', create_time: 1_795_000_000, user_openid: '-000abc', ...more })

describe('a pushed message', () => {
  it.each([
    [1_795_000_000, '2026-11-18T11:06:40.000Z'],
    [1_795_000_000_123, '2026-11-18T11:06:40.123Z'],
  ])('has a time in seconds or in milliseconds: %d', (timestamp, moment) => {
    expect(read(comment({ timestamp }))[0]?.timestamp.toISOString()).toBe(moment)
  })

  it('gets the time of the message when the comment has none', () => {
    expect(read(comment({}))[0]?.timestamp.toISOString()).toBe('2026-11-18T11:06:40.000Z')
  })

  it('keeps every digit of ids that are numbers', () => {
    const content =
      '{\\"comment_id\\":7301299999999999991,\\"video_id\\":7301234567890123456,\\"comment_action\\":\\"insert\\"}'
    const [update] = read(`{"event":"comment.update","create_time":1795000000,"content":"${content}"}`)
    expect(update).toMatchObject({
      id: '7301299999999999991',
      aboutPostId: '7301234567890123456',
      connectionId: '',
    })
  })

  it('of an unknown kind keeps TikTok’s name for it', () => {
    const [update] = read({ event: 'brand.mention', create_time: 1_795_000_000, content: 'no JSON {' })
    expect(update).toMatchObject({ kind: 'UNKNOWN', kindName: 'brand.mention' })
    expect(update?.raw).toEqual({ content: 'no JSON {' })
  })

  it.each([
    ['0', null],
    ['6', '6'],
  ])('has the text, and the comment that it replies to: %s', (parent_comment_id, parentId) => {
    expect(read(comment({ parent_comment_id, text: 'Nice' }))).toMatchObject([
      { text: 'Nice', parentId, actions: ['REPLY', 'HIDE'] },
    ])
  })

  it('about a deleted comment has no text and no operations', () => {
    expect(read(comment({ comment_action: 'delete', text: 'Nice' }))).toMatchObject([
      { text: null, actions: [] },
    ])
  })

  it('is of an unknown kind without the id of the comment', () => {
    const [update] = read({
      event: 'comment.update',
      create_time: 1_795_000_000,
      content: '{"comment_id":null}',
    })
    expect(update).toMatchObject({ kind: 'UNKNOWN', kindName: 'comment.update' })
  })

  it.each([
    ['insert', '7', 'COMMENT_CREATED', 'COMMENT_CREATED'],
    ['delete', '7:delete', 'COMMENT_DELETED', 'COMMENT_DELETED'],
    ['set_to_hidden', '7:set_to_hidden:1795000000000', 'UNKNOWN', 'set_to_hidden'],
  ])('reports the action on a comment: %s', (action, id, kind, kindName) => {
    expect(read(comment({ comment_action: action, unique_identifier: 'u1' }))).toMatchObject([
      {
        id,
        kind,
        kindName,
        platform: 'tiktok_business',
        connectionId: 'tiktok_business:-000abc',
        actor: { id: 'u1' },
        postId: '7',
        aboutPostId: '8',
        threadRootId: '8',
        raw: { comment_id: '7', comment_action: action },
        envelope: { event: 'comment.update', user_openid: '-000abc' },
      },
    ])
  })

  it('has no video and no actor when TikTok sends none', () => {
    for (const unique_identifier of [null, ''])
      expect(read(comment({ video_id: null, unique_identifier }))).toMatchObject([
        { actor: null, aboutPostId: null, threadRootId: null },
      ])
  })

  it('about revoked access has a different id for each person and time', () => {
    expect(removed({})).toMatchObject([
      {
        id: 'authorization.removed:-000abc:1795000000000',
        kind: 'CONNECTION_REVOKED',
        kindName: 'authorization.removed',
        connectionId: 'tiktok_business:-000abc',
        postId: null,
        envelope: { event: 'authorization.removed' },
      },
    ])
    expect(removed({ user_openid: null })).toMatchObject([
      { id: 'authorization.removed::1795000000000', connectionId: '' },
    ])
  })

  it.each([
    [{ a: 1 }, { a: 1 }],
    ['{"a":1}', { a: 1 }],
    ['[1]', { content: [1] }],
    ['null', { content: null }],
    [7, { content: 7 }],
    [undefined, { content: undefined }],
  ])('keeps content that is not an object unchanged: %j', (content, raw) => {
    expect(read({ event: 'x', create_time: 1_795_000_000, content })[0]?.raw).toEqual(raw)
  })

  it.each([
    ['{', 'not valid JSON'],
    ['[]', 'not an object'],
    ['{}', 'without an event'],
    ['{"event":"x"}', 'without a valid time'],
    ['{"event":"x","create_time":" "}', 'without a valid time'],
    ['{"event":"x","create_time":1e300}', 'without a valid time'],
  ])('is refused with the missing part when it is invalid: %s', (body, message) => {
    expect(() => read(body)).toThrow(message)
  })

  it.each([
    '',
    'null',
    '[]',
    '5',
    '"text"',
    '{',
    '{}',
    '{"event":""}',
    '{"event":7}',
    '{"event":"x"}',
    '{"event":"x","create_time":"soon"}',
    '['.repeat(9000),
  ])('is refused with a PlatformError when it is invalid: %s', (body) => {
    expect(() => read(body)).toThrow(PlatformError)
  })

  it.each([
    [
      'digits',
      (letters: number) => `{"event":"x","create_time":1795000000,"content":"${'1'.repeat(letters)}"}`,
    ],
    [
      'quotes',
      (letters: number) => `{"event":"x","create_time":1795000000,"content":"${'\\"'.repeat(letters / 2)}"}`,
    ],
    [
      'spaces',
      (letters: number) => `{"event":"x","create_time":1795000000,"content":"{${' '.repeat(letters)}"}`,
    ],
  ])('is read in linear time with many %s', (_what, make) => {
    expect(growthOf((body: string) => read(body), make)).toBeLessThan(MAX_GROWTH)
  })
})

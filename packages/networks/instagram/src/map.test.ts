import type { PushedMessage } from '@social/meta-kit'
import { aConnection } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { toChangeUpdate, toCommentValue, toMessageUpdate } from './map.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const THEN = new Date('2026-11-22T11:00:00Z')
const AT = Date.UTC(2026, 10, 22, 10)

const message = (value: object, changes: Partial<PushedMessage> = {}) =>
  toMessageUpdate(
    {
      type: 'MESSAGE',
      object: 'instagram',
      accountId: '178',
      time: THEN,
      isStandby: false,
      envelope: { id: '178' },
      ...changes,
      value: { sender: { id: '200' }, recipient: { id: '179' }, timestamp: AT, ...value },
    },
    NOW,
  )

describe('an event of a conversation', () => {
  it.each([
    ['a message', { message: { mid: 'm1' } }, 'MESSAGE_RECEIVED', 'MESSAGE_RECEIVED'],
    ['a reaction', { reaction: { mid: 'm1', action: 'react' } }, 'REACTION_ADDED', 'REACTION_ADDED'],
    ['a reaction that was taken back', { reaction: { mid: 'm1', action: 'unreact' } }, 'UNKNOWN', 'reaction'],
    ['an echo of the account’s own', { message: { mid: 'm1', is_echo: true } }, 'UNKNOWN', 'message'],
    ['a message that was deleted', { message: { mid: 'm1', is_deleted: true } }, 'UNKNOWN', 'message'],
    ['a mark of what was read', { read: { mid: 'm1' } }, 'UNKNOWN', 'read'],
    ['a button that was touched', { postback: { mid: 'm1' } }, 'UNKNOWN', 'postback'],
    ['a changed message', { message_edit: { mid: 'm1' } }, 'UNKNOWN', 'message_edit'],
    ['something new', { thing: { mid: 'm1' } }, 'UNKNOWN', 'message'],
  ])('becomes: %s', (_what, value, kind, kindName) => {
    expect(message(value)).toMatchObject({ kind, kindName })
  })

  it('belongs to the account that received it, with its sender as actor', () => {
    expect(message({ message: { mid: 'm1' } })).toMatchObject({
      id: 'instagram:179:message:m1',
      platform: 'instagram',
      connectionId: 'instagram:179',
      timestamp: new Date(AT),
      actor: { id: '200' },
      postId: 'm1',
      conversationId: '200',
      envelope: { id: '178' },
    })
    expect(message({ recipient: null, sender: null, message: { mid: 'm1' } })).toMatchObject({
      connectionId: 'instagram:178',
      actor: null,
      conversationId: null,
    })
  })

  it('that is an echo belongs to its sender, in the conversation with the recipient', () => {
    const echo = { sender: { id: '178' }, recipient: { id: '200' }, message: { mid: 'm1', is_echo: true } }
    expect(message(echo)).toMatchObject({
      id: `instagram:178:message:m1:178:${AT}`,
      kind: 'UNKNOWN',
      connectionId: 'instagram:178',
      actor: { id: '178' },
      conversationId: '200',
    })
    expect(message({ ...echo, sender: null })).toMatchObject({ connectionId: 'instagram:178', actor: null })
  })

  it('that another application controls cannot be answered', () => {
    const standby = { isStandby: true }
    expect(message({ message: { mid: 'm1' } }, standby)).toMatchObject({
      kind: 'UNKNOWN',
      kindName: 'standby message',
      id: `instagram:179:message:m1:200:${AT}`,
    })
    expect(message({ reaction: { mid: 'm1', action: 'react' } }, standby)).toMatchObject({
      kind: 'UNKNOWN',
      kindName: 'standby reaction',
    })
  })

  it('is identified by its account and time if the message id repeats', () => {
    const reaction = { mid: 'm1', action: 'react' }
    expect(message({ reaction }).id).toBe(`instagram:179:reaction:m1:200:${AT}`)
    const ids = [{}, { sender: { id: '201' } }, { timestamp: AT + 1000 }].map(
      (changes) => message({ reaction, ...changes }).id,
    )
    expect(new Set(ids).size).toBe(3)
  })

  it('without an id is identified by its content', () => {
    const ids = ['Hi', 'Hello', 'Hi'].map((text) => message({ message: { text } }).id)
    expect(ids[0]).toMatch(/^instagram:179:message::200:./)
    expect(ids[0]).not.toBe(ids[1])
    expect(ids[0]).toBe(ids[2])
  })

  it('has its own time, that of its push, or that of the call', () => {
    const moments = [{}, { timestamp: 'x' }].map(
      (value) => message({ message: { mid: 'm' }, ...value }).timestamp,
    )
    expect(moments).toEqual([new Date(AT), THEN])
    const nothing = message({ message: { mid: 'm' }, timestamp: null }, { time: null })
    expect(nothing.timestamp).toEqual(NOW)
  })
})

const change = (field: string, value: object, changes: { accountId?: string; time?: Date | null } = {}) =>
  toChangeUpdate({ accountId: '178', field, value: { ...value }, envelope: {}, time: THEN, ...changes }, NOW)

describe('a change of an account', () => {
  it.each([
    ['comments', 'COMMENT_CREATED', 'COMMENT_CREATED'],
    ['live_comments', 'COMMENT_CREATED', 'COMMENT_CREATED'],
    ['mentions', 'MENTION', 'MENTION'],
    ['story_insights', 'UNKNOWN', 'story_insights'],
  ])('of %s is %s', (field, kind, kindName) => {
    expect(change(field, { id: '7' })).toMatchObject({ kind, kindName, id: `instagram:178:${field}:7` })
  })

  it.each([
    ['a comment', { id: '7', media: { id: '9' } }, '7', '9'],
    ['a comment that mentions', { comment_id: '7', media_id: '9' }, '7', '9'],
    ['a number', { id: 7, media: { id: 9 } }, '7', '9'],
    ['a caption that mentions', { media_id: '9' }, null, '9'],
    ['empty ids', { id: '', media: { id: '' } }, null, null],
    ['nothing', { media: null }, null, null],
  ])('contains the ids of the comment and the media: %s', (_what, value, postId, mediaId) => {
    expect(change('comments', value)).toMatchObject({ postId, aboutPostId: mediaId, threadRootId: mediaId })
  })

  it('is identified by the comment, else the media, else by its content', () => {
    expect(change('mentions', { media_id: '9' }).id).toBe('instagram:178:mentions:9')
    const ids = [1, 2].map((reach) => change('story_insights', { reach }).id)
    expect(new Set(ids).size).toBe(2)
  })

  it('contains its author, with a profile URL if the name is known', () => {
    expect(change('comments', { from: { id: '5', username: 'bo' } }).actor).toMatchObject({
      id: '5',
      handle: 'bo',
      url: 'https://www.instagram.com/bo',
    })
    expect(change('comments', { from: { id: 5 } }).actor).toMatchObject({ id: '5', handle: null, url: null })
    expect(change('comments', { from: { username: 'bo' } }).actor).toBeNull()
    expect(change('comments', { from: 'bo' }).actor).toBeNull()
  })

  it('without an account has no connection, and without a time that of the call', () => {
    expect(change('comments', { id: '7' })).toMatchObject({ connectionId: 'instagram:178', timestamp: THEN })
    expect(change('comments', { id: '7' }, { accountId: '', time: null })).toMatchObject({
      connectionId: '',
      timestamp: NOW,
    })
  })
})

describe('a polled comment in the pushed shape', () => {
  const comment = { id: '7', from: null, text: null, parent_id: null, timestamp: '' }

  it('contains the polled fields', () => {
    const whole = { ...comment, from: { id: '5', username: 'bo' }, text: 'Hi', parent_id: '6' }
    expect(toCommentValue(whole, { id: '9', media_product_type: 'REELS' })).toEqual({
      id: '7',
      from: { id: '5', username: 'bo' },
      media: { id: '9', media_product_type: 'REELS' },
      parent_id: '6',
      text: 'Hi',
    })
  })

  it('omits missing fields', () => {
    const media = { id: '9', media_product_type: null }
    expect(toCommentValue(comment, media)).toEqual({ id: '7', media: { id: '9' } })
    expect(toCommentValue({ ...comment, from: { id: null, username: null } }, media)).toEqual({
      id: '7',
      from: {},
      media: { id: '9' },
    })
  })
})

describe('a comment can be shown and answered', () => {
  const COMMENT = { id: '7', text: 'Nice', media: { id: '9' }, from: { id: '5', username: 'bo' } }

  it('with its text, its parent and its operations', () => {
    expect(change('comments', COMMENT)).toMatchObject({
      text: 'Nice',
      parentId: '9',
      isOwn: false,
      actions: ['REPLY', 'HIDE', 'DELETE'],
    })
    expect(change('comments', { ...COMMENT, parent_id: '6' }).parentId).toBe('6')
  })

  it('but the comment of the account cannot be hidden, and a live comment not answered', () => {
    const own = change('comments', { ...COMMENT, from: { id: '178' } })
    expect(own).toMatchObject({ isOwn: true, actions: ['REPLY', 'DELETE'] })
    expect(change('live_comments', COMMENT).actions).toEqual(['HIDE', 'DELETE'])
    expect(change('mentions', COMMENT).actions).toEqual([])
  })

  const actions = (scopes: readonly string[]) =>
    toChangeUpdate(
      { accountId: '178', field: 'comments', value: COMMENT, envelope: {}, time: THEN },
      NOW,
      aConnection({ scopes }),
    ).actions

  it('by the scopes of the connection', () => {
    expect(actions(['instagram_business_basic'])).toEqual([])
    expect(actions(['instagram_business_manage_comments'])).toEqual(['REPLY', 'HIDE', 'DELETE'])
  })
})

it('a message has its text, its files and the message to which it replies', () => {
  const attachments = [{ type: 'image', payload: { url: 'https://cdn.example/a.jpg' } }]
  expect(message({ message: { mid: 'm', text: 'Hi', attachments, reply_to: { mid: 'n' } } })).toMatchObject({
    text: 'Hi',
    parentId: 'n',
    attachments: [{ kind: 'image', url: 'https://cdn.example/a.jpg' }],
    actions: [],
  })
})

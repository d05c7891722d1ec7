import { aConnection } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { profileUrlOf, REPLY_FIELDS, toChangeUpdate, toReplyValue } from './map.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const THEN = new Date('2026-11-22T11:00:00Z')
const ROOT = { id: '9', owner_id: '1', username: 'ada' }

const change = (field: string, value: object, more: { accountId?: string; time?: Date | null } = {}) =>
  toChangeUpdate(
    { accountId: '178', field, value: { ...value }, envelope: { a: 1 }, time: THEN, ...more },
    NOW,
  )

describe('a change of an account', () => {
  it.each([
    ['replies', 'COMMENT_CREATED', 'COMMENT_CREATED'],
    ['mentions', 'MENTION', 'MENTION'],
    ['publish', 'POST_PUBLISHED', 'POST_PUBLISHED'],
    ['delete', 'POST_DELETED', 'POST_DELETED'],
    ['insights', 'UNKNOWN', 'insights'],
  ])('of %s is %s', (field, kind, kindName) => {
    expect(change(field, { id: '7' })).toMatchObject({
      id: `threads:${field}:7`,
      kind,
      kindName,
      platform: 'threads',
      envelope: { a: 1 },
    })
  })

  it.each([
    ['replies', '9'],
    ['mentions', null],
    ['publish', '7'],
    ['delete', '7'],
  ])('of %s has the post %j', (field, aboutPostId) => {
    expect(change(field, { id: '7', root_post: ROOT })).toMatchObject({
      postId: '7',
      aboutPostId,
      threadRootId: '9',
    })
  })

  it.each([
    ['replies', { root_post: ROOT }, 'threads:1'],
    ['replies', { root_post: { ...ROOT, owner_id: 1 } }, 'threads:1'],
    ['replies', { root_post: { ...ROOT, owner_id: '' } }, 'threads:178'],
    ['replies', { owner: { owner_id: '2' } }, 'threads:178'],
    ['delete', { owner: { owner_id: '2' }, root_post: ROOT }, 'threads:2'],
    ['delete', { owner: null }, 'threads:178'],
    ['mentions', { root_post: ROOT, owner: { owner_id: '2' } }, 'threads:178'],
  ])('of %s with %j belongs to %s', (field, value, connectionId) => {
    expect(change(field, { id: '7', ...value }).connectionId).toBe(connectionId)
  })

  it('without an account has no connection', () => {
    expect(change('mentions', { id: '7' }, { accountId: '' }).connectionId).toBe('')
  })

  it('has its own time, that of its push, or that of the call', () => {
    const moments = { timestamp: '2026-11-22T09:00:00+0000', deleted_at: '2026-11-22T10:00:00+0000' }
    expect(change('replies', moments).timestamp).toEqual(new Date('2026-11-22T09:00:00Z'))
    expect(change('delete', moments).timestamp).toEqual(new Date('2026-11-22T10:00:00Z'))
    expect(change('replies', { timestamp: 'soon' }).timestamp).toEqual(THEN)
    expect(change('replies', {}, { time: null }).timestamp).toEqual(NOW)
  })

  it('has the user name as its author, the only field of Threads', () => {
    expect(change('replies', { username: 'bo' }).actor).toMatchObject({
      id: 'bo',
      handle: 'bo',
      url: 'https://www.threads.com/@bo',
    })
    expect(change('replies', { username: '' }).actor).toBeNull()
    expect(profileUrlOf('bo')).toBe('https://www.threads.com/@bo')
  })

  it('without a post id is identified by its content', () => {
    const [one, other, same] = [1, 2, 1].map((likes) => change('insights', { likes }).id)
    expect(one).toMatch(/^threads:insights:./)
    expect(one).not.toBe(other)
    expect(one).toBe(same)
    expect(change('replies', { id: 7 }).id).toBe('threads:replies:7')
  })
})

describe('a polled reply in the pushed shape', () => {
  const root = { id: '9', ownerId: '1', username: 'ada' }

  it('contains only the pushed fields, the owner of the post included', () => {
    const whole = Object.fromEntries(REPLY_FIELDS.map((name) => [name, name]))
    const reply = { ...whole, id: '7', timestamp: 't', root_post: { id: '9' }, hide_status: 'x' }
    expect(toReplyValue(reply, root)).toEqual({ ...whole, id: '7', timestamp: 't', root_post: ROOT })
  })

  it('R-0262: has the id of the pushed one and the same common fields, although the push has more', () => {
    const polled = { id: '7', username: 'bo', text: 'Hi', timestamp: '2026-11-22T09:00:00+0000' }
    const pushed = change('replies', { ...polled, has_replies: false, is_reply_owned_by_me: false })
    const same = change('replies', toReplyValue(polled, root))
    expect(pushed.id).toBe(same.id)
    expect(pushed.raw).toMatchObject(same.raw)
    expect(pushed.raw).toHaveProperty('has_replies')
  })

  it('keeps the root that Threads sends if it is another post', () => {
    const reply = { id: '7', timestamp: 't' }
    expect(toReplyValue({ ...reply, root_post: { id: '8' } }, root)).toEqual({
      ...reply,
      root_post: { id: '8' },
    })
    expect(toReplyValue(reply, root)).toEqual(reply)
  })
})

describe('an update can be shown and answered', () => {
  const REPLY = {
    id: '7',
    username: 'bo',
    text: 'Nice',
    permalink: 'https://www.threads.com/@bo/post/Pp',
    replied_to: { id: '9' },
    root_post: ROOT,
  }

  it('with the text, the address and the parent of a reply', () => {
    expect(change('replies', REPLY)).toMatchObject({
      text: 'Nice',
      url: REPLY.permalink,
      parentId: '9',
      attachments: [],
      isOwn: false,
      actions: ['REPLY', 'HIDE'],
    })
  })

  it('but a reply to a reply cannot be hidden, and an own reply is marked', () => {
    expect(change('replies', { ...REPLY, replied_to: { id: '8' } }).actions).toEqual(['REPLY'])
    expect(change('replies', { ...REPLY, username: ROOT.username }).isOwn).toBe(true)
    expect(change('publish', REPLY)).toMatchObject({ isOwn: true, actions: [] })
  })

  it('with the files of a mention', () => {
    const media = {
      media_type: 'IMAGE',
      media_url: 'https://cdn.example/a.jpg',
      alt_text: 'A cake',
      gif_url: 'https://cdn.example/a.gif',
    }
    expect(change('mentions', { id: '7', ...media })).toMatchObject({
      attachments: [{ kind: 'image', url: media.media_url, altText: 'A cake' }, { kind: 'gifv' }],
      actions: ['REPLY'],
    })
  })

  const actions = (scopes: readonly string[]) =>
    toChangeUpdate(
      { accountId: '1', field: 'replies', value: REPLY, envelope: {}, time: THEN },
      NOW,
      aConnection({ scopes }),
    ).actions

  it('by the scopes of the connection', () => {
    expect(actions(['threads_basic'])).toEqual([])
    expect(actions(['threads_content_publish'])).toEqual(['REPLY'])
    expect(actions(['threads_content_publish', 'threads_manage_replies'])).toEqual(['REPLY', 'HIDE'])
  })
})

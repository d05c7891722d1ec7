import { aConnection } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { actionsOf } from './actions.js'
import { toChangeUpdate } from './update.js'

const NOW = new Date('2026-11-24T09:00:00Z')
const comment = (value: object, connection = null as Parameters<typeof toChangeUpdate>[2]) =>
  toChangeUpdate(
    {
      accountId: '1',
      field: 'feed',
      value: { item: 'comment', verb: 'add', comment_id: '7_9', post_id: '1_7', ...value },
      time: NOW,
      envelope: {},
    },
    NOW,
    connection,
  )

describe('a comment on a post of the page', () => {
  it('has its text, its parent, its files and its operations', () => {
    const files = { photo: 'https://cdn.example/a.jpg', video: 'https://cdn.example/a.mp4' }
    expect(
      comment({ message: 'Nice', parent_id: '7_8', from: { id: '5', name: 'Bo' }, ...files }),
    ).toMatchObject({
      text: 'Nice',
      parentId: '7_8',
      attachments: [{ kind: 'image' }, { kind: 'video', url: 'https://cdn.example/a.mp4' }],
      isOwn: false,
      actions: ['REPLY', 'HIDE', 'DELETE', 'LIKE'],
    })
    expect(comment({})).toMatchObject({ text: null, parentId: null, attachments: [], isOwn: false })
  })

  it('of the page itself is marked, and cannot be hidden', () => {
    const own = { isOwn: true, actions: ['REPLY', 'DELETE', 'LIKE'] }
    expect(comment({ from: { id: '1' } })).toMatchObject(own)
  })

  it('has no operations without the permission', () => {
    const scopes = ['pages_manage_engagement']
    expect(comment({}, aConnection({ scopes })).actions).toContain('HIDE')
    expect(comment({}, aConnection({ scopes: ['pages_manage_posts'] })).actions).toEqual([])
  })
})

it.each(['MENTION', 'REACTION_ADDED', 'COMMENT_DELETED', 'MESSAGE_RECEIVED', 'UNKNOWN'] as const)(
  'an update of the kind %s has no operations',
  (kind) => {
    expect(actionsOf({ kind, postId: '7', isOwn: false }, null)).toEqual([])
  },
)

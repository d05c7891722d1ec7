import { aComment } from '@social-internal/meta-tests/updates-trial'
import { NotSupportedError, type Update } from '@social/core/platform'
import { aCall, aPublishCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { threads } from '../platform.js'
import { approveReply } from './index.js'

const platform = threads()
const connection = anAccount()
const trial = { platform, connection, commentId: '8' }
const PLACE = `/v1.0/${connection.accountId}`
const hide = (update: Update, replies = {}) => {
  const call = aCall({ platform, connection, replies })
  return { call, hiding: platform.setCommentVisibility(update, { hidden: true }, call) }
}

describe('an update that is not a reply', () => {
  it.each<[string, object]>([
    ['another kind', { kind: 'POST_PUBLISHED' }],
    ['no post', { postId: null }],
    ['another network', { platform: 'mastodon' }],
  ])(
    'because of %s, is neither answered nor hidden, and the error lists the valid kinds',
    async (_what, changes) => {
      const update = aComment(trial, changes)
      const answering = platform.replyToUpdate(update, 'x', aPublishCall({ platform, connection }))
      await expect(answering).rejects.toThrow(
        /threads does not support answering an update of the kind .*COMMENT_CREATED or MENTION/,
      )
      await expect(answering).rejects.toBeInstanceOf(NotSupportedError)
      const { call, hiding } = hide(update)
      await expect(hiding).rejects.toThrow(
        /threads does not support hiding an update of the kind .*Pass an update of the kind COMMENT_CREATED\./,
      )
      expect(call.transport.requests).toEqual([])
    },
  )

  it('and a mention is not hidden', async () => {
    await expect(hide(aComment(trial, { kind: 'MENTION' })).hiding).rejects.toThrow('of the kind MENTION')
  })
})

const below = (parentId: string | null, threadRootId: string | null) =>
  aComment(trial, { parentId, threadRootId })

describe('hiding', () => {
  const replies = { 'POST /v1.0/8/manage_reply': { success: true } }

  it('hides only a direct reply to a post: its replies are hidden too', async () => {
    const { call, hiding } = hide(below('5', '4'), replies)
    await expect(hiding).rejects.toThrow(
      /threads does not support hiding a reply to a reply.*Hide its parent reply/,
    )
    expect(call.transport.requests).toEqual([])
  })

  it.each([
    ['4', '4'],
    [null, '4'],
    ['5', null],
  ])('is attempted for a direct reply %j to %j', async (parent, root) => {
    const { call, hiding } = hide(below(parent, root), replies)
    await hiding
    expect(call.transport.requests.map(({ form }) => form)).toEqual([{ hide: 'true' }])
  })

  it.each([{}, { success: false }, { id: '8' }])('refuses the argument %j', async (reply) => {
    const { hiding } = hide(aComment(trial), { 'POST /v1.0/8/manage_reply': reply })
    await expect(hiding).rejects.toThrow('threads')
  })

  it('and approvals are repeated after an outage: repeating has no effect', async () => {
    let tries = 0
    const reply = () => ((tries += 1) % 2 === 1 ? { status: 503, body: '' } : { success: true })
    const both = { 'POST /v1.0/8/manage_reply': reply, 'POST /v1.0/8/manage_pending_reply': reply }
    const { call, hiding } = hide(aComment(trial), both)
    await hiding
    await approveReply('8', { approve: false }, call)
    expect(call.transport.requests.map(({ form }) => form)).toEqual([
      { hide: 'true' },
      { hide: 'true' },
      { approve: 'false' },
      { approve: 'false' },
    ])
  })

  it('and approvals are refused for a comment without an id', async () => {
    const call = aCall({ platform, connection, replies: {} })
    await expect(approveReply('', { approve: true }, call)).rejects.toThrow(
      'approveReply: replyId must be text',
    )
  })
})

const facade = { id: '9', media_type: 'REPOST_FACADE', reposted_post: { id: '7' } }
const repost = async (...posts: readonly object[]) => {
  const call = aCall({
    platform,
    connection,
    replies: { [`GET ${PLACE}/threads`]: { data: posts }, 'POST /v1.0/7/repost': { id: '10' } },
  })
  return { call, done: await platform.repost('7', call) }
}

describe('a repost', () => {
  it('is first searched among the newest posts', async () => {
    const { call, done } = await repost({ ...facade, id: '1', reposted_post: { id: '6' } }, facade)
    expect(done).toMatchObject({ postId: '7', repostId: '9', raw: { id: '9' } })
    expect(call.transport.paths).toEqual([`GET ${PLACE}/threads`])
    expect(call.transport.requests[0]?.query).toEqual({ fields: 'id,media_type,reposted_post', limit: '100' })
  })

  it.each<object>([
    { ...facade, media_type: 'TEXT_POST' },
    { ...facade, reposted_post: null },
    { ...facade, reposted_post: { id: '6' } },
  ])('is created if the list contains only %j', async (post) => {
    const { call, done } = await repost(post)
    expect(done).toMatchObject({ postId: '7', repostId: '10', raw: { id: '10' } })
    expect(call.transport.paths).toContain('POST /v1.0/7/repost')
  })

  it('is not removed, and no reply of another user is deleted. The error reports the alternatives', async () => {
    const call = aCall({ platform, connection })
    await expect(platform.undoRepost('7', { repostId: '9' }, call)).rejects.toThrow(
      /threads does not support removing a repost.*in the Threads app/,
    )
    await expect(platform.deleteComment(aComment(trial), call)).rejects.toThrow(
      /threads does not support deleting a reply of another user/,
    )
  })
})

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import page from '../__fixtures__/notifications.page.json' with { type: 'json' }
import quotes from '../__fixtures__/notifications.quote.json' with { type: 'json' }
import { notificationReply } from '../schemas.js'
import { readHtml } from './html/read-html.js'
import { toUpdate } from './notification.js'

const [favourite, mention] = page
const [quote] = quotes
const ada = anAccount()
const read = (notification: unknown) => toUpdate(v.parse(notificationReply, notification), ada, readHtml)
const mentionWith = (status: object) => ({ ...mention, status: { ...mention?.status, ...status } })

describe('the update of a notification', () => {
  // Holds R-0259.
  it('is a comment when it replies to a post of the account', () => {
    expect(read(mention)).toMatchObject({
      id: 'mastodon:social.example:34975861',
      kind: 'COMMENT_CREATED',
      kindName: 'COMMENT_CREATED',
      platform: 'mastodon',
      connectionId: 'mastodon:social.example:14715',
      timestamp: new Date('2026-11-21T11:56:01.000Z'),
      actor: { id: '971724', handle: 'bo@other.example' },
      postId: '115500000000000009',
      aboutPostId: '115500000000000001',
      threadRootId: null,
      conversationId: null,
      envelope: {},
    })
  })

  // Holds R-0258.
  it('is a message when the status is direct, even when it replies to a post of the account', () => {
    expect(read(mentionWith({ visibility: 'direct' }))).toMatchObject({
      kind: 'MESSAGE_RECEIVED',
      postId: '115500000000000009',
      aboutPostId: null,
    })
  })

  // Holds R-0260.
  it('is a mention when it replies to another account', () => {
    expect(read(mentionWith({ in_reply_to_account_id: '5' }))).toMatchObject({
      kind: 'MENTION',
      aboutPostId: null,
    })
  })

  // Holds R-0260.
  it('is a mention when it is not a reply', () => {
    expect(read(mentionWith({ in_reply_to_account_id: null, in_reply_to_id: null }))).toMatchObject({
      kind: 'MENTION',
      aboutPostId: null,
    })
  })

  // Holds R-0290.
  it('is a mention about the quoted post when the status is a quote', () => {
    expect(read(quote)).toMatchObject({
      kind: 'MENTION',
      postId: '115500000000000033',
      aboutPostId: '115500000000000001',
    })
  })

  it('reads a quoted post of which only the id is present', () => {
    const status = { ...quote?.status, quote: { state: 'accepted', quoted_status_id: '77' } }

    expect(read({ ...quote, status })).toMatchObject({ kind: 'MENTION', aboutPostId: '77' })
  })

  it('is a reaction for a favourite', () => {
    expect(read(favourite)).toMatchObject({
      kind: 'REACTION_ADDED',
      postId: '115500000000000001',
      aboutPostId: '115500000000000001',
    })
  })

  it('is a repost for a boost', () => {
    expect(read({ ...favourite, type: 'reblog' })).toMatchObject({
      kind: 'REPOST_ADDED',
      aboutPostId: '115500000000000001',
    })
  })

  it('is a follow without a post', () => {
    const follow = { ...favourite, type: 'follow', status: undefined }

    expect(read(follow)).toMatchObject({ kind: 'FOLLOWED', postId: null, aboutPostId: null })
  })

  it('is UNKNOWN with the original type for all other types', () => {
    expect(
      read({ id: '1', type: 'severed_relationships', created_at: '2026-01-01T00:00:00Z' }),
    ).toMatchObject({ kind: 'UNKNOWN', kindName: 'severed_relationships', actor: null, postId: null })
  })

  it('is null without a valid time', () => {
    expect(read({ ...mention, created_at: 'yesterday' })).toBeNull()
    expect(read({ ...mention, created_at: null })).toBeNull()
  })

  it('contains the untouched notification', () => {
    expect(read(mention)?.raw).toEqual(mention)
  })

  it('has a different id on another server', () => {
    const elsewhere = anAccount({ host: 'other.example', accountId: 'other.example:1' })

    expect(toUpdate(v.parse(notificationReply, mention), elsewhere, readHtml)?.id).toBe(
      'mastodon:other.example:34975861',
    )
  })
})

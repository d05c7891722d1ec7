import { InvalidPostError, NetworkError, NotFoundError } from '@social/core/platform'
import { aPublishCall, type PublishCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import context from '../__fixtures__/context.conversation.json' with { type: 'json' }
import conversations from '../__fixtures__/conversations.page.json' with { type: 'json' }
import instance from '../__fixtures__/instance.v2.json' with { type: 'json' }
import posted from '../__fixtures__/statuses.posted.json' with { type: 'json' }
import { mastodon } from '../platform.js'

const LIST = 'GET /api/v1/conversations'
const POST = 'POST /api/v1/statuses'
const OWN = 'GET /api/v1/accounts/14715/statuses'
const INSTANCE = 'GET /api/v2/instance'
const LAST = '115500000000000050'
const [conversation] = conversations
const last = conversation?.last_status

function callOf(replies: PublishCallSettings['replies'] = {}, settings: PublishCallSettings = {}) {
  return aPublishCall({
    platform: mastodon(),
    connection: anAccount(),
    ...settings,
    replies: {
      [LIST]: conversations,
      [`GET /api/v1/statuses/${LAST}/context`]: context,
      [`GET /api/v1/statuses/${LAST}`]: last,
      [POST]: { ...posted, visibility: 'direct', content: '<p>@amic@n.example hi</p>' },
      'GET /api/v1/accounts/482403': { id: '482403', acct: 'amic@n.example' },
      ...replies,
    },
  })
}

describe('sending a message', () => {
  // Holds R-0282.
  it('replies to the last message and mentions everyone', async () => {
    const call = callOf()

    const message = await mastodon().sendMessage('418450', { text: 'hi', options: { sensitive: true } }, call)

    expect(call.transport.paths).toEqual([LIST, POST])
    expect(call.transport.requestsTo(POST)[0]?.form).toEqual({
      status: '@amic@n.example hi',
      visibility: 'direct',
      in_reply_to_id: LAST,
      sensitive: 'true',
    })
    expect(call.transport.requestsTo(POST)[0]?.headers).toHaveProperty('idempotency-key')
    expect(message).toMatchObject({
      id: '115500000000000001',
      conversationId: '418450',
      text: '@amic@n.example hi',
      sender: { id: '14715', handle: 'ada@social.example' },
      isMine: true,
    })
  })

  it('replies to the message of a marker', async () => {
    const call = callOf()

    await mastodon().sendMessage(`status:${LAST}`, { text: 'hi', options: {} }, call)

    expect(call.transport.paths).toEqual([`GET /api/v1/statuses/${LAST}`, POST])
    expect(call.transport.requestsTo(POST)[0]?.form).toMatchObject({
      status: '@amic@n.example hi',
      visibility: 'direct',
      in_reply_to_id: LAST,
    })
  })

  it.each([{ visibility: 'public' }, { quotedStatusId: '1' }, { titel: 'x' }])(
    'refuses %j before any request',
    async (options) => {
      const call = callOf()

      await expect(mastodon().sendMessage('418450', { text: 'hi', options }, call)).rejects.toThrow(
        InvalidPostError,
      )
      expect(call.transport.requests).toEqual([])
    },
  )

  it('fails with NotFoundError for an unknown conversation', async () => {
    await expect(mastodon().sendMessage('1', { text: 'hi', options: {} }, callOf())).rejects.toThrow(
      NotFoundError,
    )
  })

  it('accepts a response that contains only an id', async () => {
    const call = callOf({ [POST]: { id: '9' } })

    const message = await mastodon().sendMessage('418450', { text: 'hi', options: {} }, call)

    expect(message).toMatchObject({
      id: '9',
      sender: { id: '14715', handle: 'ada@social.example' },
      sentAt: call.clock.now(),
      isMine: true,
    })
  })

  it('accepts an unreadable response', async () => {
    const call = callOf({ [POST]: { id: '9', url: 7, content: {}, account: 'ada', mentions: 'all' } })

    expect(await mastodon().sendMessage('418450', { text: 'hi', options: {} }, call)).toMatchObject({
      id: '9',
      sender: { id: '14715' },
    })
  })

  it('is repeated unchanged when its response was lost', async () => {
    const message = { text: 'hi', options: {} }
    const first = callOf({ [POST]: new NetworkError('lost') }, { retries: { attempts: 1 } })
    await expect(mastodon().sendMessage('418450', message, first)).rejects.toThrow(NetworkError)

    const second = callOf({ [LIST]: [], [OWN]: [], [INSTANCE]: instance }, { receipt: first.receipt })
    await second.clock.advance(60)
    await mastodon().sendMessage('418450', message, second)

    expect(second.transport.paths).toEqual([OWN, INSTANCE, POST])
    expect(second.transport.requestsTo(POST)[0]?.text).toBe(first.transport.requestsTo(POST)[0]?.text)
  })
})

describe('starting a conversation', () => {
  // Holds R-0283.
  it('mentions each person once, and returns the id of the listed conversation', async () => {
    const listed = { ...conversation, id: '77', last_status: { ...last, id: posted.id } }
    const call = callOf({ [LIST]: [listed] })

    const message = await mastodon().startConversation(
      ['482403', '482403'],
      { text: 'hi', options: {} },
      call,
    )

    expect(call.transport.paths).toEqual(['GET /api/v1/accounts/482403', POST, LIST])
    expect(call.transport.requestsTo(POST)[0]?.form).toEqual({
      status: '@amic@n.example hi',
      visibility: 'direct',
    })
    expect(message).toMatchObject({ id: posted.id, conversationId: '77' })
  })

  // Holds R-0284.
  it('returns a marker when the conversation is not listed yet', async () => {
    const call = callOf({ [LIST]: [] })

    expect(await mastodon().startConversation(['482403'], { text: 'hi', options: {} }, call)).toMatchObject({
      conversationId: `status:${posted.id}`,
    })
  })

  it('returns a marker when the list fails, because the message was sent', async () => {
    const call = callOf({ [LIST]: { status: 500 } })

    expect(await mastodon().startConversation(['482403'], { text: 'hi', options: {} }, call)).toMatchObject({
      conversationId: `status:${posted.id}`,
    })
    expect(call.warnings).toHaveLength(1)
  })

  it('sends nothing when one of the people does not exist', async () => {
    const call = callOf()

    await expect(
      mastodon().startConversation(['482403', '1'], { text: 'hi', options: {} }, call),
    ).rejects.toThrow(NotFoundError)
    expect(call.transport.requestsTo(POST)).toEqual([])
  })
})

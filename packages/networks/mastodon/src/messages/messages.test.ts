import { aPublishCall, inTurn, type PublishCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import context from '../__fixtures__/context.conversation.json' with { type: 'json' }
import conversations from '../__fixtures__/conversations.page.json' with { type: 'json' }
import posted from '../__fixtures__/statuses.posted.json' with { type: 'json' }
import { mastodon } from '../platform.js'

const LIST = 'GET /api/v1/conversations'
const POST = 'POST /api/v1/statuses'
const LAST = '115500000000000050'
const [conversation] = conversations
const last = conversation?.last_status
const FIRST_PAGE = { after: null, limit: null }

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

const pageLink = (maxId: string) => ({
  link: `<https://social.example/api/v1/conversations?max_id=${maxId}>; rel="next"`,
})

describe('conversations', () => {
  // Holds R-0225, R-0279.
  it('are listed with one request', async () => {
    const call = callOf({
      [LIST]: { status: 200, headers: pageLink('108835003356700379'), body: conversations },
    })

    const page = await mastodon().readConversations({ after: '9', limit: 100 }, call)

    expect(call.transport.paths).toEqual([LIST])
    expect(call.transport.requests[0]?.query).toEqual({ max_id: '9', limit: '40' })
    expect(page).toMatchObject({
      items: [
        {
          id: '418450',
          people: [{ id: '482403', handle: 'amic@n.example' }],
          lastMessage: {
            id: LAST,
            conversationId: '418450',
            text: '@ada see you',
            isMine: false,
            deleted: false,
          },
          unreadCount: 1,
          updatedAt: new Date('2026-11-21T12:10:00.000Z'),
          canReplyUntil: null,
          fullHistory: false,
        },
      ],
      next: '108835003356700379',
    })
  })

  it('exclude the connected account from the people, and need no last message', async () => {
    const empty = { id: '1', unread: false, accounts: [{ id: '14715', acct: 'ada' }], last_status: null }

    const page = await mastodon().readConversations(FIRST_PAGE, callOf({ [LIST]: [empty] }))

    expect(page.items).toMatchObject([{ people: [], lastMessage: null, unreadCount: 0, updatedAt: null }])
  })
})

describe('messages', () => {
  // Holds R-0280.
  it('are the direct posts among the people of the conversation, newest first, without a next page', async () => {
    const call = callOf()

    const page = await mastodon().readMessages('418450', FIRST_PAGE, call)

    expect(call.transport.paths).toEqual([LIST, `GET /api/v1/statuses/${LAST}/context`])
    expect(page.items.map(({ id }) => id)).toEqual([LAST, '115500000000000049'])
    expect(page.items.map(({ isMine }) => isMine)).toEqual([false, true])
    expect(page.next).toBeNull()
  })

  it('start after the message of the cursor', async () => {
    const page = await mastodon().readMessages('418450', { after: LAST, limit: null }, callOf())

    expect(page.items.map(({ id }) => id)).toEqual(['115500000000000049'])
  })

  it('start after a deleted message of the cursor', async () => {
    const page = await mastodon().readMessages('418450', { after: '115500000000000050', limit: 1 }, callOf())

    expect(page.items.map(({ id }) => id)).toEqual(['115500000000000049'])
  })

  it('are searched page by page', async () => {
    const other = { ...conversation, id: '1' }
    const call = callOf({
      [LIST]: inTurn({ status: 200, headers: pageLink('5'), body: [other] }, conversations),
    })

    expect((await mastodon().readMessages('418450', FIRST_PAGE, call)).items).toHaveLength(2)
    expect(call.transport.requests[1]?.query).toMatchObject({ max_id: '5' })
  })

  it('are empty for a conversation that is not listed', async () => {
    const call = callOf()

    expect(await mastodon().readMessages('1', FIRST_PAGE, call)).toEqual({ items: [], next: null })
    expect(call.transport.paths).toEqual([LIST])
  })

  it('are not searched forever when the server returns the same page again', async () => {
    const call = callOf({ [LIST]: { status: 200, headers: pageLink('5'), body: [] } })

    expect((await mastodon().readMessages('1', FIRST_PAGE, call)).items).toEqual([])
    expect(call.transport.requests).toHaveLength(2)
  })

  it('are read from the thread of a marker’s message', async () => {
    const call = callOf()

    const page = await mastodon().readMessages(`status:${LAST}`, FIRST_PAGE, call)

    expect(page.items.map(({ id }) => id)).toEqual([LAST, '115500000000000049'])
    expect(page.items[0]?.conversationId).toBe(`status:${LAST}`)
    expect(call.transport.paths).not.toContain(LIST)
  })
})

describe('marking a conversation as read', () => {
  const READ = 'POST /api/v1/conversations/418450/read'

  it('is one request', async () => {
    const call = callOf({ [READ]: conversation })

    await mastodon().markRead('418450', call)

    expect(call.transport.paths).toEqual([READ])
  })

  it('finds the conversation of a marker by its last message', async () => {
    const call = callOf({ [READ]: conversation })

    await mastodon().markRead(`status:${LAST}`, call)

    expect(call.transport.paths).toEqual([LIST, READ])
  })

  it('finds the conversation of a marker further up its thread', async () => {
    const around = { ancestors: [], descendants: [last] }
    const call = callOf({ [READ]: conversation, 'GET /api/v1/statuses/5/context': around })

    await mastodon().markRead('status:5', call)

    expect(call.transport.paths).toEqual([LIST, 'GET /api/v1/statuses/5/context', READ])
  })

  it('does nothing when the marker belongs to no conversation', async () => {
    const call = callOf({
      [LIST]: [],
      [`GET /api/v1/statuses/${LAST}/context`]: { ancestors: [], descendants: [] },
    })

    await mastodon().markRead(`status:${LAST}`, call)

    expect(call.transport.paths).not.toContain(READ)
  })
})

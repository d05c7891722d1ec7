import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { messagesReply } from '../schemas.js'
import { toContext, toConversations, toMessage, toSentMessage } from './index.js'

const ada = anAccount()
const PAIR = `${ada.accountId}-999`

/**
 * Parses a response with one message for each argument. Each argument changes fields of its
 * message.
 */
function read(...changes: readonly object[]) {
  const data = changes.map((change, index) => ({
    id: `${10 - index}`,
    text: 'Hello',
    dm_conversation_id: PAIR,
    created_at: '2026-11-22T10:00:00.000Z',
    sender_id: '999',
    ...change,
  }))
  const includes = {
    users: [{ id: '999', username: 'bo' }],
    media: [
      {
        media_key: '3_1',
        type: 'photo',
        url: 'https://pbs.example/1',
        preview_image_url: 'https://pbs.example/1s',
      },
      { media_key: '13_2', type: 'video' },
      { media_key: '7_3' },
    ],
  }
  const reply = parse(messagesReply, { data, includes })
  const context = toContext(reply.includes, ada)
  return { context, messages: reply.data.flatMap((one) => toMessage(one, context) ?? []) }
}

describe('a private message of X', () => {
  it('contains its sender, its direction and its time', () => {
    expect(read({}, { id: 8, sender_id: Number(ada.accountId), text: null }).messages).toMatchObject([
      {
        id: '10',
        conversationId: PAIR,
        sender: { id: '999', handle: 'bo' },
        text: 'Hello',
        sentAt: new Date('2026-11-22T10:00:00Z'),
        isMine: false,
        deleted: false,
        attachments: [],
      },
      { id: '8', sender: { id: ada.accountId, handle: null }, text: '', isMine: true },
    ])
  })

  it('is skipped without conversation, sender or time, and the others are still returned', () => {
    const odd = [{ dm_conversation_id: null }, { sender_id: null }, { created_at: 'today' }, { id: null }]

    expect(read(...odd, {}).messages.map(({ id }) => id)).toEqual(['6'])
  })

  it('contains the attachments that X includes', () => {
    const [message] = read({ attachments: { media_keys: ['3_1', '13_2', '7_3', '3_9'] } }).messages

    expect(message?.attachments).toMatchObject([
      { kind: 'image', url: 'https://pbs.example/1', previewUrl: 'https://pbs.example/1s' },
      { kind: 'video', url: null, previewUrl: null },
      { kind: 'unknown', url: null },
      { kind: 'unknown', url: null },
    ])
  })

  it('that was just sent is marked as own', () => {
    const parts = { id: '1', conversationId: PAIR, text: 'Hi', sentAt: new Date(0), raw: {} }

    expect(
      toSentMessage(parts, ada.with({ accountName: '@ada', avatarUrl: 'https://pbs.example/a' })),
    ).toMatchObject({
      ...parts,
      sender: { id: ada.accountId, handle: 'ada', avatarUrl: 'https://pbs.example/a' },
      isMine: true,
      deleted: false,
      attachments: [],
    })
    expect(toSentMessage(parts, ada.with({ accountName: 'Ada' })).sender.handle).toBeNull()
  })
})

describe('the conversations of X', () => {
  it('are derived from messages, newest first, and exclude the account itself', () => {
    const { messages, context } = read(
      {},
      { dm_conversation_id: '777', sender_id: '3' },
      { sender_id: ada.accountId },
      { dm_conversation_id: '777', sender_id: '4' },
    )

    expect(toConversations(messages, context)).toMatchObject([
      {
        id: PAIR,
        people: [{ id: '999', handle: 'bo' }],
        lastMessage: { id: '10' },
        unreadCount: null,
        updatedAt: new Date('2026-11-22T10:00:00Z'),
        canReplyUntil: null,
        fullHistory: false,
      },
      { id: '777', people: [{ id: '3' }, { id: '4' }], lastMessage: { id: '9' } },
    ])
  })

  it('of two contain the other person, also with only own messages', () => {
    const { messages, context } = read({ sender_id: ada.accountId })

    expect(toConversations(messages, context)).toMatchObject([{ people: [{ id: '999', handle: 'bo' }] }])
  })
})

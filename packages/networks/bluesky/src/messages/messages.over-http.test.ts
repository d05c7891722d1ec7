import { BlockedError, InvalidPostError, MissingPermissionError, OutcomeUnknownError } from '@social/core'
import { WITHOUT_MESSAGES } from '@social/emulator/bluesky'
import { describe, expect, it } from 'vitest'

import { sharedEmulator } from '../__fixtures__/shared-emulator.js'

const at = sharedEmulator()

describe('private messages', () => {
  // Holds R-0043, R-0225, R-0227, R-0228, R-0229, R-0303, R-0304.
  it('are sent, read and marked as read with the proxy header', async () => {
    const message = await at.ada.startConversation([at.didOf('bea.bsky.test')], 'hi, see https://example.com')
    at.net.network.message({ by: 'bea', to: 'ada', text: 'hello back' })
    const { items } = await at.ada.readConversations()
    const [conversation] = items
    const messages = await at.ada.readMessages(message.conversationId)
    await at.ada.sendMessage(message.conversationId, 'bye')
    await at.ada.markRead(message.conversationId)

    expect(conversation).toMatchObject({
      people: [{ handle: 'bea.bsky.test' }],
      unreadCount: 1,
      fullHistory: true,
      lastMessage: { text: 'hello back', isMine: false },
    })
    expect(conversation?.updatedAt).toBeInstanceOf(Date)
    expect(conversation?.updatedAt).toEqual(conversation?.lastMessage?.sentAt)
    expect(messages.items).toMatchObject([
      { text: 'hello back', sender: { handle: 'bea.bsky.test' }, isMine: false },
      { text: 'hi, see https://example.com', sender: { handle: 'ada.bsky.test' }, isMine: true },
    ])
    expect((await at.ada.readConversations()).items[0]?.unreadCount).toBe(0)
    const chat = at.net.emulator.requests('bluesky').filter(({ path }) => path.includes('chat.bsky'))
    expect(new Set(chat.map(({ headers }) => headers['atproto-proxy']))).toEqual(
      new Set(['did:web:api.bsky.chat#bsky_chat']),
    )
    const [withLink, without] = chat.filter(({ path }) => path.endsWith('sendMessage'))
    expect(withLink?.json).toMatchObject({
      message: { facets: [{ features: [{ uri: 'https://example.com' }] }] },
    })
    expect(without?.json).toEqual({ convoId: message.conversationId, message: { text: 'bye' } })
  })

  it('exclude system messages, and are empty when deleted', async () => {
    const { convoId, id } = at.net.network.message({ by: 'cleo', to: 'ada', text: 'oops' })
    at.net.network.deleteMessage({ convoId, id })
    at.net.network.systemMessage({ convoId })
    const { items } = await at.ada.readMessages(convoId)

    expect(items).toMatchObject([{ id, text: '', deleted: true }])
    const conversation = (await at.ada.readConversations()).items.find((one) => one.id === convoId)
    expect(conversation?.lastMessage).toBeNull()
  })

  // Holds R-0305.
  it('require the permission of the app password', async () => {
    const bea = await at.net.signIn('bea.bsky.test', WITHOUT_MESSAGES)
    const failure: unknown = await bea.readConversations().catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(MissingPermissionError)
    expect(failure).toMatchObject({ needs: 'direct messages' })
    expect(String(failure)).toMatch(/app password/)
  })

  it('are refused for handles, for blocked people, and when too long', async () => {
    const [bea, cleo] = [at.didOf('bea.bsky.test'), at.didOf('cleo.example.test')]
    await expect(at.ada.startConversation([bea, 'cleo.example.test'], 'hi')).rejects.toThrow(/DID/)
    await expect(at.ada.startConversation(['bea.bsky.test'], 'hi')).rejects.toThrow(/DID/)
    await expect(at.ada.startConversation([bea], 'a'.repeat(1001))).rejects.toThrow(InvalidPostError)
    expect(at.net.routes()).toEqual([])
    at.net.network.block({ by: 'cleo', person: 'ada' })
    await expect(at.ada.startConversation([cleo], 'hi')).rejects.toThrow(BlockedError)
    at.net.network.unblock({ by: 'cleo', person: 'ada' })
  })

  it('whose response is lost are found among the newest, by their text', async () => {
    const { conversationId } = await at.ada.startConversation([at.didOf('bea.bsky.test')], 'x')
    const faults = at.net.emulator.faults('bluesky')
    faults.add({ fault: 'replyLost', path: '/xrpc/chat.bsky.convo.sendMessage' })
    const sent = await at.ada.sendMessage(conversationId, 'once', { idempotencyKey: 'message-1' })
    const again = await at.ada.sendMessage(conversationId, 'once', { idempotencyKey: 'message-1' })

    expect(sent).toMatchObject({ text: 'once', isMine: true, conversationId })
    expect(again.id).toBe(sent.id)
    const { items } = await at.ada.readMessages(conversationId)
    expect(items.filter(({ text }) => text === 'once')).toHaveLength(1)
  })

  it('that are listed late are found by a later search, and by a later call', async () => {
    const { conversationId } = await at.ada.startConversation([at.didOf('bea.bsky.test')], 'x')
    const faults = at.net.emulator.faults('bluesky')
    faults.add({ fault: 'replyLost', path: '/xrpc/chat.bsky.convo.sendMessage' })
    const empty = { fault: 'status', status: 200, body: { messages: [] } } as const
    faults.add({ ...empty, path: '/xrpc/chat.bsky.convo.getMessages', count: 2 })
    await expect(at.ada.sendMessage(conversationId, 'late')).resolves.toMatchObject({ text: 'late' })

    faults.add({ fault: 'replyLost', path: '/xrpc/chat.bsky.convo.sendMessage' })
    faults.add({ ...empty, path: '/xrpc/chat.bsky.convo.getMessages', count: 3 })
    const key = { idempotencyKey: 'message-2' }
    const failure: unknown = await at.ada
      .sendMessage(conversationId, 'later', key)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OutcomeUnknownError)
    expect(failure).toMatchObject({ retryAfter: 60 })
    await expect(at.ada.sendMessage(conversationId, 'later', key)).resolves.toMatchObject({ text: 'later' })
    const { items } = await at.ada.readMessages(conversationId)
    expect(items.slice(0, 3).map(({ text }) => text)).toEqual(['later', 'late', 'x'])
  })

  it('that are not found are never sent again, and have no retryAfter after ten minutes', async () => {
    const { conversationId } = await at.ada.startConversation([at.didOf('bea.bsky.test')], 'the same words')
    await at.net.clock.advance(60)
    const faults = at.net.emulator.faults('bluesky')
    faults.add({ fault: 'closeBeforeEffect', path: '/xrpc/chat.bsky.convo.sendMessage' })
    const key = { idempotencyKey: 'message-3' }
    const send = () =>
      at.ada.sendMessage(conversationId, 'the same words', key).catch((error: unknown) => error)

    expect(await send()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 60 })
    at.net.clear()
    await at.net.clock.advance(700)
    expect(await send()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })
    expect(at.net.routes()).not.toContain('POST chat.bsky.convo.sendMessage')
  })
})

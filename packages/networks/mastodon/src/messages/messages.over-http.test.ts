import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

describe('private messages over HTTP', () => {
  // Holds R-0043, R-0227, R-0228, R-0281.
  it('are listed, read, replied to and marked as read', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.message({ by: 'bo', to: ['ada', 'bea'], text: 'hello you two' })

    const { items } = await account.readConversations()
    const [conversation] = items
    expect(conversation).toMatchObject({
      unreadCount: 1,
      fullHistory: false,
      lastMessage: { id, isMine: false },
    })
    expect(conversation?.people.map(({ handle }) => handle).toSorted()).toEqual([
      `bea@${at.host}`,
      'bo@other.example',
    ])

    const conversationId = conversation?.id ?? ''
    await at.clock.advance(1)
    const sent = await account.sendMessage(conversationId, 'hi')
    const { items: messages, next } = await account.readMessages(conversationId)
    expect(messages.map((message) => message.id)).toEqual([sent.id, id])
    expect(next).toBeNull()
    expect(at.statuses().find((status) => status.id === sent.id)).toMatchObject({
      visibility: 'direct',
      replyTo: id,
    })

    await account.markRead(conversationId)
    expect((await account.readConversations()).items).toMatchObject([{ unreadCount: 0 }])
  })

  // Holds R-0280.
  it('exclude messages to other people than those of the conversation', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.message({ by: 'bo', to: ['ada'], text: 'hello' })
    const [conversation] = (await account.readConversations()).items
    await at.clock.advance(1)
    at.people.message({ by: 'bo', to: ['ada', 'dee'], text: 'dee, see this', replyTo: id })

    const { items } = await account.readMessages(conversation?.id ?? '')

    expect(items.map((message) => message.id)).toEqual([id])
  })

  // Holds R-0229, R-0283, R-0285.
  it('start a conversation that continues by its real id, or by its marker', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const bo = at.people.state().people.find(({ acct }) => acct === 'bo@other.example')?.id ?? ''

    const first = await account.startConversation([bo], 'hello')
    expect(first.conversationId).toBe((await account.readConversations()).items[0]?.id)

    const marker = `status:${first.id}`
    await at.clock.advance(1)
    const second = await account.sendMessage(marker, 'are you there?')
    await at.clock.advance(1)
    at.people.message({ by: 'bo', to: ['ada'], text: 'yes', replyTo: second.id })
    expect((await account.readMessages(marker)).items).toHaveLength(3)
    expect((await account.readConversations()).items).toMatchObject([{ unreadCount: 1 }])
    await account.markRead(marker)
    expect((await account.readConversations()).items).toMatchObject([{ unreadCount: 0 }])
  })

  it('are sent once when the response is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.message({ by: 'bo', to: ['ada'], text: 'hello' })
    const [conversation] = (await account.readConversations()).items
    at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault: 'replyLost' })

    await account.sendMessage(conversation?.id ?? '', 'hi')

    expect(at.statuses()).toHaveLength(2)
  })
})

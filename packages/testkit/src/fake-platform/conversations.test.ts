import { makePerson, NotFoundError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { ana, callOf, publishCallOf, textsOf } from './__fixtures__/test-calls.js'
import { FakePlatform } from './fake-platform.js'

describe('the conversations of a fake platform', () => {
  const page = { after: null, limit: null }

  it('come newest first, by the last message', async () => {
    const platform = new FakePlatform({ pageSize: 5 })
    platform.addConversation([ana])
    platform.addConversation([makePerson({ id: 'ben' })], { unreadCount: 3, fullHistory: false })
    platform.addMessage('conversation-1', ana, 'hello')

    expect(await platform.readConversations(page, callOf(platform))).toMatchObject({
      items: [
        { id: 'conversation-1', unreadCount: 1, lastMessage: { text: 'hello' }, fullHistory: true },
        { id: 'conversation-2', unreadCount: 3, lastMessage: null, fullHistory: false },
      ],
      next: null,
    })
  })

  // Holds R-0226.
  it('hold messages, newest first', async () => {
    const platform = new FakePlatform()
    platform.addConversation([ana])
    for (const text of ['one', 'two', 'three']) platform.addMessage('conversation-1', ana, text)
    const read = (after: string | null) =>
      platform.readMessages('conversation-1', { after, limit: null }, callOf(platform))

    const first = await read(null)

    expect(textsOf(first.items)).toEqual(['three', 'two'])
    expect(textsOf((await read(first.next)).items)).toEqual(['one'])
  })

  // Holds R-0519.
  it('take messages and marks', async () => {
    const platform = new FakePlatform()
    platform.addConversation([ana])
    platform.addMessage('conversation-1', ana, 'hello')
    const sent = await platform.sendMessage(
      'conversation-1',
      { text: 'hi', options: {} },
      publishCallOf(platform),
    )
    await platform.markRead('conversation-1', callOf(platform))

    expect(sent).toMatchObject({
      id: 'message-2',
      isMine: true,
      sender: { id: '42' },
      conversationId: 'conversation-1',
    })
    expect(platform.sentMessages).toEqual([
      { connectionId: 'fake:42', conversationId: 'conversation-1', text: 'hi' },
    ])
    expect(platform.markedRead).toEqual([{ connectionId: 'fake:42', conversationId: 'conversation-1' }])
    expect((await platform.readConversations(page, callOf(platform))).items).toMatchObject([
      { unreadCount: 0 },
    ])
  })

  it('are used again by exactly the same people', async () => {
    const platform = new FakePlatform()
    platform.addConversation([ana])
    const start = (people: readonly string[]) =>
      platform.startConversation(people, { text: 'hi' }, publishCallOf(platform))

    expect((await start(['ana'])).conversationId).toBe('conversation-1')
    expect((await start(['ana', 'ben'])).conversationId).toBe('conversation-2')
    expect((await start(['ben', 'ana'])).conversationId).toBe('conversation-2')
  })

  it('refuse what is not there', async () => {
    const platform = new FakePlatform()

    expect(() => platform.addMessage('nowhere', ana, 'hi')).toThrow(NotFoundError)
    await expect(platform.readMessages('nowhere', page, callOf(platform))).rejects.toThrow(NotFoundError)
    await expect(platform.markRead('nowhere', callOf(platform))).rejects.toThrow(NotFoundError)
    await expect(
      platform.sendMessage('nowhere', { text: 'hi', options: {} }, publishCallOf(platform)),
    ).rejects.toThrow(NotFoundError)
  })
})

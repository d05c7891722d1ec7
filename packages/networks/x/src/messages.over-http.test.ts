import { NotSupportedError, OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>
const idOf = (at: At, name: string): string =>
  at.network.state().people.find(({ username }) => username === name)?.id ?? ''

describe('private messages', () => {
  it('are sent, and appear in conversations and in lists of messages', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const bo = idOf(at, 'bo')

    const first = await account.startConversation([bo], 'Hello')
    at.network.message({ by: 'bo', to: 'ada', text: 'Hi!' })
    const second = await account.sendMessage(first.conversationId, 'How are you?')
    const { items: conversations } = await account.readConversations()
    const { items: messages } = await account.readMessages(first.conversationId)

    expect(first).toMatchObject({ text: 'Hello', isMine: true, sender: { handle: 'ada' } })
    expect(conversations).toMatchObject([
      {
        id: first.conversationId,
        people: [{ id: bo, handle: 'bo' }],
        lastMessage: { id: second.id, text: 'How are you?' },
        unreadCount: null,
      },
    ])
    expect(messages.map(({ text, isMine }) => [text, isMine])).toEqual([
      ['How are you?', true],
      ['Hi!', false],
      ['Hello', true],
    ])
  })

  it('can be sent to groups', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const people = [idOf(at, 'bo'), idOf(at, 'cleo')]

    const { conversationId } = await account.startConversation(people, 'Hello all')
    await account.sendMessage(conversationId, 'Still there?')

    expect((await account.readMessages(conversationId)).items).toHaveLength(2)
    await expect(account.startConversation(['ada'], 'me')).rejects.toThrow('x requires ids of other people')
  })

  it('are read page by page', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    for (const text of ['one', 'two', 'three']) at.network.message({ by: 'bo', to: 'ada', text })
    const [conversation] = (await account.readConversations()).items
    const id = conversation?.id ?? ''

    const newest = await account.readMessages(id, { limit: 2 })
    const older = await account.readMessages(id, { limit: 2, after: newest.next })

    expect([newest, older].map(({ items }) => items.map(({ text }) => text))).toEqual([
      ['three', 'two'],
      ['one'],
    ])
    expect(older.next).toBeNull()
  })

  it.each([
    ['sendMessage', '/2/dm_conversations/:id/messages'],
    ['startConversation', '/2/dm_conversations/with/:user/messages'],
    ['a group', '/2/dm_conversations'],
  ])('whose response was lost are found: %s', async (what, path) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const [bo, cleo] = [idOf(at, 'bo'), idOf(at, 'cleo')]
    const { conversationId } = at.network.message({ by: 'bo', to: 'ada', text: 'Lost' })
    at.faults.add({ method: 'POST', path, fault: 'replyLost' })

    const message =
      what === 'sendMessage'
        ? await account.sendMessage(conversationId, 'Lost')
        : await account.startConversation(what === 'a group' ? [bo, cleo] : [bo], 'Lost')

    expect(at.effects()).toMatchObject([{ kind: 'MESSAGE', id: message.id }])
  })

  it('are searched for only in the newest twenty, because each is billed', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { conversationId } = at.network.message({ by: 'bo', to: 'ada', text: 'Hi' })
    at.faults.add({ method: 'POST', path: '/2/dm_conversations/:id/messages', fault: 'replyLost' })
    const before = account.usage['credits'] ?? 0
    for (let count = 0; count < 30; count += 1) at.network.message({ by: 'bo', to: 'ada', text: `${count}` })
    await at.clock.advance(60)

    await account.sendMessage(conversationId, 'Lost')

    // The sent message costs 15. The search read 20 messages, which cost 10 each.
    expect((account.usage['credits'] ?? 0) - before).toBe(15 + 20 * 10)
  })

  it('that were not processed stay unknown, and are not sent again', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { conversationId } = at.network.message({ by: 'bo', to: 'ada', text: 'Hi' })
    const path = '/2/dm_conversations/:id/messages'
    const fault = at.faults.add({ method: 'POST', path, fault: 'closeBeforeEffect', count: 'all' })

    for (let count = 0; count < 2; count += 1)
      await expect(
        account.sendMessage(conversationId, 'Lost', { idempotencyKey: 'k' }),
      ).rejects.toBeInstanceOf(OutcomeUnknownError)
    expect(fault.hits).toBe(1)
  })

  it('are refused before a request when they are invalid or not allowed', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['tweet.read', 'users.read', 'tweet.write'])

    await expect(account.sendMessage('1-2', 'Hi')).rejects.toMatchObject({ needs: 'dm.write' })
    await expect(account.readConversations()).rejects.toMatchObject({ needs: 'dm.read' })
    await expect(account.sendMessage('x/../y', 'Hi')).rejects.toThrow('An x conversation id is')
    await expect(account.sendMessage('1-2', 'a'.repeat(10_001))).rejects.toThrow('has 10001 characters')
    await expect(account.markRead('1-2')).rejects.toBeInstanceOf(NotSupportedError)
    expect(at.requests()).toEqual([])
  })

  it('are refused with advice when the person does not accept them', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.network.closeMessages({ person: 'bo' })

    await expect(account.startConversation([idOf(at, 'bo')], 'Hi')).rejects.toThrow(
      'The person does not accept messages from this account, or the connection lacks dm.read and dm.write.',
    )
  })
})

import { OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'

const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
const KEY = { idempotencyKey: 'k' }

describe('a lost response', () => {
  it('to a reply is recovered by a search', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bo', text: 'hello' })
    at.faults.add({ ...SEND, fault: 'replyLost' })

    const reply = await account.reply(id, 'hi', KEY)

    expect(at.effects()).toMatchObject([{ kind: 'COMMENT', id: reply.id }])
    expect(at.counts()['POST /api/v1/statuses']).toBe(1)
  })

  it('to a message is recovered by a search, with its conversation', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.message({ by: 'bea', to: ['ada'], text: 'hello' })
    const { items } = await account.readConversations()
    const [conversation] = items
    at.faults.add({ ...SEND, fault: 'replyLost' })

    const message = await account.sendMessage(conversation?.id ?? '', 'hi', KEY)

    expect(id).not.toBe(message.id)
    expect(message).toMatchObject({ conversationId: conversation?.id, isMine: true, text: '@bea hi' })
    expect(at.effects()).toMatchObject([{ kind: 'MESSAGE', id: message.id }])
  })

  it('to the start of a conversation is recovered by a search', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const bea = at.people.state().people.find(({ acct }) => acct === 'bea')
    at.faults.add({ ...SEND, fault: 'replyLost' })

    const message = await account.startConversation([bea?.id ?? ''], 'hi', KEY)

    expect(at.effects()).toMatchObject([{ kind: 'MESSAGE', id: message.id }])
    const { items } = await account.readConversations()
    expect(items.map(({ id }) => id)).toEqual([message.conversationId])
  })

  it('does not match the same text posted with another key', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const post = { text: 'good morning' }
    const other = await account.post(post, { idempotencyKey: 'other' })
    at.faults.add({ ...SEND, fault: 'closeBeforeEffect' })
    await expect(account.post(post, KEY)).rejects.toThrow(OutcomeUnknownError)
    await at.clock.advance(60)

    const result = await account.post(post, KEY)

    expect(result.id).not.toBe(other.id)
    expect(at.effects()).toHaveLength(2)
  })

  it('does not match an older post with the same text', async () => {
    await using at = await usingEmulator({
      server: { version: '0.19.1', software: 'gotosocial', idempotencyKeys: 'IGNORED' },
    })
    const account = await at.signIn()
    at.people.post({ by: 'ada', text: 'good morning' })
    await at.clock.advance(60)
    await account.limits()
    at.faults.add({ ...SEND, fault: 'closeBeforeEffect' })

    await expect(account.post({ text: 'good morning' }, KEY)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
  })

  it('to a post is recovered despite forty newer posts', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await account.limits()
    const lists = at.faults.add({
      path: '/api/v1/accounts/:id/statuses',
      fault: 'status',
      status: 500,
      count: 'all',
    })
    at.faults.add({ ...SEND, fault: 'replyLost' })
    await expect(account.post({ text: 'buried' }, KEY)).rejects.toMatchObject({
      retryAfter: expect.any(Number),
    })
    for (let more = 0; more < 85; more += 1) at.people.post({ by: 'ada', text: `newer ${more}` })
    lists.remove()
    await at.clock.advance(2 * 3600)

    const { id } = await account.post({ text: 'buried' }, KEY)

    expect(at.effects()[0]?.id).toBe(id)
  })

  it('to a post leads to a repeat with its key when the account is not allowed to read', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const body = { error: 'This action is outside the authorized scopes' }
    at.faults.add({ path: '/api/v1/accounts/:id/statuses', fault: 'status', status: 403, body, count: 'all' })
    at.faults.add({ ...SEND, fault: 'closeBeforeEffect' })
    await expect(account.post({ text: 'good morning' }, KEY)).rejects.toThrow(OutcomeUnknownError)
    await at.clock.advance(60)

    const { id } = await account.post({ text: 'good morning' }, KEY)

    expect(at.effects()).toMatchObject([{ id }])
  })
})

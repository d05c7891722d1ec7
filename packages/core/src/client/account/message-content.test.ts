import { describe, expect, it } from 'vitest'

import { makeUpdate } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'
import { UPDATE, MESSAGE, ANSWERS, type EntryPoint } from '../__fixtures__/reported-operations.js'
import { methodBehind } from './operation-table.js'

describe('the content of a message', () => {
  const key = { idempotencyKey: 'hello' }

  it.each([
    ['another conversation', 'sendMessage', ['c1', 'Hello', key], ['c2', 'Hello', key]],
    ['other words', 'sendMessage', ['c1', 'Hello', key], ['c1', 'Hi', key]],
    [
      'other options',
      'sendMessage',
      ['c1', 'Hello', key],
      ['c1', 'Hello', { ...key, options: { tone: 'kind' } }],
    ],
    ['other people', 'startConversation', [['a'], 'Hello', key], [['b'], 'Hello', key]],
    [
      'another update',
      'replyToUpdate',
      [UPDATE, 'Hello', key],
      [makeUpdate({ ...UPDATE, id: '2' }), 'Hello', key],
    ],
    ['another post', 'reply', ['p1', 'Hello', key], ['p2', 'Hello', key]],
    ['another post', 'editPost', ['p1', { text: 'Hello' }, key], ['p2', { text: 'Hello' }, key]],
    [
      'an empty text instead of none',
      'editPost',
      ['p1', { options: { a: 1 } }, key],
      ['p1', { text: '', options: { a: 1 } }, key],
    ],
  ])('is part of the fingerprint of a key: %s', async (_what, operation, first, second) => {
    const method = methodBehind(operation)
    const { client } = await aCapableClient({ [method]: () => Promise.resolve(ANSWERS[method]) })
    const account = client.account('sample:1') as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
    await account[operation]?.(...first)
    await expect(account[operation]?.(...second)).rejects.toThrow(/was already used with other content/)
  })
})

it("a sent message is not reported as failed because the platform's result is malformed", async () => {
  const { client } = await aCapableClient({ sendMessage: async () => ({ ...MESSAGE, sender: null }) })
  const account = client.account('sample:1') as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
  expect(await account['sendMessage']?.('c1', 'Hello')).toMatchObject({ id: 'm1' })
})

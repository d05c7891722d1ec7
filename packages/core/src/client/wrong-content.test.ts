import { createContext, runInContext } from 'node:vm'

import { describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import { Media } from '../media/index.js'
import { Connection, makeUpdate } from '../models/index.js'
import { aCapableClient } from './__fixtures__/capable.js'
import type { EntryPoint } from './__fixtures__/entry-point.js'
import { UPDATE } from './__fixtures__/reported-operations.js'
import { aClient } from './__fixtures__/sample.js'

describe('content that no network stores unchanged is refused before a request', () => {
  const HALF = '\ud83d'
  const posts: readonly (readonly [string, unknown, RegExp])[] = [
    ['a blank text', { text: ' \n\t ' }, /blank/],
    ['a NUL', { text: 'a\0b' }, /NUL/],
    ['half an emoji', { text: `a${HALF}` }, /half an emoji/],
    [
      'a NUL in an alt text',
      { media: [Media.fromUrl('https://example.com/a.png', { altText: 'a\0' })] },
      /alt text of media\[0\] holds a NUL/,
    ],
    [
      'half an emoji in an alt text',
      { media: [Media.fromUrl('https://example.com/a.png', { altText: HALF })] },
      /alt text of media\[0\] holds half an emoji/,
    ],
    ['half an emoji in an option', { text: 'x', options: { spoilerText: HALF } }, /spoilerText holds half/],
    [
      'a NUL deep in an option',
      { text: 'x', options: { poll: { options: ['a\0'] } } },
      /poll\.options\.0 holds/,
    ],
  ]
  it.each(posts)('%s', async (_what, post, sentence) => {
    const { account, transport } = await aClient()
    const publish = account.post.bind(account) as EntryPoint
    await expect(publish(post)).rejects.toThrow(sentence)
    await expect(publish(post)).rejects.toThrow(InvalidPostError)
    expect(transport.requests).toEqual([])
  })

  it.each(['a\0', HALF, '  ', ''])('in messages and replies: %j', async (text) => {
    const { client } = await aCapableClient()
    const account = client.account('sample:1')
    await expect(account.sendMessage('1', text)).rejects.toThrow(InvalidPostError)
    await expect(account.startConversation(['1'], text)).rejects.toThrow(InvalidPostError)
    await expect(account.replyToUpdate(UPDATE, text)).rejects.toThrow(InvalidPostError)
    await expect(account.reply('1', text)).rejects.toThrow(InvalidPostError)
  })

  it.each(['.', '..', '%2e%2E'])('an id that is not a valid path segment: %s', async (id) => {
    const { client, transport } = await aClient()
    await expect(client.account('sample:1').deletePost(id)).rejects.toThrow(ConfigError)
    expect(transport.requests).toEqual([])
  })
})

describe('ids and keys that stores or networks might treat as equal', () => {
  it.each(['\ud83d', 'a\udc00b', 'a\0b'])(
    '%j is refused before a request, as an id of any kind',
    async (id) => {
      const { client, transport } = await aCapableClient()
      const account = client.account('sample:1')
      const refused = /half an emoji|NUL/
      await expect(account.readPost(id)).rejects.toThrow(refused)
      await expect(account.readPost(id)).rejects.toThrow(ConfigError)
      await expect(account.sendMessage(id, 'x')).rejects.toThrow(refused)
      await expect(account.startConversation([id], 'x')).rejects.toThrow(refused)
      await expect(account.readLikes('1', { after: id })).rejects.toThrow(refused)
      await expect(account.fetchUpdatesAfter(id)).rejects.toThrow(refused)
      await expect(account.post({ text: 'x' }, { idempotencyKey: id })).rejects.toThrow(refused)
      for (const field of ['id', 'postId', 'aboutPostId', 'conversationId'])
        await expect(
          account.replyToUpdate(makeUpdate({ ...UPDATE, raw: {}, [field]: id }), 'x'),
        ).rejects.toThrow(`update.${field} holds`)
      expect(transport.requests).toEqual([])
    },
  )

  it.each(['\ud83d', 'a\0b'])('%j is refused as an account id', (accountId) => {
    const init = { platform: 'sample', accountName: 'x', token: { accessToken: 'a' } }
    expect(() => new Connection({ ...init, accountId })).toThrow(/Connection.accountId holds/)
  })
})

describe('moments', () => {
  it.each([
    '2026-02-30T10:00:00Z',
    '2026-02-29T10:00:00Z',
    '2026-04-31T10:00:00+02',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
  ])('a date that does not exist is refused: %s', async (since) => {
    const { client } = await aCapableClient()
    await expect(client.account('sample:1').fetchUpdates(since)).rejects.toThrow(ConfigError)
  })

  it.each(['2028-02-29T10:00:00Z', '0099-02-28T00:00:00Z', '2026-12-31T23:59:59+00'])(
    '%s is accepted',
    async (since) => {
      const { client } = await aCapableClient()
      await expect(client.account('sample:1').fetchUpdates(since)).resolves.toBeUndefined()
    },
  )

  it.each([Number.NaN, Infinity, 9e15, '5', null])('an epoch of %s is refused', async (epochMilliseconds) => {
    const { client } = await aCapableClient()
    const moment = { epochMilliseconds } as { epochMilliseconds: number } // wrong types on purpose
    await expect(client.account('sample:1').fetchUpdates(moment)).rejects.toThrow(/epochMilliseconds/)
  })

  it('a Date of another realm is accepted', async () => {
    const { client } = await aCapableClient()
    const foreign: unknown = runInContext("new Date('2026-01-01T00:00:00Z')", createContext({}))
    expect(foreign).not.toBeInstanceOf(Date)
    await expect(client.account('sample:1').fetchUpdates(foreign as Date)).resolves.toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'

import type { PublishCall } from '../../contract/index.js'
import { InvalidPostError, NetworkError, NotAllowedError, NotSupportedError } from '../../errors/index.js'
import { makePostResult } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'
import { aConnection } from '../__fixtures__/sample.js'

const POST = { text: 'Hello', firstComment: 'First!' }
const KEY = { idempotencyKey: 'draft-1' }

/** A client whose network records posts and comments. */
async function aNetwork(more: object = {}) {
  const sent: string[] = []
  const record = (call: PublishCall, line: string) =>
    call.finish({ data: {} }, async () => {
      sent.push(line)
      return `${sent.length}`
    })
  const { client } = await aCapableClient({
    publish: async ({ text }: { text: string }, call: PublishCall) =>
      makePostResult({ id: await record(call, `post ${text}`) }),
    comment: (postId: string, text: string, call: PublishCall) => record(call, `comment ${postId} ${text}`),
    ...more,
  })
  return { account: client.account(aConnection().id), sent, record }
}

describe('a first comment', () => {
  it('is published after the post, at most once per key', async () => {
    const { account, sent } = await aNetwork()
    const posted = await account.post(POST, KEY)
    expect(posted).toMatchObject({
      id: '1',
      idempotencyKey: 'draft-1',
      firstComment: { state: 'DONE', id: '2' },
    })
    expect(await account.post(POST, KEY)).toMatchObject({ id: '1', firstComment: { state: 'DONE', id: '2' } })
    expect(sent).toEqual(['post Hello', 'comment 1 First!'])
  })

  it('is part of the content under the key', async () => {
    const { account } = await aNetwork()
    await account.post(POST, KEY)
    await expect(account.post({ ...POST, firstComment: 'Other' }, KEY)).rejects.toThrow('other content')
    await expect(account.post({ text: 'Hello' }, KEY)).rejects.toThrow('other content')
  })

  it('is repeated alone if only the comment failed, and the error names the published post', async () => {
    let fails = true
    const network = await aNetwork({
      comment: (postId: string, text: string, call: PublishCall) => {
        if (fails && postId !== 'unpublished') throw new NetworkError('away', { delivery: 'NOT_SENT' })
        return network.record(call, `comment ${postId} ${text}`)
      },
    })
    const failed = network.account.post(POST, KEY)
    await expect(failed).rejects.toMatchObject({
      idempotencyKey: 'draft-1',
      partsOut: [{ id: '1' }],
      message: expect.stringContaining('The post itself is published.'),
    })
    fails = false
    const posted = await network.account.post(POST, KEY)
    expect(posted).toMatchObject({ id: '1', firstComment: { state: 'DONE' } })
    expect(network.sent).toEqual(['post Hello', 'comment 1 First!'])
  })

  it('stays pending until the post is public', async () => {
    let state: 'PROCESSING' | 'DONE' = 'PROCESSING'
    const { account, sent } = await aNetwork({
      publish: (_post: unknown, call: PublishCall) =>
        call.finish({ data: {} }, async () => makePostResult({ id: 'job', state: 'PROCESSING' })),
      checkState: async () => makePostResult({ id: state === 'DONE' ? 'video' : 'job', state }),
    })
    expect(await account.post(POST, KEY)).toMatchObject({
      id: 'job',
      state: 'PROCESSING',
      firstComment: { state: 'PENDING', id: null },
    })
    expect(sent).toEqual([])
    state = 'DONE'
    expect(await account.post(POST, KEY)).toMatchObject({
      id: 'video',
      state: 'DONE',
      firstComment: { state: 'DONE', id: '1' },
    })
    expect(sent).toEqual(['comment video First!'])
  })

  it('is refused before the post if the network would refuse it', async () => {
    const { account, sent } = await aNetwork({
      comment: async () => {
        throw new InvalidPostError('The comment is too long.', { platform: 'sample' })
      },
    })
    await expect(account.checkPost(POST)).rejects.toThrow('too long')
    await expect(account.post(POST, KEY)).rejects.toThrow('too long')
    await expect(account.post({ ...POST, firstComment: 7 as never })).rejects.toThrow('must be text')
    expect(sent).toEqual([])
  })

  it('is refused by name on a network without comments, and empty means none', async () => {
    const { account, sent } = await aNetwork({ comment: undefined })
    const refused = account.post(POST)
    await expect(refused).rejects.toBeInstanceOf(NotSupportedError)
    await expect(refused).rejects.toMatchObject({ issues: [{ field: 'firstComment' }] })
    expect(await account.post({ text: 'Hello', firstComment: '' })).toMatchObject({ firstComment: null })
    expect(sent).toEqual(['post Hello'])
  })

  it('that the network forbids leaves the post out, and reports it', async () => {
    const { account } = await aNetwork({
      comment: async (postId: string) => {
        if (postId !== 'unpublished')
          throw new NotAllowedError('Comments are closed.', { platform: 'sample' })
      },
    })
    await expect(account.post(POST, KEY)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      partsOut: [{ id: '1' }],
    })
  })

  it('whose response was lost is found, and not sent again', async () => {
    const { account, sent } = await aNetwork({
      comment: (_postId: string, _text: string, call: PublishCall) =>
        call.finish({ data: {} }, () => Promise.reject(new NetworkError('cut'))),
      reconcile: async (_receipt: unknown, { operation }: { readonly operation: string }) => ({
        state: 'FOUND',
        result: makePostResult({ id: `found ${operation}` }),
      }),
    })
    expect(await account.post(POST, KEY)).toMatchObject({ id: '1', firstComment: { id: 'found comment' } })
    expect(await account.post(POST, KEY)).toMatchObject({ firstComment: { id: 'found comment' } })
    expect(sent).toEqual(['post Hello'])
  })

  it('is added once by two calls at the same time', async () => {
    const { account, sent } = await aNetwork()
    await Promise.allSettled([account.post(POST, KEY), account.post(POST, KEY)])
    expect(await account.post(POST, KEY)).toMatchObject({ firstComment: { state: 'DONE' } })
    expect(sent).toEqual(['post Hello', 'comment 1 First!'])
  })

  it('stays pending if the state of the accepted post cannot be queried', async () => {
    const { account } = await aNetwork({
      publish: (_post: unknown, call: PublishCall) =>
        call.finish({ data: {} }, async () => makePostResult({ id: 'job', state: 'SCHEDULED' })),
      checkState: async () => {
        throw new NetworkError('away', { platform: 'sample' })
      },
    })
    expect(await account.post(POST, KEY)).toMatchObject({
      id: 'job',
      state: 'SCHEDULED',
      firstComment: { state: 'PENDING' },
    })
  })

  it('of a post that the network could not process is left out', async () => {
    const { account, sent } = await aNetwork({
      publish: (_post: unknown, call: PublishCall) =>
        call.finish({ data: {} }, async () => makePostResult({ id: 'job', state: 'PROCESSING' })),
      checkState: async () => makePostResult({ id: 'job', state: 'FAILED' }),
    })
    expect(await account.post(POST, KEY)).toMatchObject({ state: 'FAILED', firstComment: null })
    expect(sent).toEqual([])
  })
})

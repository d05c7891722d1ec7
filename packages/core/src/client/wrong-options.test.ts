import { describe, expect, it, vi } from 'vitest'

import { checkPost } from '../checks/index.js'
import type { PublishCall } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { makePostResult } from '../models/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { aCapableClient } from './__fixtures__/capable.js'
import type { EntryPoint } from './__fixtures__/entry-point.js'
import { aClient, sample } from './__fixtures__/sample.js'
import { SocialClient } from './social-client.js'

/** Returns a rejected promise although its type is `undefined`, like an async callback whose result is not used. */
const rejecting = (): undefined => Promise.reject(new Error('the bar is gone')) as unknown as undefined

describe('a mistake in the options of a call', () => {
  const key = 'a-key'
  const slips: readonly (readonly [string, unknown, RegExp])[] = [
    ['another case', { idempotencykey: key }, /Did you mean "idempotencyKey"\?/],
    ['snake case', { idempotency_key: key }, /Did you mean "idempotencyKey"\?/],
    ['a bare text', key, /takes its options as an object/],
    ['a field of the post', { publishAt: new Date() }, /part of the post/],
    ['an unknown name', { colour: 1 }, /does not know the option "colour"/],
    ['a time limit of zero', { deadlineSeconds: 0 }, /deadlineSeconds must be a number above zero/],
    ['a time limit of text', { deadlineSeconds: '5' }, /deadlineSeconds must be a number above zero/],
    ['a controller for a signal', { signal: new AbortController() }, /must be an AbortSignal/],
    ['no function to tell', { onProgress: true }, /onProgress must be a function/],
  ]
  it.each(slips)('%s is refused, and nothing is sent', async (_what, options, sentence) => {
    const { account, transport } = await aClient()
    const post = account.post.bind(account) as EntryPoint
    await expect(post({ text: 'x' }, options)).rejects.toThrow(sentence)
    await expect(post({ text: 'x' }, options)).rejects.toThrow(ConfigError)
    expect(transport.requests).toEqual([])
  })

  it('accepts undefined for every option', async () => {
    const { account } = await aClient()
    const options = {
      idempotencyKey: undefined,
      signal: undefined,
      deadlineSeconds: undefined,
      onProgress: undefined,
    }
    expect(await account.post({ text: 'x' }, options)).toMatchObject({ id: '7' })
  })

  it('copies the options of a reply, so that a later change does not change what is sent', async () => {
    const reply = vi.fn<EntryPoint>(() => Promise.resolve(makePostResult({ id: '1' })))
    const { client } = await aCapableClient({ reply })
    const options = { visibility: 'public' }
    const sent = client.account('sample:1').reply('1', 'x', { options, idempotencyKey: 'k' })
    options.visibility = 'private'
    await sent
    expect(reply.mock.calls[0]?.[1]).toMatchObject({ options: { visibility: 'public' } })
  })
})

describe('platforms', () => {
  it('a factory that was not called is refused with advice', () => {
    const options = { storage: new InMemoryStorage(), platforms: { sample } }
    expect(() => new SocialClient(options as never)).toThrow('Call it: { sample: sample() }')
  })

  it('retries with a misspelt name are refused', async () => {
    await expect(aClient(undefined, { retries: { attempt: 3 } as never })).rejects.toThrow(
      'Did you mean "attempts"?',
    )
  })

  it('features() returns a copy of the Set', async () => {
    const { client, account } = await aClient()
    const ofAccount = (await account.features()) as Set<string>
    const ofClient = client.features('sample') as Set<string>
    ofAccount.add('LIKE')
    ofClient.add('LIKE')
    expect(account.can('LIKE')).toBe(false)
    expect(() => {
      checkPost(
        { text: 'x', media: [], replyTo: null, publishAt: null, options: {} },
        { platform: client.platformFor('sample'), limits: { maxTextLength: 1 } as never },
      )
    }).not.toThrow()
  })

  it('an async onProgress that rejects is a warning', async () => {
    const { client } = await aCapableClient({
      publish: async (_post: unknown, call: PublishCall) => {
        call.progress({ sentBytes: 1, totalBytes: 2, mediaIndex: 0, mediaCount: 1 })
        return makePostResult({ id: '1' })
      },
    })
    const rejections: unknown[] = []
    const listen = (reason: unknown): void => void rejections.push(reason)
    process.on('unhandledRejection', listen)
    await client.account('sample:1').post({ text: 'x' }, { idempotencyKey: 'k', onProgress: rejecting })
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', listen)
    expect(rejections).toEqual([])
  })
})

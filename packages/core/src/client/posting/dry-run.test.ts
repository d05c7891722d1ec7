import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { definePlatform } from '../../contract/index.js'
import { InvalidPostError, NotSupportedError } from '../../errors/index.js'
import { Media } from '../../media/index.js'
import { makePostResult } from '../../models/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { aConnection, FakeTransport, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

type Sample = ReturnType<typeof sample>

async function anAccount(publish?: Sample['publish']) {
  const storage = new InMemoryStorage()
  await storage.saveConnection(aConnection())
  const transport = new FakeTransport(() => ({}))
  const platform = sample()
  const platforms = {
    sample:
      publish === undefined
        ? platform
        : definePlatform({ ...platform, features: [...platform.features], publish }),
  }
  const client = new SocialClient({ storage, platforms, transport })
  return { account: client.account<string>('sample:1'), transport }
}

const unknownReply = v.unknown()

describe('checkPost', () => {
  it('accepts a valid post, and sends nothing', async () => {
    const { account, transport } = await anAccount()

    await expect(account.checkPost({ text: 'Hello' })).resolves.toBeUndefined()

    expect(transport.requests).toEqual([])
  })

  it.each([
    ['too many words', { text: 'Hello again, and again' }, InvalidPostError, 'at most 10'],
    ['an unknown option', { text: 'Hello', options: { madeForKid: true } }, InvalidPostError, 'madeForKids'],
    ['an unknown field', { text: 'Hello', medias: [] }, InvalidPostError, 'media'],
    [
      'a set time',
      { text: 'Hello', publishAt: '2030-01-01T00:00:00Z' },
      NotSupportedError,
      'scheduled publishing',
    ],
    ['a missing file', { media: [Media.fromFile('/nowhere/a.png')] }, InvalidPostError, 'does not exist'],
  ])('refuses a post for %s, like post', async (_what, post, kind, message) => {
    const { account, transport } = await anAccount()

    const refusal = account.checkPost(post)

    await expect(refusal).rejects.toThrow(message)
    await expect(refusal).rejects.toBeInstanceOf(kind)
    await expect(account.post(post)).rejects.toThrow(message)
    expect(transport.requests).toEqual([])
  })

  it('may read from the network, and refuses a post for the data read', async () => {
    const { account, transport } = await anAccount(async (_post, call) => {
      await call.http.get('/limits', unknownReply)
      await call.http.post('/creator', unknownReply, { readsOnly: true })
      throw new InvalidPostError('The account takes no more.', { platform: 'sample' })
    })

    await expect(account.checkPost({ text: 'Hello' })).rejects.toThrow('takes no more')

    expect(transport.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  it.each([
    ['a write that may be repeated', (call) => call.http.post('/upload', unknownReply, { retry: 'always' })],
    ['another write', (call) => call.http.put('/upload', unknownReply)],
    ['a checkpoint', (call) => call.checkpoint({ step: 'PREPARE', data: {} })],
    ['what is not sent over HTTP', (call) => call.finish({ data: {} }, async () => 'out')],
  ] satisfies [string, (call: Parameters<Sample['publish']>[1]) => Promise<unknown>][])(
    'ends before %s, even if the platform continues',
    async (_what, write) => {
      const { account, transport } = await anAccount(async (_post, call) => {
        await write(call).catch(() => undefined)
        await call.http.delete('/other', unknownReply)
        return makePostResult({ id: 'out' })
      })

      await account.checkPost({ text: 'Hello' })
      await new Promise((resolve) => {
        setImmediate(resolve)
      })

      expect(transport.requests).toEqual([])
    },
  )

  it.each([
    ['a checkpoint', (call) => call.checkpoint({ step: 'WAIT', data: {} })],
    ['what is not sent over HTTP', (call) => call.finish({ data: {} }, async () => 'out')],
  ] satisfies [string, (call: Parameters<Sample['publish']>[1]) => Promise<unknown>][])(
    'sends no request after %s',
    async (_what, write) => {
      const { account, transport } = await anAccount(async (_post, call) => {
        await write(call)
        await call.http.get('/container', unknownReply)
        return makePostResult({ id: 'out' })
      })

      await account.checkPost({ text: 'Hello' })

      expect(transport.requests).toEqual([])
    },
  )

  it('refuses a local file on a network that fetches media, without a mediaHost', async () => {
    const { account } = await anAccount(async ({ media }, call) => {
      for (const one of media) await call.hostMedia(one)
      return makePostResult({ id: 'out' })
    })

    const post = { media: [Media.fromBytes(new Uint8Array([1]), { filename: 'a.png' })] }

    await expect(account.checkPost(post)).rejects.toThrow('mediaHost')
  })
})

import {
  ConfigError,
  InMemoryStorage,
  OutcomeUnknownError,
  SocialClient,
  Token,
  type Transport,
} from '@social/core'
import { NetworkError } from '@social/core/platform'
import { expect, it } from 'vitest'

import { aPost } from '../builders/content.js'
import { aPublishCall } from '../calls/a-publish-call.js'
import { FakePlatform } from './fake-platform.js'

type Answer = { readonly status: number; readonly body: unknown } | Error

/**
 * Creates a client whose transport returns the given answers, one for each request. Returns the
 * client's account and the sent requests.
 */
async function clientWith(platform: FakePlatform, answers: readonly Answer[], token?: Token) {
  const left = [...answers]
  const sent: string[] = []
  const transport: Transport = {
    async send({ url, headers }) {
      sent.push(`${new URL(url).pathname} ${headers['authorization']}`)
      const answer = left.shift() ?? new Error('no answer left')
      if (answer instanceof Error) throw answer
      return { status: answer.status, headers: {}, body: Buffer.from(JSON.stringify(answer.body)) }
    },
    close: async () => undefined,
  }
  const storage = new InMemoryStorage()
  const connection = platform.connection()
  await storage.saveConnection(token ? connection.withToken(token) : connection)
  const client = new SocialClient({ storage, platforms: { fake: platform }, transport })
  return { account: client.account(connection.id), sent, close: () => client.close() }
}

const DUE = new Token({ accessToken: 'due', refreshToken: 'refresh', expiresAt: new Date(Date.now() - 1000) })
const CREATED: Answer = { status: 200, body: { id: 7 } }

it('leaves a post unknown whose response is lost', async () => {
  const lost = new NetworkError('lost', { delivery: 'UNKNOWN' })
  const { account, sent, close } = await clientWith(new FakePlatform({ sendsRequests: true }), [lost])

  await expect(account.post({ text: 'Hello' })).rejects.toThrow(OutcomeUnknownError)

  expect(sent).toHaveLength(1)
  await close()
})

// Holds R-0187.
it('renews a token that is refused, and posts with the new one', async () => {
  const platform = new FakePlatform({ sendsRequests: true })
  const refused = { status: 401, body: {} }
  const { account, sent, close } = await clientWith(platform, [refused, CREATED])

  expect((await account.post({ text: 'Hello' })).id).toBe('7')

  expect(sent).toEqual(['/posts Bearer fake-access', '/posts Bearer fake-access-after-refresh'])
  expect(platform.published).toHaveLength(1)
  await close()
})

it.each([true, false])(
  'renews a token that is due before a post; it sends requests: %s',
  async (sendsRequests) => {
    const platform = new FakePlatform({ sendsRequests })
    const { account, close } = await clientWith(platform, [CREATED], DUE)

    await account.post({ text: 'Hello' })

    expect(platform.refreshed).toEqual(['fake:42'])
    await close()
  },
)

it('records the visible request, before it is sent', async () => {
  const platform = new FakePlatform({ sendsRequests: true })
  const call = aPublishCall({ platform, replies: { 'POST /posts': { id: '7' } } })

  await platform.publish(aPost({ text: 'Hello' }), call)

  expect(call.checkpoints).toMatchObject([{ step: 'FINISH', data: { idempotencyKey: 'key-1' } }])
  expect(call.fates).toEqual(['DONE'])
})

it('refuses a request of call.http inside call.finish, and sends nothing', async () => {
  const call = aPublishCall({ platform: new FakePlatform(), replies: { 'POST /posts': { id: '7' } } })
  const inside = () => call.http.request('POST', '/posts', null)

  const refused = call.finish({ data: {} }, inside)

  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(/Pass finish with the request/)
  expect([call.transport.requests, call.fates]).toEqual([[], ['NOT_SENT']])
  await expect(inside()).resolves.toMatchObject({ status: 200 })
})

it('refuses it in a client too', async () => {
  class Careless extends FakePlatform {
    override publish: FakePlatform['publish'] = (_post, call) =>
      call.finish({ data: {} }, async () => {
        await call.http.request('POST', '/posts', null)
        throw new Error('not reached')
      })
  }
  const { account, sent, close } = await clientWith(new Careless(), [CREATED])

  await expect(account.post({ text: 'Hello' })).rejects.toThrow(ConfigError)

  expect(sent).toEqual([])
  await close()
})

import { describe, expect, it } from 'vitest'

import {
  ConfigError,
  InvalidPostError,
  NetworkError,
  NotSupportedError,
  OutcomeUnknownError,
  SocialBaseError,
} from '../errors/index.js'
import { ManualClock } from '../events/__fixtures__/manual-clock.js'
import * as core from '../index.js'
import { Media } from '../media/index.js'
import { aClient, aConnection, EXPIRED, sample } from './__fixtures__/sample.js'
import { SocialClient } from './social-client.js'

describe('making a client', () => {
  it('refuses an unknown option, and suggests the closest name', async () => {
    const { storage } = await aClient()
    const wrong = { storage, platforms: {}, loginmemory: {} }
    expect(() => new SocialClient(wrong)).toThrow('Did you mean "loginMemory"?')
  })

  it('stores polling markers in this process, or in the given store', async () => {
    const { storage } = await aClient()
    const { markers } = new SocialClient({ storage, platforms: {} })
    await markers.save('sample:1', 'updates', '7')
    expect(await markers.load('sample:1', 'updates')).toBe('7')
    expect(await new SocialClient({ storage, platforms: {} }).markers.load('sample:1', 'updates')).toBe(null)
    expect(new SocialClient({ storage, platforms: {}, markers }).markers).toBe(markers)
  })

  // Holds R-0523.
  it('refuses a missing storage and a platform under another name', async () => {
    const { storage } = await aClient()
    // @ts-expect-error no storage
    expect(() => new SocialClient({ platforms: {} })).toThrow(ConfigError)
    // @ts-expect-error the key must be the registered name
    expect(() => new SocialClient({ storage, platforms: { other: sample() } })).toThrow('{ sample: … }')
  })

  it('names the package of a network that it does not have', async () => {
    const { client } = await aClient()
    expect(() => client.platformFor('youtube')).toThrow('Install @social/youtube')
    await expect(client.account('youtube:1').post({ text: 'x' })).rejects.toThrow('Install @social/youtube')
    expect(() => client.platformFor('constructor')).toThrow(
      'There is no platform "constructor". This client has: sample.',
    )
  })

  // Holds R-0089, R-0188.
  it('reads nothing when a handle is created', async () => {
    const { client, storage, transport } = await aClient()
    storage.getConnection = () => Promise.reject(new Error('was read'))
    expect(client.account('sample:nobody').id).toBe('sample:nobody')
    expect(client.features('sample').has('POST_TEXT')).toBe(true)
    expect(transport.requests).toEqual([])
  })

  // Holds R-0206.
  it("returns the features of an account's network", async () => {
    const { account } = await aClient()
    expect(await account.features()).toEqual(sample().features)
  })

  // Holds R-0201.
  it('has no postToMany, PostJob and PostError', async () => {
    const { client } = await aClient()
    for (const name of ['postToMany', 'PostJob', 'PostError'])
      expect([name in core, name in client]).toEqual([false, false])
  })

  it('refuses an id of another platform in accountOf', async () => {
    const { client } = await aClient()
    expect(client.accountOf('sample', 'sample:1').platform).toBe('sample')
    expect(() => client.accountOf('sample', 'other:1')).toThrow(ConfigError)
  })
})

describe('posting', () => {
  // Holds R-0203.
  it('publishes, and returns the idempotency key', async () => {
    const { account, transport } = await aClient()
    const result = await account.post({ text: 'Hello' }, { idempotencyKey: 'launch' })
    expect(result).toMatchObject({
      id: '7',
      url: 'https://sample.example/p/7',
      state: 'DONE',
      idempotencyKey: 'launch',
    })
    expect(transport.paths).toEqual(['POST /posts'])
    expect(transport.requests[0]?.headers['authorization']).toBe('Bearer first-access')
  })

  it('generates a different key each time', async () => {
    const { account } = await aClient()
    const [one, two] = [await account.post({ text: 'a' }), await account.post({ text: 'a' })]
    expect(one.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(two.idempotencyKey).not.toBe(one.idempotencyKey)
  })

  it('never publishes twice under one key', async () => {
    const { account, transport } = await aClient()
    const first = await account.post({ text: 'Hello' }, { idempotencyKey: 'launch' })
    const again = await account.post({ text: 'Hello' }, { idempotencyKey: 'launch' })
    expect(again).toEqual(first)
    expect(transport.requests).toHaveLength(1)
    await expect(account.post({ text: 'Other' }, { idempotencyKey: 'launch' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
  })

  // Holds R-0008, R-0068, R-0072, R-0489, R-0491, R-0492.
  it.each([
    ['neither text nor media', {}, InvalidPostError, 'empty'],
    ['a text too long', { text: '12345678901' }, InvalidPostError, '11'],
    ['an unknown option', { text: 'x', options: { made_for_kids: true } }, InvalidPostError, 'madeForKids'],
    [
      'a wrong option',
      { text: 'x', options: { madeForKids: 'no' } },
      InvalidPostError,
      'options.madeForKids',
    ],
    ['a field of another spelling', { text: 'x', publish_at: null }, InvalidPostError, 'publishAt'],
    ['a date without a zone', { text: 'x', publishAt: '2026-01-31T10:00:00' }, ConfigError, 'offset'],
    ['a schedule', { text: 'x', publishAt: '2026-01-31T10:00:00Z' }, NotSupportedError, 'sample'],
    ['a reply', { text: 'x', replyTo: '1' }, NotSupportedError, 'sample'],
    ['a video', { media: [Media.fromFile('clip.mp4')] }, NotSupportedError, 'sample'],
    ['a missing file', { media: [Media.fromFile('/nowhere/cat.png')] }, InvalidPostError, 'cat.png'],
    [
      'too many pictures',
      {
        media: Array.from({ length: 3 }, (_, n) =>
          Media.fromBytes(new Uint8Array(1), { filename: `${n}.png` }),
        ),
      },
      InvalidPostError,
      '3',
    ],
  ])('refuses %s before any request, including a due renewal', async (_what, post, kind, message) => {
    const { client, transport, storage } = await aClient(undefined, { connection: aConnection('1', EXPIRED) })
    const before = await storage.getConnection('sample:1')
    const id: string = 'sample:1'
    const error: unknown = await client
      .account(id)
      .post(post)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(kind)
    expect(String(error)).toContain(message)
    expect(transport.requests).toEqual([])
    expect(await storage.getConnection('sample:1')).toBe(before)
  })

  it('refuses an invalid id', async () => {
    const { client } = await aClient()
    const id: string = 'nonsense'
    expect(() => client.account(id)).toThrow('is not a connection id')
  })

  it('reports a lost response as an unknown outcome, with the key', async () => {
    const { account } = await aClient(() => Promise.reject(new NetworkError('The connection broke.')))
    const error: unknown = await account
      .post({ text: 'Hello' }, { idempotencyKey: 'launch' })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({ idempotencyKey: 'launch', receipt: { step: 'FINISH' } })
  })

  it('rejects with the reason of an abort before anything was sent', async () => {
    const { account, transport } = await aClient()
    const reason = new Error('enough')
    await expect(account.post({ text: 'Hello' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(transport.requests).toEqual([])
  })
})

describe('an operation that the network does not support', () => {
  const operations = [
    'checkState',
    'readStats',
    'readPost',
    'readThread',
    'readReplies',
    'reply',
    'like',
    'unlike',
    'readLikes',
    'editPost',
    'repost',
    'undoRepost',
    'markSeen',
    'deleteComment',
    'startVerification',
  ] as const
  // Holds R-0004, R-0091.
  it.each(operations)(
    '%s is refused by name, with a rejected promise and without a request',
    async (operation) => {
      const { client, transport } = await aClient()
      const id: string = 'sample:1'
      const account = client.account(id) as unknown as Record<
        string,
        (...parts: unknown[]) => Promise<unknown>
      > // safe cast: the test calls methods by name
      const update = { raw: {}, connectionId: 'sample:1' }
      const error: unknown = await account[operation]?.(
        operation === 'deleteComment' ? update : '1',
        'x',
      ).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(NotSupportedError)
      expect(error).toMatchObject({ platform: 'sample' })
      expect(transport.requests).toEqual([])
    },
  )

  it('suggests polling for a network without webhooks', async () => {
    const { client } = await aClient()
    expect(() => client.answerSetupCheck('sample', {}, { verifyToken: 't' })).toThrow(
      /The network sends no webhooks, and its updates cannot be polled\./,
    )
    await expect(client.checkSignature('sample', new Uint8Array(), {}, { secret: 's' })).rejects.toThrow(
      NotSupportedError,
    )
  })

  it('is reported by can()', async () => {
    const { account } = await aClient()
    expect([
      account.can('post'),
      account.can('profile'),
      account.can('DELETE_POST'),
      account.can('checkState'),
    ]).toEqual([true, true, true, false])
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'name', ''])(
    'can() returns false for %j, a property of every object or an unknown name',
    async (name) => {
      const { account } = await aClient()
      expect(account.can(name as 'post')).toBe(false)
    },
  )
})

describe('direct access', () => {
  // Holds R-0012, R-0015.
  it("sends the caller's request, signed with the newest token", async () => {
    const { account, transport } = await aClient(undefined, { connection: aConnection('1', EXPIRED) })
    const reply = await account.direct.request('PUT', '/anything', {
      query: { a: 'b c' },
      json: { x: 1 },
      headers: { 'x-mine': 'yes' },
    })
    expect(reply).toMatchObject({ status: 200, data: { id: '7' } })
    expect(transport.paths).toEqual(['POST /token', 'PUT /anything'])
    expect(new URL(transport.requests[1]?.url ?? '').searchParams.get('a')).toBe('b c')
    expect(transport.requests[1]?.headers).toMatchObject({
      'x-mine': 'yes',
      authorization: 'Bearer second-access',
    })
  })

  it('never sends the token to a URL outside the network', async () => {
    const { account, transport } = await aClient()
    await expect(account.direct.get('https://elsewhere.example/steal')).rejects.toThrow(SocialBaseError)
    expect(transport.requests).toEqual([])
  })
})

// Holds R-0510.
it('sends a thousand requests while the clock does not advance', async () => {
  const { account, transport } = await aClient(undefined, { clock: new ManualClock() })

  await Promise.all(Array.from({ length: 1000 }, () => account.direct.get('/anything')))

  expect(transport.requests).toHaveLength(1000)
})

it('sends a message once under its key', async () => {
  const { account, transport } = await aClient()
  const first = await account.sendMessage('c1', 'Hello', { idempotencyKey: 'm' })
  const again = await account.sendMessage('c1', 'Hello', { idempotencyKey: 'm' })
  expect([first.id, again.id, transport.requests.length]).toEqual(['7', '7', 1])
  await expect(account.sendMessage('c1', '')).rejects.toThrow(InvalidPostError)
})

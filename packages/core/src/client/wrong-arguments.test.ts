import { inspect } from 'node:util'
import { createContext, runInContext } from 'node:vm'

import { describe, expect, it, vi } from 'vitest'

import { checkPost, readFactoryOptions } from '../checks/index.js'
import type { PublishCall } from '../contract/index.js'
import { ConfigError, InvalidPostError, SocialBaseError, whatNext } from '../errors/index.js'
import { Dispatcher, Poller, PollerPool } from '../events/index.js'
import { Media } from '../media/index.js'
import { AppCredentials, Connection, makePostResult, makeUpdate, platformOf, Token } from '../models/index.js'
import {
  appFromRecord,
  connectionFromRecord,
  fromRecord,
  toRecord,
  updateFromRecord,
} from '../models/records/records.js'
import { InMemoryStorage, syncStorage, workerStorage } from '../storage/index.js'
import { countGraphemes, measureText } from '../text/index.js'
import { aCapableClient } from './__fixtures__/capable.js'
import { aClient, aConnection, FakeTransport, sample } from './__fixtures__/sample.js'
import { OPERATIONS } from './account/operation-table.js'
import { SocialClient } from './social-client.js'

/** What careless, untyped code passes. */
const WRONG: readonly unknown[] = [
  '\ud83d',
  'a\0b',
  '%E0%A4%A',
  undefined,
  null,
  0,
  Number.NaN,
  true,
  'text',
  '',
  [],
  ['a'],
  {},
  { raw: {} },
  new Map(),
  Symbol('s'),
  () => {},
  10n,
]

type Door = (...args: readonly unknown[]) => unknown

/** An async function where one is called whose answer nobody looks at. */
const rejecting = (): undefined => Promise.reject(new Error('the bar is gone')) as unknown as undefined // as careless code does

/** What is thrown or rejected; undefined when nothing is. */
async function thrownBy(door: Door, args: readonly unknown[]): Promise<unknown> {
  try {
    const given = door(...args)
    if (typeof given === 'object' && given !== null && Symbol.asyncIterator in given) {
      const iterated = given as AsyncIterable<unknown> // asked for just above
      await iterated[Symbol.asyncIterator]().next()
    } else await given
    return undefined
  } catch (error) {
    return error
  }
}

/** Calls a door with every wrong value at every place, the others right; what it raises that is no error of the library. */
async function bareErrors(door: Door, right: readonly unknown[]): Promise<readonly string[]> {
  const bare: string[] = []
  for (let place = 0; place < right.length; place += 1)
    for (const wrong of WRONG) {
      const args = right.map((value, index) => (index === place ? wrong : value))
      const error = await thrownBy(door, args)
      if (error !== undefined && !SocialBaseError.is(error))
        bare.push(`argument ${place}, ${typeof wrong} ${String(wrong)}: ${inspect(error)}`)
    }
  return bare
}

const UPDATE = makeUpdate({
  id: '1',
  kind: 'COMMENT_CREATED',
  platform: 'sample',
  connectionId: 'sample:1',
  timestamp: '2026-01-01T00:00:00Z',
})

/** Right arguments of the operations that take more than an id. */
const RIGHT: Readonly<Record<string, readonly unknown[]>> = {
  post: [{ text: 'x' }, {}],
  reply: ['1', 'x', {}],
  sendMessage: ['1', 'x', {}],
  startConversation: [['1'], 'x', {}],
  replyToUpdate: [UPDATE, 'x', {}],
  setCommentVisibility: [UPDATE, {}],
  deleteComment: [UPDATE, {}],
  completeVerification: ['1', '2', {}],
  updateLocation: [{}, {}],
  fetchUpdates: [null, {}],
}

describe('no wrong argument ends in a bare TypeError', () => {
  it.each(Object.keys(OPERATIONS))('account.%s', async (operation) => {
    const { client } = await aCapableClient()
    const account = client.account('sample:1') as unknown as Readonly<Record<string, Door>> // called by name
    expect(
      await bareErrors((...args) => account[operation]?.(...args), RIGHT[operation] ?? ['1', {}]),
    ).toEqual([])
  })

  const handle = ['connection', 'features', 'limits', 'measureText', 'checkPost', 'run', 'can'] as const
  it.each(handle)('account.%s', async (method) => {
    const { client } = await aCapableClient()
    const account = client.account('sample:1') as unknown as Readonly<Record<string, Door>> // called by name
    const right = {
      measureText: ['x', {}],
      checkPost: [{ text: 'x' }, {}],
      run: [() => Promise.resolve(1), {}],
      can: ['post'],
    }
    expect(
      await bareErrors(
        (...args) => account[method]?.(...args),
        method in right ? right[method as 'run'] : [{}],
      ),
    ).toEqual([])
  })

  it.each(['request', 'json'] as const)('account.direct.%s', async (method) => {
    const { client } = await aCapableClient()
    const direct = client.account('sample:1').direct
    expect(await bareErrors((...args) => (direct[method] as Door)(...args), ['GET', '/x', {}])).toEqual([])
  })

  const redirect = { redirectUri: 'https://app.example/back' }
  const client: Readonly<Record<string, readonly unknown[]>> = {
    account: ['sample:1'],
    accountOf: ['sample', 'sample:1'],
    platformFor: ['sample'],
    hasPlatform: ['sample'],
    features: ['sample'],
    startLogin: ['sample', redirect],
    finishLogin: ['sample', { ...redirect, state: 's', callback: {} }],
    choose: ['sample', { ...redirect, accountId: '1', resumeToken: 't' }],
    createApp: ['sample', { ...redirect, name: 'Mine' }],
    hasApp: ['sample', null],
    disconnect: ['sample:1', {}],
    renewDue: [['sample:1'], {}],
    health: ['sample:1'],
    onTokenRenewed: [() => {}],
    answerSetupCheck: ['sample', {}, { verifyToken: 't' }],
    checkSignature: ['sample', new Uint8Array(), {}, { secret: 's' }],
    readUpdates: ['sample', new Uint8Array(), {}],
  }
  it.each(Object.keys(client))('client.%s', async (method) => {
    const { client: social } = await aCapableClient()
    const doors = social as unknown as Readonly<Record<string, Door>> // called by name
    expect(await bareErrors((...args) => doors[method]?.(...args), client[method] ?? [])).toEqual([])
  })

  it.each(['redirectUri', 'scopes', 'host', 'state', 'hints', 'expectConnectionId', 'remember', 'callback'])(
    'client.finishLogin with a wrong %s',
    async (name) => {
      const { client: social, storage } = await aCapableClient()
      await storage.saveApp(new AppCredentials({ platform: 'sample', clientId: 'a', clientSecret: 'b' }))
      const finish = social.finishLogin.bind(social) as Door
      expect(
        await bareErrors(
          (value) => finish('sample', { ...redirect, state: 's', callback: {}, [name]: value }),
          [''],
        ),
      ).toEqual([])
    },
  )

  it.each(['storage', 'platforms', 'locks', 'journal', 'clock', 'transport', 'retries', 'deadlineSeconds'])(
    'new SocialClient with a wrong %s',
    async (name) => {
      const make = (value: unknown) =>
        new SocialClient({ storage: new InMemoryStorage(), platforms: {}, [name]: value }) // wrong on purpose
      expect(await bareErrors(make, [undefined])).toEqual([])
    },
  )

  it.each(['altText', 'kind', 'filename'])('Media.fromBytes with a wrong %s', async (name) => {
    const options = { filename: 'a.png' }
    const make = Media.fromBytes as Door
    expect(await bareErrors((value) => make(new Uint8Array(1), { ...options, [name]: value }), [''])).toEqual(
      [],
    )
  })

  const doors: readonly (readonly [string, Door, readonly unknown[]])[] = [
    ['new SocialClient', (options) => new SocialClient(options as never), [{}]],
    ['new Connection', (init) => new Connection(init as never), [{}]],
    ['new Token', (init) => new Token(init as never), [{}]],
    ['new AppCredentials', (init) => new AppCredentials(init as never), [{}]],
    ['new Dispatcher', (options) => new Dispatcher(options as never), [{}]],
    ['new Poller', (options) => new Poller(options as never), [{}]],
    ['new PollerPool', (options) => new PollerPool(options as never), [{}]],
    [
      'dispatcher.on',
      (kind, handler) => new Dispatcher().on(kind as never, handler as never),
      ['MENTION', () => {}],
    ],
    ['dispatcher.onAny', (handler) => new Dispatcher().onAny(handler as never), [() => {}]],
    ['dispatcher.deliver', (update) => new Dispatcher().deliver(update as never), [UPDATE]],
    ['Media.fromFile', Media.fromFile as Door, ['a.png', {}]],
    ['Media.fromBytes', Media.fromBytes as Door, [new Uint8Array(1), { filename: 'a.png' }]],
    ['Media.fromUrl', Media.fromUrl as Door, ['https://example.com/a.png', {}]],
    ['toRecord', toRecord as Door, [aConnection()]],
    ['fromRecord', fromRecord, [{}]],
    ['connectionFromRecord', connectionFromRecord, [{}]],
    ['appFromRecord', appFromRecord, [{}]],
    ['updateFromRecord', updateFromRecord, [{}]],
    ['platformOf', platformOf as Door, ['sample:1']],
    ['syncStorage', syncStorage as Door, [{}]],
    ['workerStorage', workerStorage as Door, ['file:///nowhere.js', {}]],
    ['measureText', measureText as Door, ['x', 'CHARACTERS']],
    ['countGraphemes', countGraphemes as Door, ['x']],
    ['whatNext', whatNext, [new Error('x')]],
    ['readFactoryOptions', (options) => readFactoryOptions('sample', options as object, []), [{}]],
  ]
  it.each(doors)('%s', async (_name, door, right) => {
    expect(await bareErrors(door, right)).toEqual([])
  })
})

describe('a slip in the options of a call', () => {
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
    const post = account.post.bind(account) as Door
    await expect(post({ text: 'x' }, options)).rejects.toThrow(sentence)
    await expect(post({ text: 'x' }, options)).rejects.toThrow(ConfigError)
    expect(transport.requests).toEqual([])
  })

  it('lets undefined pass everywhere', async () => {
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
    const reply = vi.fn<Door>(() => Promise.resolve(makePostResult({ id: '1' })))
    const { client } = await aCapableClient({ reply })
    const options = { visibility: 'public' }
    const sent = client.account('sample:1').reply('1', 'x', { options, idempotencyKey: 'k' })
    options.visibility = 'private'
    await sent
    expect(reply.mock.calls[0]?.[1]).toMatchObject({ options: { visibility: 'public' } })
  })
})

describe('what no network carries whole is refused before a request', () => {
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
    const publish = account.post.bind(account) as Door
    await expect(publish(post)).rejects.toThrow(sentence)
    await expect(publish(post)).rejects.toThrow(InvalidPostError)
    expect(transport.requests).toEqual([])
  })

  it.each(['a\0', HALF, '  ', ''])('in messages and answers: %j', async (text) => {
    const { client } = await aCapableClient()
    const account = client.account('sample:1')
    await expect(account.sendMessage('1', text)).rejects.toThrow(InvalidPostError)
    await expect(account.startConversation(['1'], text)).rejects.toThrow(InvalidPostError)
    await expect(account.replyToUpdate(UPDATE, text)).rejects.toThrow(InvalidPostError)
    await expect(account.reply('1', text)).rejects.toThrow(InvalidPostError)
  })

  it.each(['.', '..', '%2e%2E'])('an id that is no path: %s', async (id) => {
    const { client, transport } = await aClient()
    await expect(client.account('sample:1').deletePost(id)).rejects.toThrow(ConfigError)
    expect(transport.requests).toEqual([])
  })
})

describe('ids and keys that two stores or networks would keep as the same one', () => {
  it.each(['\ud83d', 'a\udc00b', 'a\0b'])(
    '%j is refused before a request, whatever it is the id of',
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

  it.each(['\ud83d', 'a\0b'])('%j is the id of no account', (accountId) => {
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
  ])('a day that no calendar has is refused: %s', async (since) => {
    const { client } = await aCapableClient()
    await expect(client.account('sample:1').fetchUpdates(since)).rejects.toThrow(ConfigError)
  })

  it.each(['2028-02-29T10:00:00Z', '0099-02-28T00:00:00Z', '2026-12-31T23:59:59+00'])(
    '%s is one',
    async (since) => {
      const { client } = await aCapableClient()
      await expect(client.account('sample:1').fetchUpdates(since)).resolves.toBeUndefined()
    },
  )

  it.each([Number.NaN, Infinity, 9e15, '5', null])('an epoch of %s is refused', async (epochMilliseconds) => {
    const { client } = await aCapableClient()
    const moment = { epochMilliseconds } as { epochMilliseconds: number } // wrong on purpose
    await expect(client.account('sample:1').fetchUpdates(moment)).rejects.toThrow(/epochMilliseconds/)
  })

  it('a Date of another realm is a moment', async () => {
    const { client } = await aCapableClient()
    const foreign: unknown = runInContext("new Date('2026-01-01T00:00:00Z')", createContext({}))
    expect(foreign).not.toBeInstanceOf(Date)
    await expect(client.account('sample:1').fetchUpdates(foreign as Date)).resolves.toBeUndefined()
  })
})

describe('platforms', () => {
  it('the factory itself is told to be called', () => {
    const options = { storage: new InMemoryStorage(), platforms: { sample } }
    expect(() => new SocialClient(options as never)).toThrow('Call it: { sample: sample() }')
  })

  it('retries with a misspelt name are refused', async () => {
    await expect(aClient(undefined, { retries: { attempt: 3 } as never })).rejects.toThrow(
      'Did you mean "attempts"?',
    )
  })

  it('features() hands out no inner Set', async () => {
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

it('what a new Connection takes, its record reader takes', () => {
  const odd = [
    { accountName: '' },
    { scopes: [] },
    { host: null },
    { extra: { a: [1, { b: null }] } },
    { accountId: 'did:plc:x' },
  ]
  for (const more of odd) {
    const token = { accessToken: 'a' }
    const connection = new Connection({
      platform: 'sample',
      accountId: '1',
      accountName: 'x',
      token,
      ...more,
    })
    expect(connectionFromRecord(toRecord(connection))).toEqual(connection)
  }
})

it('a transport that is no transport is refused at once', () => {
  const options = { storage: new InMemoryStorage(), platforms: {}, transport: {} }
  expect(() => new SocialClient(options as never)).toThrow(ConfigError)
  expect(() => new SocialClient({ ...options, transport: new FakeTransport(() => ({})) })).not.toThrow()
})

import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { readFactoryOptions } from '../checks/index.js'
import { ConfigError, SocialBaseError, whatNext } from '../errors/index.js'
import { Dispatcher, Poller, PollerPool } from '../events/index.js'
import { Media } from '../media/index.js'
import { AppCredentials, Connection, platformOf, Token } from '../models/index.js'
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
import type { EntryPoint } from './__fixtures__/entry-point.js'
import { UPDATE } from './__fixtures__/reported-operations.js'
import { aConnection, FakeTransport } from './__fixtures__/sample.js'
import { OPERATIONS } from './account/operation-table.js'
import { SocialClient } from './social-client.js'

/** Wrong arguments, as JavaScript callers may pass them. */
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

/** Returns the error that the call throws or with which it rejects. Returns undefined if there is none. */
async function thrownBy(entryPoint: EntryPoint, args: readonly unknown[]): Promise<unknown> {
  try {
    const given = entryPoint(...args)
    if (typeof given === 'object' && given !== null && Symbol.asyncIterator in given) {
      const iterated = given as AsyncIterable<unknown> // safe cast: the condition above found its async iterator
      await iterated[Symbol.asyncIterator]().next()
    } else await given
    return undefined
  } catch (error) {
    return error
  }
}

/**
 * Calls a function with each wrong value in place of each argument, while the other arguments are valid. Returns the
 * errors that are not errors of this library.
 */
async function bareErrors(entryPoint: EntryPoint, right: readonly unknown[]): Promise<readonly string[]> {
  const bare: string[] = []
  for (let place = 0; place < right.length; place += 1)
    for (const wrong of WRONG) {
      const args = right.map((value, index) => (index === place ? wrong : value))
      const error = await thrownBy(entryPoint, args)
      if (error !== undefined && !SocialBaseError.is(error))
        bare.push(`argument ${place}, ${typeof wrong} ${String(wrong)}: ${inspect(error)}`)
    }
  return bare
}

/** Valid arguments of the operations that take more than an id. */
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

describe('no wrong argument causes a plain TypeError', () => {
  it.each(Object.keys(OPERATIONS))('account.%s', async (operation) => {
    const { client } = await aCapableClient()
    const account = client.account('sample:1') as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
    expect(
      await bareErrors((...args) => account[operation]?.(...args), RIGHT[operation] ?? ['1', {}]),
    ).toEqual([])
  })

  const handle = ['connection', 'features', 'limits', 'measureText', 'checkPost', 'run', 'can'] as const
  it.each(handle)('account.%s', async (method) => {
    const { client } = await aCapableClient()
    const account = client.account('sample:1') as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
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
    expect(await bareErrors((...args) => (direct[method] as EntryPoint)(...args), ['GET', '/x', {}])).toEqual(
      [],
    )
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
    const methods = social as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
    expect(await bareErrors((...args) => methods[method]?.(...args), client[method] ?? [])).toEqual([])
  })

  it.each(['redirectUri', 'scopes', 'host', 'state', 'hints', 'expectConnectionId', 'remember', 'callback'])(
    'client.finishLogin with an invalid %s',
    async (name) => {
      const { client: social, storage } = await aCapableClient()
      await storage.saveApp(new AppCredentials({ platform: 'sample', clientId: 'a', clientSecret: 'b' }))
      const finish = social.finishLogin.bind(social) as EntryPoint
      expect(
        await bareErrors(
          (value) => finish('sample', { ...redirect, state: 's', callback: {}, [name]: value }),
          [''],
        ),
      ).toEqual([])
    },
  )

  it.each(['storage', 'platforms', 'locks', 'journal', 'clock', 'transport', 'retries', 'deadlineSeconds'])(
    'new SocialClient with an invalid %s',
    async (name) => {
      const make = (value: unknown) =>
        new SocialClient({ storage: new InMemoryStorage(), platforms: {}, [name]: value }) // wrong types on purpose
      expect(await bareErrors(make, [undefined])).toEqual([])
    },
  )

  it.each(['altText', 'kind', 'filename'])('Media.fromBytes with an invalid %s', async (name) => {
    const options = { filename: 'a.png' }
    const make = Media.fromBytes as EntryPoint
    expect(await bareErrors((value) => make(new Uint8Array(1), { ...options, [name]: value }), [''])).toEqual(
      [],
    )
  })

  const methods: readonly (readonly [string, EntryPoint, readonly unknown[]])[] = [
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
    ['Media.fromFile', Media.fromFile as EntryPoint, ['a.png', {}]],
    ['Media.fromBytes', Media.fromBytes as EntryPoint, [new Uint8Array(1), { filename: 'a.png' }]],
    ['Media.fromUrl', Media.fromUrl as EntryPoint, ['https://example.com/a.png', {}]],
    ['toRecord', toRecord as EntryPoint, [aConnection()]],
    ['fromRecord', fromRecord, [{}]],
    ['connectionFromRecord', connectionFromRecord, [{}]],
    ['appFromRecord', appFromRecord, [{}]],
    ['updateFromRecord', updateFromRecord, [{}]],
    ['platformOf', platformOf as EntryPoint, ['sample:1']],
    ['syncStorage', syncStorage as EntryPoint, [{}]],
    ['workerStorage', workerStorage as EntryPoint, ['file:///nowhere.js', {}]],
    ['measureText', measureText as EntryPoint, ['x', 'CHARACTERS']],
    ['countGraphemes', countGraphemes as EntryPoint, ['x']],
    ['whatNext', whatNext as EntryPoint, [new Error('x')]],
    ['readFactoryOptions', (options) => readFactoryOptions('sample', options as object, []), [{}]],
  ]
  it.each(methods)('%s', async (_name, entryPoint, right) => {
    expect(await bareErrors(entryPoint, right)).toEqual([])
  })
})

it('a record of a new Connection is accepted by the record reader', () => {
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

it('an invalid transport is refused by the constructor', () => {
  const options = { storage: new InMemoryStorage(), platforms: {}, transport: {} }
  expect(() => new SocialClient(options as never)).toThrow(ConfigError)
  expect(() => new SocialClient({ ...options, transport: new FakeTransport(() => ({})) })).not.toThrow()
})

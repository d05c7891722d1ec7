import { describe, expect, it } from 'vitest'

import { ClosedError, whatNext } from '../errors/index.js'
import { anUpdate } from '../events/__fixtures__/an-update.js'
import { ManualClock } from '../events/__fixtures__/manual-clock.js'
import { Dispatcher, Follower, InMemoryMarkers, Poller, PollerPool, ShardedPoller } from '../events/index.js'
import { InMemoryPublishJournal } from '../publishing/in-memory-journal.js'
import { aCapableClient } from './__fixtures__/capable.js'
import { aClient } from './__fixtures__/sample.js'
import { OPERATIONS } from './account/operation-table.js'

const REDIRECT = { redirectUri: 'https://app.example/callback' }
const UPDATE = anUpdate({ platform: 'sample', connectionId: 'sample:1', raw: { id: '9' } })

const onError = (error: unknown): never => expect.unreachable(String(error))
const parts = () => ({ markers: new InMemoryMarkers(), dispatcher: new Dispatcher(), onError })

async function aClosedClient() {
  const world = await aCapableClient()
  await world.client.close()
  return { ...world, account: world.client.account('sample:1') }
}
type World = Awaited<ReturnType<typeof aClosedClient>>
type Entry = readonly [string, (at: World) => Promise<unknown>]

const first = async (iterable: AsyncIterable<unknown>): Promise<unknown> =>
  iterable[Symbol.asyncIterator]().next()
const failureOf = (pending: Promise<unknown>): Promise<unknown> =>
  pending.then(
    () => null,
    (error: unknown) => error,
  )

/** Valid arguments of the operations whose first arguments are not two texts. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  post: [{ text: 'x' }],
  postThread: [[{ text: 'x' }, { text: 'y' }]],
  listChoices: [],
  searchChoices: ['board', 'x'],
  editPost: ['1', { text: 'x' }],
  startConversation: [['1'], 'x'],
  replyToUpdate: [UPDATE, 'x'],
  editReply: [UPDATE, '1', 'x'],
  deleteReply: [UPDATE, '1'],
  fetchUpdateStep: [null, null],
  setCommentVisibility: [UPDATE, { hidden: true }],
}

/** Every operation of an account, with arguments that it accepts. */
const ACCOUNT: readonly Entry[] = Object.keys(OPERATIONS).map((name) => [
  `account.${name}`,
  async ({ account }) => {
    const operation = account[name as 'post'] as (...args: unknown[]) => Promise<unknown> // safe cast: the handle has every operation
    const given = ARGUMENTS[name]
    if (given !== undefined) return operation.apply(account, [...given])
    // Tries the argument shapes of the remaining operations until one is accepted.
    let error: unknown = null
    for (const args of [[], ['1'], ['1', 'x'], [UPDATE]]) {
      // oxlint-disable-next-line no-await-in-loop -- the next shape is tried only if this one was refused
      error = await failureOf(
        Promise.resolve(name === 'listen' ? first(account.listen()) : operation.apply(account, args)),
      )
      if (ClosedError.is(error)) throw error
    }
    throw error
  },
])

const REST: readonly Entry[] = [
  ['account.connection', ({ account }) => account.connection()],
  ['account.features', ({ account }) => account.features()],
  ['account.limits', ({ account }) => account.limits()],
  ['account.measureText', ({ account }) => account.measureText('x')],
  ['account.checkPost', ({ account }) => account.checkPost({ text: 'x' })],
  ['account.checkThread', ({ account }) => account.checkThread([{ text: 'x' }])],
  ['account.run', ({ account }) => account.run(async (call) => call.http.request('GET', '/me', null))],
  ['account.direct.get', ({ account }) => account.direct.get('/me')],
  ['account.direct.json', ({ account }) => account.direct.json('GET', '/me')],
  [
    'client.checkPosts',
    ({ client }) => client.checkPosts([{ connectionId: 'sample:1', post: { text: 'x' } }]),
  ],
  ['client.startLogin', ({ client }) => client.startLogin('sample', REDIRECT)],
  [
    'client.finishLogin',
    ({ client }) => client.finishLogin('sample', { ...REDIRECT, state: 's', callback: {} }),
  ],
  [
    'client.choose',
    ({ client }) => client.choose('sample', { ...REDIRECT, accountId: '1', resumeToken: 'token' }),
  ],
  ['client.createApp', ({ client }) => client.createApp('sample', { ...REDIRECT, name: 'App' })],
  ['client.hasApp', ({ client }) => client.hasApp('sample', null)],
  ['client.disconnect', ({ client }) => client.disconnect('sample:1')],
  ['client.health', ({ client }) => client.health('sample:1')],
  ['client.spending', ({ client }) => client.spending()],
  ['client.renewDue', ({ client }) => first(client.renewDue(['sample:1']))],
]

const FOLLOWING: readonly Entry[] = [
  ['Poller', ({ account }) => new Poller({ account, ...parts() }).runForever()],
  ['Follower', ({ account }) => new Follower({ account, ...parts() }).runForever()],
  [
    'PollerPool',
    ({ client }) => {
      const pool = new PollerPool({ account: (id) => client.account(id), ...parts() })
      for (const id of ['sample:1', 'sample:2', 'sample:3']) pool.add(id, { firstInSeconds: 0 })
      return pool.run()
    },
  ],
  [
    'ShardedPoller',
    async ({ client }) => {
      const clock = new ManualClock()
      const poller = new ShardedPoller({
        name: 'sample',
        journal: new InMemoryPublishJournal({ clock }),
        connections: () => ['sample:1', 'sample:2', 'sample:3'],
        account: (id) => client.account(id),
        ...parts(),
        everySeconds: 1,
        clock,
      })
      const running = failureOf(poller.run())
      await clock.advance(30)
      throw await running
    },
  ],
]
describe('a closed client', () => {
  it.each([...ACCOUNT, ...REST, ...FOLLOWING])(
    'refuses %s with a ClosedError, and sends nothing',
    async (_name, call) => {
      const at = await aClosedClient()
      const error = await failureOf(call(at))
      expect(error).toBeInstanceOf(ClosedError)
      expect(whatNext(error)).toMatchObject({ todo: 'GIVE_UP', afterSeconds: null, status: 503 })
      expect(at.transport.requests).toEqual([])
    },
  )

  it('still verifies and reads webhook messages, because these checks send nothing', async () => {
    const { client } = await aClosedClient()
    expect(client.readUpdates('sample', new Uint8Array())).toEqual([])
  })
})

describe('a client that is closed during a call', () => {
  it('repeats no request', async () => {
    const { client, transport, account } = await aClient(async () => {
      await client.close()
      return { status: 503 }
    })
    const error = await failureOf(account.profile())
    expect(error).toBeInstanceOf(ClosedError)
    expect(transport.requests).toHaveLength(1)
  })
})

import { describe, expect, it, vi } from 'vitest'

import { channels, type OperationEvent } from '../../diagnostics/channels.js'
import { AppCredentials, makePostResult, makeUpdate } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'
import { aConnection } from '../__fixtures__/sample.js'
import { methodBehind } from './operation-table.js'
import type { Operation } from './operations.js'

const UPDATE = makeUpdate({
  id: '1',
  kind: 'COMMENT_CREATED',
  platform: 'sample',
  connectionId: 'sample:1',
  timestamp: '2026-01-01T00:00:00Z',
})
const SINCE = new Date('2026-01-01T00:00:00Z')
const PAGE = { after: 'c1', limit: 5 }
const RESULT = makePostResult({ id: '9' })
const SENDER = { id: '1', handle: null, displayName: null, avatarUrl: null, url: null, raw: {} }
const MESSAGE = {
  id: 'm1',
  conversationId: 'c1',
  sender: SENDER,
  text: 'Hello',
  sentAt: SINCE,
  isMine: true,
  deleted: false,
  attachments: [],
  raw: {},
}

/** For each operation: what the application passes, and what the platform's method gets before the call. `thread-posting.test.ts` has the thread, `listening.test.ts` the live updates. */
const ROWS: Readonly<
  Record<Exclude<Operation, 'postThread' | 'listen'>, readonly [readonly unknown[], readonly unknown[]]>
> = {
  post: [[{ text: 'Hello' }, {}], [expect.objectContaining({ text: 'Hello', media: [], replyTo: null })]],
  checkState: [['p1', {}], ['p1']],
  listChoices: [[{ options: { board: '1' } }], [{ board: '1' }]],
  searchChoices: [['board', 'chairs', {}], [{ option: 'board', words: 'chairs' }]],
  isScheduled: [['p1', {}], ['p1']],
  cancelScheduled: [['p1', {}], ['p1']],
  profile: [[{}], []],
  readStats: [['p1', {}], ['p1']],
  readPost: [['p1', {}], ['p1']],
  readThread: [
    ['p1', { depth: 2, limit: 3 }],
    ['p1', { depth: 2, limit: 3 }],
  ],
  readReplies: [
    ['p1', { wholeConversation: true }],
    ['p1', { wholeConversation: true }],
  ],
  reply: [
    ['p1', 'Hello', { options: { tone: 'kind' } }],
    ['p1', expect.objectContaining({ text: 'Hello', options: { tone: 'kind' } })],
  ],
  like: [['p1', {}], ['p1']],
  unlike: [
    ['p1', { likeId: 'l1' }],
    ['p1', { likeId: 'l1' }],
  ],
  repost: [['p1', {}], ['p1']],
  undoRepost: [
    ['p1', { repostId: 'r1' }],
    ['p1', { repostId: 'r1' }],
  ],
  readLikes: [
    ['p1', PAGE],
    ['p1', PAGE],
  ],
  fetchUpdates: [[SINCE, {}], [SINCE]],
  fetchUpdatesAfter: [
    ['m1', { limit: 5 }],
    ['m1', { limit: 5 }],
  ],
  markSeen: [['m1', {}], ['m1']],
  startUpdates: [[{ kinds: ['comments'] }], [{ kinds: ['comments'] }]],
  stopUpdates: [[{}], []],
  readConversations: [[PAGE], [PAGE]],
  readMessages: [
    ['c1', PAGE],
    ['c1', PAGE],
  ],
  sendMessage: [
    ['c1', 'Hello', { options: { tone: 'kind' } }],
    ['c1', { text: 'Hello', options: { tone: 'kind' } }],
  ],
  markRead: [['c1', {}], ['c1']],
  startConversation: [
    [['a', 'b'], 'Hello', { options: { name: 'us' } }],
    [['a', 'b'], { text: 'Hello', options: { name: 'us' } }],
  ],
  replyToUpdate: [
    [UPDATE, 'Hello', {}],
    [UPDATE, 'Hello'],
  ],
  setCommentVisibility: [
    [UPDATE, { hidden: false }],
    [UPDATE, { hidden: false }],
  ],
  deleteComment: [[UPDATE, {}], [UPDATE]],
  editPost: [
    ['p1', { text: 'Better' }, {}],
    ['p1', expect.objectContaining({ text: 'Better' })],
  ],
  deletePost: [['p1', {}], ['p1']],
  getLocation: [[{}], []],
  updateLocation: [[{ title: 'Here' }, {}], [{ title: 'Here' }]],
  verificationOptions: [[{}], []],
  startVerification: [['SMS', {}], ['SMS']],
  completeVerification: [
    ['v1', '1234', {}],
    ['v1', '1234'],
  ],
  verificationState: [[{}], []],
}

/** What the platform answers where the answer is looked at. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  publish: RESULT,
  reply: RESULT,
  editPost: RESULT,
  sendMessage: MESSAGE,
  startConversation: MESSAGE,
}

type Door = (...args: readonly unknown[]) => Promise<unknown>

/** The names of the operations that were told while the work went on. */
async function toldOf(work: () => Promise<unknown>): Promise<readonly OperationEvent[]> {
  const told: OperationEvent[] = []
  const listener = (event: unknown): void => {
    told.push({ ...(event as OperationEvent) }) // the channel carries nothing else
  }
  channels.operation.start.subscribe(listener)
  try {
    await work()
  } finally {
    channels.operation.start.unsubscribe(listener)
  }
  return told
}

describe.each(Object.entries(ROWS))('account.%s', (operation, [args, passedOn]) => {
  const method = methodBehind(operation)

  async function anAccount() {
    const answer = vi.fn<(...given: readonly unknown[]) => Promise<unknown>>()
    answer.mockResolvedValue(ANSWERS[method])
    const { client, ...rest } = await aCapableClient({ [method]: answer })
    const account = client.account('sample:1') as unknown as Readonly<Record<string, Door>> // called by name
    const run = (...given: readonly unknown[]) => account[operation]?.(...given) ?? Promise.reject()
    return { run, answer, ...rest }
  }

  it('hands on what it was given, and tells which operation runs', async () => {
    const { run, answer } = await anAccount()
    const told = await toldOf(() => run(...args))
    expect(answer).toHaveBeenCalledExactlyOnceWith(
      ...passedOn,
      expect.objectContaining({ connection: expect.objectContaining({ id: 'sample:1' }) }),
    )
    expect(told).toEqual([{ platform: 'sample', connectionId: 'sample:1', operation }].map(named))
  })

  it('takes signal and deadline, and ends with the reason of the signal', async () => {
    const { run, answer } = await anAccount()
    const reason = new Error('enough')
    const last = args.at(-1)
    const options = {
      ...(typeof last === 'object' ? last : {}),
      deadlineSeconds: 5,
      signal: AbortSignal.abort(reason),
    }
    await expect(run(...args.slice(0, -1), options)).rejects.toBe(reason)
    expect(answer).not.toHaveBeenCalled()
  })

  it('refuses an option that it does not know, before anything else', async () => {
    const { run, answer } = await anAccount()
    await expect(run(...args.slice(0, -1), { sgnal: null })).rejects.toThrow(
      `account.${operation} does not know the option "sgnal". Did you mean "signal"?`,
    )
    expect(answer).not.toHaveBeenCalled()
  })
})

it.each([
  'checkState',
  'isScheduled',
  'cancelScheduled',
  'readStats',
  'readPost',
  'readThread',
  'readReplies',
  'like',
  'unlike',
  'repost',
  'undoRepost',
  'reply',
  'editPost',
  'readLikes',
  'deletePost',
  'readMessages',
  'sendMessage',
  'markRead',
])('account.%s names the id that is missing', async (operation) => {
  const { client } = await aCapableClient()
  const account = client.account('sample:1') as unknown as Readonly<Record<string, Door>> // called by name
  const field = /Message|markRead/.test(operation) ? 'conversationId' : 'postId'
  await expect(account[operation]?.('', 'Hello')).rejects.toThrow(`${field} must be text that is not empty`)
})

/** Diagnostics call an operation as the platform does, where it has another name there. */
function named(event: OperationEvent): OperationEvent {
  return event.operation === 'profile' ? { ...event, operation: 'readProfile' } : event
}

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
  ])('is told apart under one key: %s', async (_what, operation, first, second) => {
    const method = methodBehind(operation)
    const { client } = await aCapableClient({ [method]: () => Promise.resolve(ANSWERS[method]) })
    const account = client.account('sample:1') as unknown as Readonly<Record<string, Door>> // called by name
    await account[operation]?.(...first)
    await expect(account[operation]?.(...second)).rejects.toThrow(/was used before for something else/)
  })
})

it('a message that went out does not look failed because the platform describes it wrongly', async () => {
  const { client } = await aCapableClient({ sendMessage: async () => ({ ...MESSAGE, sender: null }) })
  const account = client.account('sample:1') as unknown as Readonly<Record<string, Door>> // called by name
  expect(await account['sendMessage']?.('c1', 'Hello')).toMatchObject({ id: 'm1' })
})

const finished = async () => ({ step: 'FINISHED', connection: aConnection() })

describe('operations of the client', () => {
  const redirect = { redirectUri: 'https://app.example/back' }
  const app = new AppCredentials({ platform: 'sample', clientId: 'a', clientSecret: 'b' })

  it.each([
    ['startLogin', ['sample', { ...redirect, scopes: ['read'], host: null, state: 's', hints: {} }]],
    ['finishLogin', ['sample', { ...redirect, state: 's', callback: {}, remember: {}, scopes: ['read'] }]],
    ['choose', ['sample', { ...redirect, accountId: '1', resumeToken: 't', remember: {} }]],
    ['createApp', ['sample', { ...redirect, name: 'Mine', scopes: ['read'], website: null, again: true }]],
  ])('%s takes every option it says it takes, and tells which operation runs', async (door, args) => {
    const { client, storage } = await aCapableClient({
      startLogin: finished,
      finishLogin: finished,
      resumeLogin: finished,
      createApp: async () => app,
    })
    await storage.saveApp(app)
    const doors = client as unknown as Readonly<Record<string, Door>> // called by name
    const told = await toldOf(() => doors[door]?.(...args) ?? Promise.reject())
    expect(told).toEqual([{ platform: 'sample', connectionId: null, operation: door }])
  })

  it('disconnect withdraws the token first, and refuses an option that it does not know', async () => {
    const order: string[] = []
    const withdrawn = Promise.withResolvers<void>()
    const { client, storage } = await aCapableClient({
      revoke: async () => {
        await withdrawn.promise
        order.push('revoked')
      },
    })
    vi.spyOn(storage, 'deleteConnection').mockImplementation(async () => void order.push('deleted'))
    await expect(client.disconnect('sample:1', { sgnal: null } as object)).rejects.toThrow(
      'account.disconnect does not know the option "sgnal".',
    )
    const gone = client.disconnect('sample:1')
    withdrawn.resolve()
    await gone
    expect(order).toEqual(['revoked', 'deleted'])
  })

  it('names the package for the name people still know', async () => {
    const { client } = await aCapableClient()
    expect(() => client.platformFor('twitter')).toThrow('Install @social/x')
    for (const stranger of ['elsewhere', 'constructor'])
      expect(() => client.platformFor(stranger)).toThrow(
        'This client has: sample. Add it to `platforms` of new SocialClient.',
      )
  })
})

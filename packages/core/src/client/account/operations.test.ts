import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'

import type { Call } from '../../contract/index.js'
import type { OperationEvent } from '../../diagnostics/channels.js'
import { Token } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'
import { UPDATE, SINCE, ANSWERS, type EntryPoint, reportsTo } from '../__fixtures__/reported-operations.js'
import { aConnection, EXPIRED } from '../__fixtures__/sample.js'
import { methodBehind } from './operation-table.js'
import type { Operation } from './operations.js'

const PAGE = { after: 'c1', limit: 5 }

/**
 * For each operation: the arguments that the application passes, and the arguments that the platform's method
 * receives before the call. `thread-posting.test.ts` tests threads, and `listening.test.ts` tests live updates.
 */
const ROWS: Readonly<
  Record<Exclude<Operation, 'postThread' | 'listen'>, readonly [readonly unknown[], readonly unknown[]]>
> = {
  post: [[{ text: 'Hello' }, {}], [expect.objectContaining({ text: 'Hello', media: [], replyTo: null })]],
  checkState: [['p1', {}], ['p1']],
  listChoices: [[{ options: { board: '1' } }], [{ board: '1' }]],
  searchChoices: [['board', 'chairs', {}], [{ option: 'board', query: 'chairs' }]],
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
  comment: [
    ['p1', 'First!', {}],
    ['p1', 'First!'],
  ],
  readInsights: [
    [{ postId: 'p1', since: SINCE, byDay: true }],
    [{ postId: 'p1', since: SINCE, until: null, byDay: true }],
  ],
  editReply: [
    [UPDATE, 'r1', 'Better', {}],
    [UPDATE, 'r1', 'Better'],
  ],
  deleteReply: [
    [UPDATE, 'r1', {}],
    [UPDATE, 'r1'],
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
  fetchUpdateStep: [
    [SINCE, 'p1', {}],
    [SINCE, 'p1'],
  ],
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

describe.each(Object.entries(ROWS))('account.%s', (operation, [args, passedOn]) => {
  const method = methodBehind(operation)

  async function anAccount() {
    const answer = vi.fn<(...given: readonly unknown[]) => Promise<unknown>>()
    answer.mockResolvedValue(ANSWERS[method])
    const { client, ...rest } = await aCapableClient({ [method]: answer })
    const account = client.account('sample:1') as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
    const run = (...given: readonly unknown[]) => account[operation]?.(...given) ?? Promise.reject()
    return { run, answer, ...rest }
  }

  it('passes its arguments, and reports the operation that runs', async () => {
    const { run, answer } = await anAccount()
    const reported = await reportsTo(() => run(...args))
    expect(answer).toHaveBeenCalledExactlyOnceWith(
      ...passedOn,
      expect.objectContaining({ connection: expect.objectContaining({ id: 'sample:1' }) }),
    )
    expect(reported).toEqual([{ platform: 'sample', connectionId: 'sample:1', operation }].map(named))
  })

  // Holds R-0241.
  it('renews an expired token before its first request', async () => {
    const { client, storage, transport } = await aCapableClient({
      refresh: async ({ http }: Call) => {
        await http.post('/token', v.unknown(), { auth: 'none' })
        return new Token({ accessToken: 'second-access', expiresAt: null })
      },
      [method]: async (...given: readonly unknown[]) => {
        const { http } = given.at(-1) as Call // safe cast: platform methods receive the call as their last argument
        await http.get('/first', v.unknown())
        return ANSWERS[method]
      },
    })
    await storage.saveConnection(aConnection('1', EXPIRED))
    const account = client.account('sample:1') as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
    await account[operation]?.(...args)
    expect(transport.paths).toEqual(['POST /token', 'GET /first'])
    expect(transport.requests[1]?.headers['authorization']).toBe('Bearer second-access')
  })

  it('accepts a signal and a deadline, and rejects with the reason of the signal', async () => {
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

  // Holds R-0004.
  it('refuses an unknown option before anything else', async () => {
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
])('account.%s names the missing id', async (operation) => {
  const { client } = await aCapableClient()
  const account = client.account('sample:1') as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
  const field = /Message|markRead/.test(operation) ? 'conversationId' : 'postId'
  await expect(account[operation]?.('', 'Hello')).rejects.toThrow(`${field} must be text that is not empty`)
})

/**
 * Returns the event under the name of the platform's method, which diagnostics use if it differs from the
 * operation's name.
 */
function named(event: OperationEvent): OperationEvent {
  return event.operation === 'profile' ? { ...event, operation: 'readProfile' } : event
}

import { nonsenseOf, wrongEnds } from '@social-internal/shared-tests/nonsense'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { picture } from './__fixtures__/files.js'

type At = Awaited<ReturnType<typeof usingEmulator>>
type Account = Awaited<ReturnType<At['signIn']>>

const problem = (fields: object) => ({ title: 'no', type: 'about:blank', ...fields })

/**
 * Response bodies that X does not document. The test combines some of them with the statuses
 * below.
 */
const BODIES: readonly unknown[] = [
  '{"data":{"id":"1',
  { data: null },
  { data: [] },
  { data: 'x' },
  { data: { id: { a: 1 } } },
  { data: { id: '../..', text: 7, public_metrics: 'many', entities: [], attachments: 'x' } },
  { data: { id: '1'.repeat(100_000) } },
  {
    data: [
      null,
      7,
      { id: 1 },
      { id: '5', created_at: 'soon', referenced_posts: 'x', attachments: { media_keys: 7 } },
    ],
  },
  { data: [{ id: '5', created_at: '2026-11-22T12:00:00Z' }], includes: [], meta: { next_token: 7 } },
  { data: [], includes: { users: 'x', posts: [7], media: {} }, meta: [] },
  { data: { id: '1', username: 7, profile_image_url: 'javascript:x' } },
  { data: { id: '1', processing_info: { state: 7, check_after_secs: 'soon' } } },
  { data: { id: '1', processing_info: { state: 'pending', check_after_secs: 1e300 } } },
  { data: { id: '1', processing_info: { state: 'failed', error: { message: 'x\r\ny' } } } },
  { data: { id: '1', expires_after_secs: -1e300, media_key: 7 } },
  { data: { liked: 'yes', retweeted: 1, rest_id: {} } },
  { errors: 7 },
  { errors: [] },
  { errors: [null] },
  { errors: [{ type: 7, detail: { a: 1 } }] },
  { errors: [{ type: 'https://api.x.com/2/problems/constructor', title: '__proto__' }] },
  problem({ detail: 'w '.repeat(200_000) }),
  problem({ detail: 'x\r\nSet-Cookie: a=b\u001B[31m' }),
  problem({ reason: 7, required_enrollment: {} }),
  { error: 'invalid_request', error_description: { a: 1 } },
  { access_token: 'new\r\nX-Other: 1', refresh_token: 'r' },
  { access_token: 'new', expires_in: -5, scope: 7 },
]

const FAULTS = nonsenseOf({
  bodies: BODIES,
  statuses: [200, 400, 403, 500],
  headers: {
    status: 429,
    list: [
      { 'x-rate-limit-reset': '-5', 'x-rate-limit-remaining': '0' },
      { 'x-rate-limit-reset': 'soon', 'x-rate-limit-remaining': 'many' },
      { 'x-user-limit-24hour-remaining': '0', 'x-user-limit-24hour-reset': 'x' },
      { 'Retry-After': 'soon' },
    ],
  },
})

/**
 * Positions of the request that gets the invalid response, for operations that send several
 * requests.
 */
const DEPTHS: Readonly<Record<string, readonly number[]>> = { post: [1, 2, 3, 4, 5], readThread: [1, 2] }

/** Rate limits that are too high to be reached in the test. */
const MANY = Object.fromEntries(
  [
    'POST /2/tweets',
    'GET /2/tweets/:id',
    'GET /2/tweets/search/recent',
    'POST /2/media/upload/initialize',
    'POST /2/media/upload/:id/append',
    'POST /2/media/upload/:id/finalize',
    'POST /2/media/metadata',
    'GET /2/users/me',
  ].flatMap((route) => [
    [route, 1e6],
    [`day ${route}`, 1e6],
  ]),
)

const OPERATIONS: Readonly<Record<string, (account: Account, at: At, id: string) => Promise<unknown>>> = {
  post: (account) => account.post({ text: 'Hello', media: [picture('A cat')] }),
  deletePost: (account, _at, id) => account.deletePost(id),
  readPost: (account, _at, id) => account.readPost(id),
  readThread: (account, _at, id) => account.readThread(id),
  readStats: (account, _at, id) => account.readStats(id),
  profile: (account) => account.profile(),
  fetchUpdates: (account) => account.fetchUpdates(new Date('2026-11-01T00:00:00Z')),
  reply: (account, _at, id) => account.reply(id, 'Hello'),
  like: (account, _at, id) => account.like(id),
  unlike: (account, _at, id) => account.unlike(id),
  repost: (account, _at, id) => account.repost(id),
  undoRepost: (account, _at, id) => account.undoRepost(id),
  readLikes: (account, _at, id) => account.readLikes(id),
  readConversations: (account) => account.readConversations(),
  readMessages: (account) => account.readMessages('1-2'),
  sendMessage: (account) => account.sendMessage('1-2', 'Hello'),
  startConversation: (account) => account.startConversation(['1'], 'Hello'),
  'a refresh': async (account, at) => {
    await at.clock.advance(7200)
    return account.profile()
  },
}

/** Matches access and refresh tokens. No error may contain one. */
const SECRETS = /access-[\w-]{8}|refresh-[\w-]{8}/

describe('invalid responses from X', () => {
  // Holds R-0488.
  it.each(Object.keys(OPERATIONS))('lead to a result or a clear error of %s', async (name) => {
    await using at = await usingEmulator({ server: { plan: 'ENTERPRISE', rates: MANY } })
    const operation = OPERATIONS[name]
    const { id } = at.network.post({ by: 'bo', text: '@ada hi' })
    let account = await at.signIn()
    const nths = DEPTHS[name] ?? [1]
    const tried = nths.flatMap((nth) => FAULTS.map((fault) => ({ ...fault, nth, count: 'all' }) as const))

    const wrong = await wrongEnds(at.faults, tried, {
      secrets: SECRETS,
      work: () => operation?.(account, at, id) ?? Promise.reject(new Error('no operation')),
      after: async () => {
        // The refreshed token may be invalid too. Sometimes only this sign-in detects that X
        // revoked the connection.
        if (name === 'a refresh') account = await at.signIn().catch(() => at.signIn())
      },
    })
    expect(wrong).toEqual([])
  })

  it('lead to a clear error of a sign-in', async () => {
    await using at = await usingEmulator()
    const paths = ['/2/oauth2/token', '/2/users/me']
    const tried = paths.flatMap((path) => FAULTS.map((fault) => ({ ...fault, path, count: 'all' }) as const))

    const wrong = await wrongEnds(at.faults, tried, { secrets: SECRETS, work: () => at.finishLogin('ada') })
    expect(wrong).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startEmulator } from '../start-emulator.js'

const POST = 'at://did:plc:jxhiaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3n2stmd4ajk2a'
const POSTS = 'app.bsky.feed.getPosts'
const THREAD = 'app.bsky.feed.getPostThread'
const LIKES = 'app.bsky.feed.getLikes'
const NOTICES = 'app.bsky.notification.listNotifications'
const PROFILE = 'app.bsky.actor.getProfile'
const FAILED = [502, 'InternalServerError', 'Internal Server Error'] as const
const refused = (nsid: string, text: string) =>
  [400, 'InvalidRequest', `Invalid ${nsid} params: ${text}`] as const

/**
 * Error responses of the real AppView (`@atproto/bsky` 0.0.280 behind a PDS 0.5.35), recorded on
 * 2026-11-22.
 */
const ANSWERS: readonly (readonly [string, string, readonly [number, string | null, string | null]])[] = [
  [POSTS, '', refused(POSTS, 'Missing required key "uris"')],
  [POSTS, 'uris=', refused(POSTS, 'Missing required key "uris"')],
  [POSTS, 'uris=x', refused(POSTS, 'Invalid at-uri (got "x")')],
  [POSTS, Array(26).fill(`uris=${POST}`).join('&'), refused(POSTS, 'array too big (maximum 25, got 26)')],
  [POSTS, 'uris=at://ada.bsky.test/app.bsky.feed.post/3k', FAILED],
  [POSTS, `uris=${POST}`, [200, null, null]],
  [THREAD, '', refused(THREAD, 'Missing required key "uri"')],
  [THREAD, 'uri=x', refused(THREAD, 'Invalid at-uri (got "x")')],
  [THREAD, `uri=${POST}&depth=-1`, refused(THREAD, 'integer too small (minimum 0, got -1)')],
  [THREAD, `uri=${POST}&depth=x`, refused(THREAD, 'Expected integer value type (got "x")')],
  [THREAD, `uri=${POST}&parentHeight=1001`, refused(THREAD, 'integer too big (maximum 1000, got 1001)')],
  [THREAD, `uri=${POST}&depth=`, [400, 'NotFound', `Post not found: ${POST}`]],
  [LIKES, `uri=${POST}&limit=0`, refused(LIKES, 'integer too small (minimum 1, got 0)')],
  [LIKES, `uri=${POST}&limit=101`, refused(LIKES, 'integer too big (maximum 100, got 101)')],
  [LIKES, `uri=${POST}&cid=x`, refused(LIKES, 'Invalid CID string (got "x")')],
  [LIKES, `uri=${POST}&cursor=x`, FAILED],
  [LIKES, `uri=${POST}&cursor=2026-01-01T00:00:00Z`, FAILED],
  [LIKES, `uri=${POST}&cursor=1795255368000::bafy`, [200, null, null]],
  [LIKES, `uri=${POST}&cursor=`, [200, null, null]],
  [NOTICES, 'cursor=x', FAILED],
  [NOTICES, 'cursor=12::34', FAILED],
  [NOTICES, 'cursor=2026-01-01T00:00:00Z', [200, null, null]],
  [NOTICES, 'limit=101', refused(NOTICES, 'integer too big (maximum 100, got 101)')],
  [NOTICES, 'priority=odd', refused(NOTICES, 'Expected boolean value type (got "odd")')],
  [NOTICES, 'seenAt=x', refused(NOTICES, 'Invalid datetime (got "x")')],
  [NOTICES, 'seenAt=2026-01-01T00:00:00Z', [400, 'InvalidRequest', 'The seenAt parameter is unsupported']],
  [PROFILE, '', refused(PROFILE, 'Missing required key "actor"')],
  [PROFILE, 'actor=a%20b', refused(PROFILE, 'Invalid AT identifier (got "a b")')],
  [PROFILE, 'actor=nobody.test', [400, 'InvalidRequest', 'Profile not found']],
]

const start = () => startEmulator({ networks: ['bluesky'] })

describe('the emulated AppView', () => {
  let emulator: Awaited<ReturnType<typeof start>>
  let token: string
  beforeAll(async () => {
    emulator = await start()
    token = emulator.control.bluesky.signIn({ person: 'ada' }).accessToken
  })
  afterAll(() => emulator.close())

  it.each(ANSWERS)('responds to %s?%s as the real one does', async (nsid, query, answer) => {
    const reply = await fetch(`${emulator.url('bluesky')}/xrpc/${nsid}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { error = null, message = null } = (await reply.json()) as { error?: string; message?: string } // safe cast: both fields are optional, and the test compares the values

    expect([reply.status, error, message]).toEqual(answer)
  })
})

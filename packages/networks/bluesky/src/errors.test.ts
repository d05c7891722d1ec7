import {
  AuthError,
  BlockedError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  NotSupportedError,
  PostGoneError,
  RateLimitError,
} from '@social/core/platform'
import { aCall } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { readError as readAt } from './errors.js'
import { bluesky } from './platform.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

const read = (status: number, error: string, message: string, nsid: string) =>
  readError(
    { status, headers: {}, body: { error, message } },
    { method: 'GET', url: `https://pds.example/xrpc/${nsid}`, headers: {}, body: null },
  )

const POST = 'com.atproto.repo.createRecord'
const CHAT = 'chat.bsky.convo.sendMessage'
const FEED = 'app.bsky.feed.getPosts'

describe('a refusal', () => {
  it.each([
    [400, 'ExpiredToken', 'Token has expired', FEED, AuthError],
    [401, 'ExpiredToken', 'Token has expired', FEED, AuthError],
    [400, 'InvalidToken', 'Token could not be verified', FEED, AuthError],
    [401, 'AuthMissing', 'Authentication Required', FEED, AuthError],
    [400, 'InvalidToken', 'Bad token method', 'chat.bsky.convo.listConvos', MissingPermissionError],
    [
      403,
      'ScopeMissingError',
      'Missing required scope',
      'chat.bsky.convo.listConvos',
      MissingPermissionError,
    ],
    [403, 'ScopeMissingError', 'Missing required scope "repo:x"', POST, MissingPermissionError],
    [400, 'InvalidRequest', 'grapheme too big', POST, InvalidPostError],
    [400, 'BlobNotFound', 'Could not find blob', POST, InvalidPostError],
    [413, 'PayloadTooLarge', 'request entity too large', 'com.atproto.repo.uploadBlob', InvalidPostError],
    [413, '', '', 'com.atproto.repo.uploadBlob', InvalidPostError],
    [400, 'NotFound', 'Post not found', 'app.bsky.feed.getPostThread', PostGoneError],
    [400, 'BlockedActor', 'Block', CHAT, BlockedError],
    [400, 'BlockedByActor', 'Block', 'app.bsky.feed.getAuthorFeed', BlockedError],
    [400, 'MessagesDisabled', 'Recipient has disabled incoming messages', CHAT, NotAllowedError],
    [400, 'ConvoLocked', 'Convo is locked', CHAT, NotAllowedError],
    [400, 'InvalidConvo', 'Convo not found', CHAT, NotFoundError],
    [
      401,
      'AccountTakedown',
      'Account has been taken down',
      'com.atproto.server.createSession',
      NotAllowedError,
    ],
    [401, 'AccountDeactivated', 'Account is deactivated', POST, NotAllowedError],
    [403, 'Forbidden', 'No', POST, NotAllowedError],
    [501, 'MethodNotImplemented', 'Method Not Implemented', FEED, NotSupportedError],
  ])('%i %s "%s" of %s is the right error', (status, error, message, nsid, kind) => {
    expect(read(status, error, message, nsid)).toBeInstanceOf(kind)
  })

  it.each([
    [400, 'ExpiredToken', FEED, true],
    [401, 'AuthenticationRequired', FEED, true],
    [400, 'ExpiredToken', 'com.atproto.server.refreshSession', false],
    [401, 'AuthenticationRequired', 'com.atproto.server.createSession', false],
  ])('%i %s of %s is worth a renewal: %s', (status, error, nsid, isWorthIt) => {
    expect(read(status, error, '', nsid)).toMatchObject({ tokenRefused: isWorthIt })
  })

  it('that nobody knows is left to its status', () => {
    expect(read(400, 'SomethingNew', 'x', FEED)).toBeNull()
    expect(read(502, 'UpstreamFailure', 'x', FEED)).toBeNull()
    expect(read(200, '', '', FEED)).toBeNull()
  })

  it('for too many requests tells the seconds from RateLimit-Reset where there is no Retry-After', async () => {
    const call = aCall({ platform: bluesky(), retries: { attempts: 1 } })
    const resets = Math.floor(call.clock.now().getTime() / 1000) + 1000
    call.transport.replies = {
      'GET /xrpc/app.bsky.feed.getPosts': {
        status: 429,
        headers: { 'RateLimit-Reset': String(resets) },
        body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
      },
    }
    const failure: unknown = await bluesky()
      .readPost('3kabc', call)
      .catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(RateLimitError)
    expect(failure).toMatchObject({ retryAfter: 1000 })
  })
})

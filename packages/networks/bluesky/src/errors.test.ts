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
import { aCall } from '@social/testkit/platform'
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
const GROUP = 'chat.bsky.group.createGroup'
const FEED = 'app.bsky.feed.getPosts'
const SIGN_IN = 'com.atproto.server.createSession'

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
    [400, 'BlobTooLarge', 'This file is too large', POST, InvalidPostError],
    [400, 'InvalidMimeType', 'Wrong type of file', POST, InvalidPostError],
    [400, 'InvalidSize', 'Wrong size of file', POST, InvalidPostError],
    [413, 'PayloadTooLarge', 'request entity too large', 'com.atproto.repo.uploadBlob', InvalidPostError],
    [413, '', '', 'com.atproto.repo.uploadBlob', InvalidPostError],
    [400, 'NotFound', 'Post not found', 'app.bsky.feed.getPostThread', PostGoneError],
    [400, 'BlockedActor', 'Block', CHAT, BlockedError],
    [400, 'BlockedByActor', 'Block', 'app.bsky.feed.getAuthorFeed', BlockedError],
    [400, 'BlockedSubject', 'Block', GROUP, BlockedError],
    [400, 'NotFollowedBySender', 'Not followed', CHAT, NotAllowedError],
    [400, 'UserForbidsGroups', 'No groups', GROUP, NotAllowedError],
    [400, 'NewAccountCannotCreateGroup', 'Too new', GROUP, NotAllowedError],
    [400, 'MessagesDisabled', 'Recipient has disabled incoming messages', CHAT, NotAllowedError],
    [400, 'ConvoLocked', 'Convo is locked', CHAT, NotAllowedError],
    [400, 'InvalidConvo', 'Convo not found', CHAT, NotFoundError],
    [400, 'RecipientNotFound', 'Recipient not found', GROUP, NotFoundError],
    [400, 'RecordNotFound', 'Could not locate record', 'com.atproto.repo.getRecord', NotFoundError],
    [400, 'HandleNotFound', 'Unable to resolve handle', 'com.atproto.identity.resolveHandle', NotFoundError],
    [
      401,
      'AccountTakedown',
      'Account has been taken down',
      'com.atproto.server.createSession',
      NotAllowedError,
    ],
    [401, 'AccountDeactivated', 'Account is deactivated', POST, NotAllowedError],
    [403, 'AccountSuspended', 'Account is suspended', FEED, NotAllowedError],
    [403, 'Forbidden', 'No', POST, NotAllowedError],
    [501, 'MethodNotImplemented', 'Method Not Implemented', FEED, NotSupportedError],
  ])('%i %s "%s" of %s is mapped to its error', (status, error, message, nsid, kind) => {
    expect(read(status, error, message, nsid)).toBeInstanceOf(kind)
  })

  it.each([
    'com.atproto.repo.createRecord',
    'com.atproto.repo.putRecord',
    'com.atproto.repo.applyWrites',
    'com.atproto.repo.uploadBlob',
    CHAT,
    GROUP,
  ])('of the input of %s concerns the post, and of the input of a read does not', (nsid) => {
    expect(read(400, 'InvalidRequest', 'Input/text too long', nsid)).toBeInstanceOf(InvalidPostError)
    expect(read(400, 'InvalidRequest', 'Params must have "uris"', FEED)).toBeNull()
  })

  it('of the main password of the account requires an app password', () => {
    expect(read(401, 'AuthFactorTokenRequired', 'A code was sent', SIGN_IN)?.message).toMatch(
      /main password of the account/,
    )
    for (const status of [400, 401])
      expect(read(status, 'AuthenticationRequired', 'Invalid password', SIGN_IN)?.message).toMatch(
        /Invalid password\. Check the handle and the app password/,
      )
  })

  it.each([400, 401, 403])('of a session with %i reports that it has ended', (status) => {
    for (const call of ['refreshSession', 'deleteSession'])
      expect(
        read(status, 'ExpiredToken', 'Token has been revoked', `com.atproto.server.${call}`),
      ).toMatchObject({
        code: 'AUTH',
        message: expect.stringMatching(/no longer knows this session.*Sign the account in again/),
        tokenRefused: false,
      })
  })

  it.each([
    'invalid_grant',
    'invalid_client',
    'invalid_request',
    'invalid_scope',
    'access_denied',
    'unauthorized_client',
  ])('of OAuth, %s, ends the sign-in with its message', (error) => {
    for (const path of ['/oauth/token', '/oauth/par', '/token'])
      expect(
        readError(
          { status: 400, headers: {}, body: { error, error_description: 'Code expired' } },
          { method: 'POST', url: `https://pds.example${path}`, headers: {}, body: null },
        ),
      ).toMatchObject({
        code: 'AUTH',
        message: `bluesky refused the sign-in (${error}): Code expired. Start the sign-in again.`,
      })
  })

  it.each(['ScopeMissingError', 'InsufficientScope', 'insufficient_scope'])(
    'by the name %s contains the missing scope: from the message, otherwise from the method',
    (name) => {
      expect(read(403, name, 'Missing required scope "repo:x"', POST)).toMatchObject({
        needs: 'Missing required scope "repo:x"',
      })
      expect(read(403, name, '', POST)).toMatchObject({ needs: POST })
      expect(read(403, name, 'Missing scope', CHAT)).toMatchObject({ needs: 'direct messages' })
    },
  )

  it('contains the whole response for any body', () => {
    const body = { error: 'Forbidden', message: 'No', more: 1 }
    const at = { method: 'GET', url: `https://pds.example/xrpc/${FEED}`, headers: {}, body: null } as const

    expect(readError({ status: 403, headers: {}, body }, at)).toMatchObject({
      platform: 'bluesky',
      raw: body,
    })
    expect(
      readError({ status: 501, headers: {}, body: { error: 'MethodNotImplemented' } }, at),
    ).toMatchObject({
      platform: 'bluesky',
      raw: { error: 'MethodNotImplemented' },
      message: expect.stringContaining(`${FEED} on this server`),
    })
    for (const other of ['<html>', ['no'], null])
      expect(readError({ status: 403, headers: {}, body: other }, at)?.raw).toEqual({ body: other })
  })

  it.each([
    [400, 'ExpiredToken', FEED, true],
    [400, 'AuthMissing', FEED, true],
    [401, 'use_dpop_nonce', FEED, true],
    [401, 'invalid_token', FEED, true],
    [401, '', FEED, true],
    [401, 'AuthenticationRequired', FEED, true],
    [400, 'ExpiredToken', 'com.atproto.server.refreshSession', false],
    [401, 'AuthenticationRequired', 'com.atproto.server.createSession', false],
  ])('%i %s of %s leads to a refresh: %s', (status, error, nsid, isWorthIt) => {
    expect(read(status, error, '', nsid)).toMatchObject({ tokenRefused: isWorthIt })
  })

  it.each([
    [400, 'NotFoundYet', FEED],
    [400, 'SomeExpiredToken', FEED],
    [400, 'InvalidRequestBody', POST],
    [400, 'NotRecordNotFound', FEED],
    [400, 'BlobTooLargeNow', POST],
  ])('with a name similar to a known one (%i %s) is classified by its status alone', (status, name, nsid) => {
    expect(read(status, name, '', nsid)).toBeNull()
  })

  it('that is unknown is classified by its status alone', () => {
    expect(read(400, 'SomethingNew', 'x', FEED)).toBeNull()
    expect(read(502, 'UpstreamFailure', 'x', FEED)).toBeNull()
    for (const name of ['', 'BlockedActor', 'RecordNotFound']) expect(read(200, name, '', FEED)).toBeNull()
  })

  // Holds R-0309.
  it('for too many requests contains the seconds from RateLimit-Reset without a Retry-After', async () => {
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

import { InvalidPostError, NetworkError, NotAllowedError, PostGoneError } from '@social/core/platform'
import { aCall, aPublishCall, type CallSettings, type PublishCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import likers from './__fixtures__/favourited-by.ok.json' with { type: 'json' }
import instance from './__fixtures__/instance.v2.json' with { type: 'json' }
import posted from './__fixtures__/statuses.posted.json' with { type: 'json' }
import { mastodon } from './platform.js'

const PARENT = 'GET /api/v1/statuses/7'
const POST = 'POST /api/v1/statuses'
const OWN = 'GET /api/v1/accounts/14715/statuses'
const INSTANCE = 'GET /api/v2/instance'
const bo = { id: '971724', acct: 'bo@other.example' }

/** Creates the parent post of a reply: a public post by Bo without mentions. */
const parent = (changes = {}) => ({ id: '7', visibility: 'public', account: bo, mentions: [], ...changes })

function callOf(reply: object, settings: PublishCallSettings = {}) {
  const replies = { [PARENT]: reply, [POST]: posted, ...settings.replies }
  return aPublishCall({ platform: mastodon(), connection: anAccount(), ...settings, replies })
}

async function formOf(reply: object, text: string, options = {}) {
  const call = callOf(reply)
  await mastodon().reply('7', { text, media: [], options }, call)
  return call.transport.requestsTo(POST)[0]?.form
}

describe('a reply', () => {
  it('needs one request more than a post', async () => {
    const call = callOf(parent())

    const result = await mastodon().reply('7', { text: 'hi', media: [], options: {} }, call)

    expect(call.transport.paths).toEqual([PARENT, POST])
    expect(result).toMatchObject({ id: '115500000000000001', state: 'DONE' })
  })

  // Holds R-0272.
  it('mentions the author, replies to the post, and uses the default visibility of the account', async () => {
    expect(await formOf(parent(), 'hi')).toEqual({ status: '@bo@other.example hi', in_reply_to_id: '7' })
  })

  // Holds R-0273, R-0274.
  it('mentions everyone mentioned in the post, except the account itself', async () => {
    const mentions = [
      { id: '14715', acct: 'ada' },
      { id: '5', acct: 'cy' },
      { id: '6', acct: 'di@di.example' },
    ]

    expect(await formOf(parent({ mentions }), 'hi')).toMatchObject({
      status: '@bo@other.example @cy @di@di.example hi',
    })
  })

  // Holds R-0274.
  it('does not repeat mentions of the text', async () => {
    const mentions = [{ id: '5', acct: 'al' }]

    expect(await formOf(parent({ mentions }), 'hi @bo@other.example and @alice')).toMatchObject({
      status: '@al hi @bo@other.example and @alice',
    })
  })

  it.each([
    ['direct', 'public', 'direct'],
    ['direct', undefined, 'direct'],
    ['private', 'public', 'private'],
    ['private', 'unlisted', 'private'],
    ['private', 'direct', 'direct'],
    ['private', undefined, 'private'],
    ['unlisted', undefined, undefined],
    ['unlisted', 'public', 'public'],
    ['public', undefined, undefined],
    ['public', 'private', 'private'],
  ] as const)('to a %s post with requested visibility %s gets %s', async (visibility, asked, sent) => {
    const form = await formOf(parent({ visibility }), 'hi', asked && { visibility: asked })

    expect(form?.['visibility']).toBe(sent)
  })

  it('fails with PostGoneError when the post was deleted', async () => {
    const call = callOf({ status: 404, body: { error: 'Record not found' } })

    await expect(mastodon().reply('7', { text: 'hi', media: [], options: {} }, call)).rejects.toThrow(
      PostGoneError,
    )
  })

  it('is refused before any request for an unknown option', async () => {
    const call = callOf(parent())

    await expect(
      mastodon().reply('7', { text: 'hi', media: [], options: { titel: 'x' } }, call),
    ).rejects.toThrow(InvalidPostError)
    expect(call.transport.requests).toEqual([])
  })

  it('reads the limits of the server when text and mentions exceed the default limit', async () => {
    const call = callOf(parent(), { replies: { 'GET /api/v2/instance': {} } })

    await expect(
      mastodon().reply('7', { text: 'a'.repeat(499), media: [], options: {} }, call),
    ).rejects.toThrow(InvalidPostError)
    expect(call.transport.paths).toEqual([PARENT, 'GET /api/v2/instance'])
  })

  it('is repeated unchanged when its response was lost, without reading the post again', async () => {
    const reply = { text: 'hi', media: [], options: {} }
    const first = callOf(parent({ visibility: 'direct' }), {
      retries: { attempts: 1 },
      replies: { [POST]: new NetworkError('lost') },
    })
    await expect(mastodon().reply('7', reply, first)).rejects.toThrow(NetworkError)

    const second = callOf(
      { status: 404 },
      { receipt: first.receipt, replies: { [OWN]: [], [INSTANCE]: instance } },
    )
    await second.clock.advance(60)
    await mastodon().reply('7', reply, second)

    expect(second.transport.paths).toEqual([OWN, INSTANCE, POST])
    expect(second.transport.requestsTo(POST)[0]?.text).toBe(first.transport.requestsTo(POST)[0]?.text)
  })

  it('has a different server key than a post with the same idempotency key', async () => {
    const call = callOf(parent(), { replies: { 'GET /api/v2/instance': {} } })

    await mastodon().publish({ text: 'hi', media: [], replyTo: null, publishAt: null, options: {} }, call)
    await mastodon().reply(
      '7',
      { text: 'hi', media: [], options: {} },
      callOf(parent(), { transport: call.transport }),
    )

    const keys = call.transport.requestsTo(POST).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })
})

const aCallWith = (replies: CallSettings['replies'] = {}) =>
  aCall({ platform: mastodon(), connection: anAccount(), replies })

describe('likes', () => {
  // Holds R-0275.
  it('are added with one request, and have no id', async () => {
    const call = aCallWith({ 'POST /api/v1/statuses/7/favourite': posted })

    expect(await mastodon().like('7', call)).toMatchObject({ postId: '7', likeId: null })
    expect(call.transport.paths).toEqual(['POST /api/v1/statuses/7/favourite'])
  })

  // Holds R-0275.
  it('are removed with one request', async () => {
    const call = aCallWith({ 'POST /api/v1/statuses/7/unfavourite': posted })

    await mastodon().unlike('7', { likeId: null }, call)

    expect(call.transport.paths).toEqual(['POST /api/v1/statuses/7/unfavourite'])
  })

  it('fail with NotAllowedError when the server reports no block', async () => {
    const reply = { status: 403, body: { error: 'This action is not allowed' } }
    const failure: unknown = await mastodon()
      .like('7', aCallWith({ 'POST /api/v1/statuses/7/favourite': reply }))
      .catch((error: unknown) => error)

    expect((failure as object).constructor).toBe(NotAllowedError)
  })

  // Holds R-0041, R-0276.
  it('are read page by page, without times', async () => {
    const link =
      '<https://social.example/api/v1/statuses/7/favourited_by?limit=1&max_id=53286827>; rel="next", <https://social.example/api/v1/statuses/7/favourited_by?since_id=1>; rel="prev"'
    const call = aCallWith({
      'GET /api/v1/statuses/7/favourited_by': { status: 200, headers: { link }, body: likers },
    })

    const page = await mastodon().readLikes('7', { after: '99', limit: 500 }, call)

    expect(call.transport.requests[0]?.query).toEqual({ max_id: '99', limit: '80' })
    expect(page).toMatchObject({
      items: [{ person: { id: '971724', handle: 'bo@other.example' }, likedAt: null }],
      next: '53286827',
    })
  })

  it('end at the last page', async () => {
    const call = aCallWith({ 'GET /api/v1/statuses/7/favourited_by': [] })

    expect(await mastodon().readLikes('7', { after: null, limit: null }, call)).toEqual({
      items: [],
      next: null,
    })
    expect(call.transport.requests[0]?.query).toEqual({})
  })
})

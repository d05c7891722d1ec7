import { createHash } from 'node:crypto'

import { InvalidPostError, Media, PlatformError, PostGoneError } from '@social/core/platform'
import { aPost, aPublishCall, inTurn, type PublishCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import instance from '../__fixtures__/instance.v2.json' with { type: 'json' }
import accepted from '../__fixtures__/media.accepted.json' with { type: 'json' }
import ready from '../__fixtures__/media.ready.json' with { type: 'json' }
import working from '../__fixtures__/media.working.json' with { type: 'json' }
import posted from '../__fixtures__/statuses.posted.json' with { type: 'json' }
import scheduled from '../__fixtures__/statuses.scheduled.json' with { type: 'json' }
import { mastodon } from '../platform.js'

const POST = 'POST /api/v1/statuses'
const UPLOAD = 'POST /api/v2/media'
const LIMITS = { 'GET /api/v2/instance': instance }

const picture = (altText?: string) =>
  Media.fromBytes(Buffer.from('picture'), { filename: 'a.png', ...(altText !== undefined && { altText }) })
const video = () => Media.fromBytes(Buffer.from('video'), { filename: 'a.mp4' })

function callOf(settings: PublishCallSettings = {}) {
  const replies = { ...LIMITS, [POST]: posted, ...settings.replies }
  return aPublishCall({ platform: mastodon(), connection: anAccount(), ...settings, replies })
}

/** Returns the time that is this many minutes after the time of the fake clock. */
const inMinutes = (minutes: number, call = callOf()) =>
  new Date(call.clock.now().getTime() + minutes * 60_000)

describe('a text-only post', () => {
  // Holds R-0069.
  it('is sent as one form, and returns the post', async () => {
    const call = callOf()
    const options = { visibility: 'unlisted', spoilerText: 'sun', sensitive: true, language: 'en' } as const

    const result = await mastodon().publish(aPost({ text: 'Hello ✨', replyTo: '7', options }), call)

    expect(call.transport.paths).toEqual(['GET /api/v2/instance', POST])
    expect(call.transport.requestsTo(POST)[0]?.form).toEqual({
      status: 'Hello ✨',
      in_reply_to_id: '7',
      sensitive: 'true',
      spoiler_text: 'sun',
      visibility: 'unlisted',
      language: 'en',
    })
    expect(result).toMatchObject({ id: '115500000000000001', url: posted.url, state: 'DONE' })
    expect(result.raw).toEqual(posted)
  })

  it('leaves omitted options to the account', async () => {
    const call = callOf()

    await mastodon().publish(aPost({ text: 'hi' }), call)

    expect(call.transport.requestsTo(POST)[0]?.form).toEqual({ status: 'hi' })
  })

  it('can quote', async () => {
    const call = callOf()
    const options = { quotedStatusId: '9', quoteApprovalPolicy: 'followers' } as const

    await mastodon().publish(aPost({ text: 'hi', options }), call)

    expect(call.transport.requestsTo(POST)[0]?.form).toMatchObject({
      quoted_status_id: '9',
      quote_approval_policy: 'followers',
    })
  })

  it('contains the token, and a key derived from connection and idempotency key', async () => {
    const call = callOf({ idempotencyKey: 'launch-42' })

    await mastodon().publish(aPost(), call)

    expect(call.transport.requestsTo(POST)[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'idempotency-key': createHash('sha256').update('mastodon:social.example:14715launch-42').digest('hex'),
    })
  })

  it('reads the limits once in five minutes', async () => {
    const platform = mastodon()
    const [first, second] = [callOf({ platform }), callOf({ platform })]

    await platform.publish(aPost(), first)
    await platform.publish(aPost(), second)

    expect(first.transport.paths).toEqual(['GET /api/v2/instance', POST])
    expect(second.transport.paths).toEqual([POST])
  })
})

describe('a post that is refused', () => {
  it.each([
    ['a file at a URL', { media: [Media.fromUrl('https://a.example/a.png')] }],
    ['an image with a video', { media: [picture(), video()] }],
    ['media with a quote', { media: [picture()], options: { quotedStatusId: '7' } }],
    ['a publish time that is too soon', { text: 'hi', publishAt: inMinutes(4) }],
    ['a publish time in the past', { text: 'hi', publishAt: inMinutes(-60) }],
  ])('for %s costs no request', async (_what, post) => {
    const call = callOf()

    // The cast passes invalid options, as a JavaScript application can.
    await expect(mastodon().publish(aPost(post as object), call)).rejects.toThrow(InvalidPostError)

    expect(call.transport.requests).toEqual([])
  })

  it.each([
    ['a text that is too long', { text: 'a'.repeat(501) }],
    ['five pictures', { media: [1, 2, 3, 4, 5].map(() => picture()) }],
    ['two videos', { media: [video(), video()] }],
    ['an alt text that is too long', { media: [picture('a'.repeat(1501))] }],
  ])('for %s only reads the limits', async (_what, post) => {
    const call = callOf()

    await expect(mastodon().publish(aPost(post), call)).rejects.toThrow(InvalidPostError)

    expect(call.transport.paths).toEqual(['GET /api/v2/instance'])
  })

  it('names the file and the limit when one is too big', async () => {
    const small = structuredClone(instance)
    small.configuration.media_attachments.image_size_limit = 3
    const call = callOf({ replies: { 'GET /api/v2/instance': small } })

    await expect(mastodon().publish(aPost({ media: [picture()] }), call)).rejects.toThrow(
      /"a.png" has 7 bytes.*at most 3/,
    )
    expect(call.transport.requestsTo(UPLOAD)).toEqual([])
  })

  it('is an InvalidPostError with the server’s message for a 422', async () => {
    const body = { error: "Validation failed: Text can't be blank" }
    const call = callOf({ replies: { [POST]: { status: 422, body } } })

    await expect(mastodon().publish(aPost(), call)).rejects.toThrow(/Text can't be blank/)
  })

  it('is a PostGoneError when the parent was deleted', async () => {
    const call = callOf({ replies: { [POST]: { status: 404, body: { error: 'Record not found' } } } })

    await expect(mastodon().publish(aPost({ replyTo: '1' }), call)).rejects.toThrow(PostGoneError)
  })
})

describe('a scheduled post', () => {
  it('contains its publish time, and is SCHEDULED by the response of the server', async () => {
    const call = callOf({ replies: { [POST]: scheduled } })

    const result = await mastodon().publish(aPost({ publishAt: inMinutes(60, call) }), call)

    expect(call.transport.requestsTo(POST)[0]?.form).toMatchObject({
      scheduled_at: inMinutes(60, call).toISOString(),
    })
    expect(result).toMatchObject({ id: '3221', url: null, state: 'SCHEDULED' })
  })

  it('is DONE when the server published it immediately', async () => {
    const call = callOf()

    expect(await mastodon().publish(aPost({ publishAt: inMinutes(60, call) }), call)).toMatchObject({
      state: 'DONE',
    })
  })

  it('is refused when its publish time becomes too soon during the uploads', async () => {
    const call = callOf({
      replies: {
        [UPLOAD]: { status: 202, body: accepted },
        'GET /api/v1/media/22348641': inTurn(
          ...Array.from({ length: 20 }, () => ({ status: 206, body: working })),
          ready,
        ),
      },
    })

    await expect(
      mastodon().publish(aPost({ media: [video()], publishAt: inMinutes(5.5, call) }), call),
    ).rejects.toThrow(/5 minutes ahead/)

    expect(call.transport.requestsTo(POST)).toEqual([])
  })

  it('is not retried when a repeat could be too late', async () => {
    const call = callOf({ replies: { [POST]: { status: 500 } } })

    await expect(mastodon().publish(aPost({ publishAt: inMinutes(6, call) }), call)).rejects.toThrow(
      PlatformError,
    )

    expect(call.transport.requestsTo(POST)).toHaveLength(1)
  })
})

it('deletes with one request', async () => {
  const call = callOf({ replies: { 'DELETE /api/v1/statuses/7': posted } })

  await mastodon().deletePost('7', call)

  expect(call.transport.paths).toEqual(['DELETE /api/v1/statuses/7'])
})

it('fails with PostGoneError when the post to delete does not exist', async () => {
  const call = callOf({ replies: { 'DELETE /api/v1/statuses/7': { status: 404, body: {} } } })

  await expect(mastodon().deletePost('7', call)).rejects.toThrow(PostGoneError)
})

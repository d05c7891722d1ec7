import { InvalidPostError, Media } from '@social/core/platform'
import { aPost, aPublishCall, inTurn, type PublishCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import instance from './__fixtures__/instance.v2.json' with { type: 'json' }
import accepted from './__fixtures__/media.accepted.json' with { type: 'json' }
import ready from './__fixtures__/media.ready.json' with { type: 'json' }
import working from './__fixtures__/media.working.json' with { type: 'json' }
import posted from './__fixtures__/statuses.posted.json' with { type: 'json' }
import { mastodon } from './platform.js'

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

describe('media', () => {
  it('is uploaded with its name, type and alt text, then used by the post', async () => {
    const call = callOf({ replies: { [UPLOAD]: inTurn(ready, { ...ready, id: '2' }) } })

    await mastodon().publish(aPost({ text: 'hi', media: [picture('A cat'), picture()] }), call)

    const [first, second] = call.transport.requestsTo(UPLOAD)
    expect(first?.parts).toMatchObject([
      { name: 'file', filename: 'a.png', contentType: 'image/png', text: 'picture' },
      { name: 'description', text: 'A cat' },
    ])
    expect(second?.parts).toMatchObject([{ name: 'file' }])
    expect(call.transport.requestsTo(POST)[0]?.formParams?.getAll('media_ids[]')).toEqual(['22348641', '2'])
    expect(call.transport.paths).toEqual(['GET /api/v2/instance', UPLOAD, UPLOAD, POST])
  })

  it('needs no text', async () => {
    const call = callOf({ replies: { [UPLOAD]: ready } })

    await mastodon().publish(aPost({ media: [picture()] }), call)

    expect(call.transport.requestsTo(POST)[0]?.form).toEqual({ 'media_ids[]': '22348641' })
  })

  it('reports the progress over all files', async () => {
    const call = callOf({ replies: { [UPLOAD]: ready } })

    await mastodon().publish(aPost({ media: [picture(), picture()] }), call)

    expect(call.progressed.at(-1)).toEqual({ mediaIndex: 1, mediaCount: 2, sentBytes: 14, totalBytes: 14 })
    expect(call.progressed.map(({ sentBytes }) => sentBytes).toSorted((a, b) => a - b)).toEqual(
      call.progressed.map(({ sentBytes }) => sentBytes),
    )
  })

  it('is waited for while the server processes it', async () => {
    const call = callOf({
      replies: {
        [UPLOAD]: { status: 202, body: accepted },
        'GET /api/v1/media/22348641': inTurn(
          { status: 206, body: working },
          { status: 206, body: working },
          ready,
        ),
      },
    })

    await mastodon().publish(aPost({ media: [video()] }), call)

    expect(call.transport.requestsTo('GET /api/v1/media/22348641')).toHaveLength(3)
    expect(call.transport.paths.at(-1)).toBe(POST)
  })

  it('stays uploaded when the server processes it for too long', async () => {
    const platform = mastodon({ mediaChecks: 3 })
    const call = callOf({
      platform,
      replies: {
        [UPLOAD]: { status: 202, body: accepted },
        'GET /api/v1/media/22348641': { status: 206, body: working },
      },
    })

    await expect(platform.publish(aPost({ media: [video()] }), call)).rejects.toThrow(/still processing/)

    expect(call.transport.requestsTo('GET /api/v1/media/22348641')).toHaveLength(3)
    expect(call.transport.requestsTo(POST)).toEqual([])
    expect(call.receipt).toMatchObject({ step: 'WAIT', data: { mediaIds: ['22348641'] } })
  })

  it('fails with InvalidPostError when the server cannot process it', async () => {
    const call = callOf({
      replies: {
        [UPLOAD]: { status: 202, body: accepted },
        'GET /api/v1/media/22348641': { status: 422, body: { error: 'Error processing file' } },
      },
    })

    await expect(mastodon().publish(aPost({ media: [video()] }), call)).rejects.toThrow(InvalidPostError)
  })

  it('is waited for again when the server reports unfinished processing', async () => {
    const body = { error: 'Cannot attach files that have not finished processing. Try again in a moment!' }
    const call = callOf({ replies: { [UPLOAD]: ready, [POST]: inTurn({ status: 422, body }, posted) } })

    const result = await mastodon().publish(aPost({ media: [picture()] }), call)

    const keys = call.transport.requestsTo(POST).map(({ headers }) => headers['idempotency-key'])
    expect(result.state).toBe('DONE')
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('fails with InvalidPostError when a proxy reports that it is too large', async () => {
    const call = callOf({ replies: { [UPLOAD]: { status: 413, body: '<html>413</html>' } } })

    await expect(mastodon().publish(aPost({ media: [picture()] }), call)).rejects.toThrow(InvalidPostError)
  })
})

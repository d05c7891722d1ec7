import { Media, NetworkError, OutcomeUnknownError, PlatformError } from '@social/core/platform'
import { aPost, aPublishCall, aReceipt, inTurn, type PublishCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import instance from '../../__fixtures__/instance.v2.json' with { type: 'json' }
import accepted from '../../__fixtures__/media.accepted.json' with { type: 'json' }
import ready from '../../__fixtures__/media.ready.json' with { type: 'json' }
import posted from '../../__fixtures__/statuses.posted.json' with { type: 'json' }
import { mastodon } from '../../platform.js'

const POST = 'POST /api/v1/statuses'
const UPLOAD = 'POST /api/v2/media'
const OWN = 'GET /api/v1/accounts/14715/statuses'
const NO_RETRIES = { attempts: 1 }

const picture = () => Media.fromBytes(Buffer.from('picture'), { filename: 'a.png' })
const video = () => Media.fromBytes(Buffer.from('video'), { filename: 'a.mp4' })

function callOf(settings: PublishCallSettings = {}) {
  const replies = { 'GET /api/v2/instance': instance, [POST]: posted, ...settings.replies }
  return aPublishCall({ platform: mastodon(), connection: anAccount(), ...settings, replies })
}

describe('a repeated post', () => {
  it('does not repeat uploads', async () => {
    const replies = { [UPLOAD]: inTurn(ready, { status: 500 }) }
    const post = aPost({ media: [picture(), picture()] })
    const first = callOf({ retries: NO_RETRIES, replies })
    await expect(mastodon().publish(post, first)).rejects.toThrow(PlatformError)

    const second = callOf({ receipt: first.receipt, replies: { [UPLOAD]: { ...ready, id: '2' } } })
    await mastodon().publish(post, second)

    expect(second.transport.requestsTo(UPLOAD)).toHaveLength(1)
    expect(second.transport.requestsTo(POST)[0]?.formParams?.getAll('media_ids[]')).toEqual(['22348641', '2'])
  })

  it('resumes waiting for a file', async () => {
    const first = callOf({
      retries: NO_RETRIES,
      replies: { [UPLOAD]: { status: 202, body: accepted }, 'GET /api/v1/media/22348641': { status: 503 } },
    })
    await expect(mastodon().publish(aPost({ media: [video()] }), first)).rejects.toThrow(PlatformError)

    const second = callOf({ receipt: first.receipt, replies: { 'GET /api/v1/media/22348641': ready } })
    await mastodon().publish(aPost({ media: [video()] }), second)

    expect(second.transport.paths).toEqual(['GET /api/v2/instance', 'GET /api/v1/media/22348641', POST])
  })

  it('stores the lifetime of its uploads', async () => {
    const call = callOf({ replies: { [UPLOAD]: ready } })
    const start = call.clock.now().getTime()

    await mastodon().publish(aPost({ media: [picture()] }), call)

    expect(call.checkpoints.map(({ step }) => step)).toEqual(['PREPARE', 'FINISH'])
    expect(call.checkpoints[0]?.repeatableUntil?.getTime()).toBe(start + 20 * 3_600_000)
  })

  it('is repeated unchanged when its response was lost, for 55 minutes from the first attempt', async () => {
    const first = callOf({
      retries: NO_RETRIES,
      replies: { [UPLOAD]: ready, [POST]: new NetworkError('lost') },
    })
    const start = first.clock.now().getTime()
    await expect(mastodon().publish(aPost({ media: [picture()] }), first)).rejects.toThrow(NetworkError)

    const second = callOf({ receipt: first.receipt, replies: { [OWN]: [] } })
    await second.clock.advance(30 * 60)
    await mastodon().publish(aPost({ media: [picture()] }), second)

    const [sent] = first.transport.requestsTo(POST)
    const [repeated] = second.transport.requestsTo(POST)
    expect(second.transport.paths).toEqual([OWN, 'GET /api/v2/instance', POST])
    expect(repeated?.text).toBe(sent?.text)
    expect(repeated?.headers['idempotency-key']).toBe(sent?.headers['idempotency-key'])
    expect(second.receipt?.repeatableUntil?.getTime()).toBe(start + 55 * 60_000)
  })

  it('stores no text in the receipt', async () => {
    const call = callOf()

    await mastodon().publish(aPost({ text: 'between us' }), call)

    expect(JSON.stringify(call.receipt)).not.toContain('between us')
  })

  it('is not repeated while the server may still process the first attempt', async () => {
    const first = callOf({ retries: NO_RETRIES, replies: { [POST]: new NetworkError('lost') } })
    await expect(mastodon().publish(aPost(), first)).rejects.toThrow(NetworkError)

    const second = callOf({ receipt: first.receipt, replies: { [OWN]: [] } })
    await second.clock.advance(59)

    await expect(mastodon().publish(aPost(), second)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      retryAfter: 1,
    })
    expect(second.transport.paths).toEqual([OWN])
  })

  it('is not repeated while the server may still process the last repeat', async () => {
    const lost = { retries: NO_RETRIES, replies: { [OWN]: [], [POST]: new NetworkError('lost') } }
    const first = callOf(lost)
    await expect(mastodon().publish(aPost(), first)).rejects.toThrow(NetworkError)
    const second = callOf({ ...lost, receipt: first.receipt })
    await second.clock.advance(600)
    await expect(mastodon().publish(aPost(), second)).rejects.toThrow('lost')

    const third = callOf({ receipt: second.receipt, replies: { [OWN]: [] } })
    await third.clock.advance(601)

    await expect(mastodon().publish(aPost(), third)).rejects.toMatchObject({ retryAfter: 59 })
  })

  it('is not sent again when its receipt is unreadable', async () => {
    const receipt = aReceipt({ platform: 'mastodon', step: 'FINISH', data: { target: 7 } })
    const call = callOf({ receipt })

    await expect(mastodon().publish(aPost(), call)).rejects.toThrow(OutcomeUnknownError)

    expect(call.transport.requests).toEqual([])
  })
})

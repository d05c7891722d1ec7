import { PlatformError } from '@social/core/platform'
import { aCall, type CallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import instance from '../__fixtures__/instance.v2.json' with { type: 'json' }
import { readSettings } from '../options.js'
import { mastodon } from '../platform.js'
import { limitsForText } from './index.js'

const V2 = 'GET /api/v2/instance'
const V1 = 'GET /api/v1/instance'

const callOf = (replies: CallSettings['replies'], changes: CallSettings = {}) =>
  aCall({ platform: mastodon(), connection: anAccount(), ...changes, replies: replies ?? {} })

describe('the limits of a server', () => {
  it('are read from its instance document', async () => {
    expect(await mastodon().limits(callOf({ [V2]: instance }))).toMatchObject({
      maxTextLength: 500,
      textCountedIn: 'NETWORK',
      maxImages: 4,
      maxVideos: 1,
      maxImageBytes: 16_777_216,
      maxVideoBytes: 103_809_024,
      extra: { reservedPerUrl: 23, maxAltTextLength: 1500 },
    })
  })

  it('are read from the older endpoint when the newer one is missing', async () => {
    const old = { configuration: { statuses: { max_characters: 5000, max_media_attachments: 8 } } }
    const call = callOf({ [V2]: { status: 404, body: '<html>' }, [V1]: old })

    expect(await mastodon().limits(call)).toMatchObject({ maxTextLength: 5000, maxImages: 8 })
    expect(call.transport.paths).toEqual([V2, V1])
  })

  it('are read from the fields of Pleroma', async () => {
    const call = callOf({ [V2]: { status: 404 }, [V1]: { max_toot_chars: 3000 } })

    expect(await mastodon().limits(call)).toMatchObject({ maxTextLength: 3000 })
  })

  it('are the defaults when the server reports none', async () => {
    const limits = await mastodon().limits(callOf({ [V2]: { status: 404 }, [V1]: { status: 404 } }))

    expect(limits).toMatchObject({
      maxTextLength: 500,
      maxImages: 4,
      maxImageBytes: null,
      maxVideoBytes: null,
    })
  })

  it('are never zero', async () => {
    const odd = {
      configuration: { statuses: { max_characters: 0 }, media_attachments: { image_size_limit: 0 } },
    }

    expect(await mastodon().limits(callOf({ [V2]: odd }))).toMatchObject({
      maxTextLength: 500,
      maxImageBytes: null,
    })
  })

  it('throw during an outage of the server', async () => {
    const call = callOf({ [V2]: { status: 500 } }, { retries: { attempts: 1 } })

    await expect(mastodon().limits(call)).rejects.toThrow(PlatformError)
  })

  it('are cached for five minutes', async () => {
    const platform = mastodon()
    const call = callOf({ [V2]: instance })

    await platform.limits(call)
    await call.clock.advance(299)
    await platform.limits(call)
    expect(call.transport.requests).toHaveLength(1)

    await call.clock.advance(2)
    await platform.limits(call)
    expect(call.transport.requests).toHaveLength(2)
  })

  it('are cached separately for each server', async () => {
    const platform = mastodon()
    const elsewhere = anAccount({ host: 'b.example', accountId: 'b.example:1' })

    await platform.limits(callOf({ [V2]: instance }))
    const other = callOf(
      { [V2]: { configuration: { statuses: { max_characters: 9 } } } },
      { connection: elsewhere },
    )

    expect(await platform.limits(other)).toMatchObject({ maxTextLength: 9 })
  })
})

describe('a text-only post', () => {
  it.each([
    [500, 0],
    [501, 1],
  ])('of %d characters queries the limit of the server %d times', async (length, requests) => {
    const call = callOf({ [V2]: instance })

    expect(await limitsForText('a'.repeat(length), {}, call, readSettings({}))).toMatchObject({
      maxTextLength: 500,
    })
    expect(call.transport.paths.filter((path) => path === V2)).toHaveLength(requests)
  })
})

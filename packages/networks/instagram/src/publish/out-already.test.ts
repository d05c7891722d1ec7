import { type JsonObject, Media } from '@social/core/platform'
import { textMark } from '@social/meta-kit'
import { aPost, aPublishCall, aReceipt, FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import type { ReadOptions } from '../options.js'
import { instagram } from '../platform.js'

const NOW = '2026-11-22T12:00:00.000Z'
const account = anAccount()
const [ME, PUBLISH] = [`/v26.0/${account.accountId}`, `POST /v26.0/${account.accountId}/media_publish`]
const made = { pieces: [], parent: '100', createdAt: NOW }
const sent = { way: 'MEDIA', textHash: textMark('Cake'), sentAt: NOW, writtenAt: NOW, on: null }
const listed = {
  id: '7',
  caption: 'Cake',
  permalink: 'https://instagram.example/p/7',
  timestamp: '2026-11-22T12:00:01+0000',
}

/**
 * Publishes a post whose container Instagram reports as already published. `media` and `stories`
 * are the lists of published media.
 */
function publish({
  data,
  media = [],
  stories = [],
  placement = 'feed',
}: {
  readonly data: JsonObject
  readonly media?: readonly object[]
  readonly stories?: readonly object[]
  readonly placement?: ReadOptions['placement']
}) {
  const platform = instagram()
  const call = aPublishCall({
    platform,
    connection: account,
    clock: new FakeClock({ now: NOW, autoAdvance: true }),
    receipt: aReceipt({ platform: 'instagram', data, createdAt: new Date(NOW) }),
    replies: {
      'GET /v26.0/100': { id: '100', status_code: 'PUBLISHED' },
      [`GET ${ME}/media`]: { data: media },
      [`GET ${ME}/stories`]: { data: stories },
      [PUBLISH]: { id: '8' },
    },
  })
  const text = placement === 'story' ? '' : 'Cake'
  const post = aPost<ReadOptions>({
    text,
    media: [Media.fromUrl('https://a.example/1.jpg')],
    options: { placement },
  })
  return { call, publishing: platform.publish(post, call) }
}

describe('a container that is already published', () => {
  it.each<[string, JsonObject]>([
    ['by an earlier try', { ...made, sent }],
    ['by whatever hand', { ...made, sent: null }],
  ])('%s is found in the list, and never published again', async (_how, data) => {
    const { call, publishing } = publish({ data, media: [{ ...listed, id: '6', caption: 'Bread' }, listed] })

    expect(await publishing).toMatchObject({ id: '7', url: listed.permalink, state: 'DONE' })
    expect(call.transport.requestsTo(PUBLISH)).toEqual([])
  })

  it.each<[string, JsonObject]>([
    ['by an earlier try', { ...made, sent }],
    ['by whatever hand', { ...made, sent: null }],
  ])('%s and not listed yet is queried again later', async (_how, data) => {
    const { call, publishing } = publish({ data })

    await expect(publishing).rejects.toMatchObject({
      code: 'PLATFORM',
      platform: 'instagram',
      isOutage: true,
      message: expect.stringMatching(/published, but does not list it yet.*same idempotency key/),
    })
    expect(call.transport.requestsTo(PUBLISH)).toEqual([])
  })

  it('is not confused with another kind of post without text', async () => {
    const reel = { ...listed, id: '6', media_type: 'VIDEO' }
    const data = { ...made, sent: { ...sent, shownAs: 'IMAGE' } }
    expect(
      await publish({ data, media: [reel, { ...listed, media_type: 'IMAGE' }] }).publishing,
    ).toMatchObject({
      id: '7',
    })
    await expect(publish({ data, media: [reel] }).publishing).rejects.toMatchObject({ isOutage: true })
  })

  it('is searched among the stories if it is one', async () => {
    const { publishing } = publish({
      data: { ...made, sent: null },
      media: [listed],
      stories: [{ ...listed, id: '9', caption: null }],
      placement: 'story',
    })

    expect(await publishing).toMatchObject({ id: '9' })
  })
})

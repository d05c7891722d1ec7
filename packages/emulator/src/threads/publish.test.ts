import { describe, expect, it } from 'vitest'

import { idOf, refusalOf, messageOf } from '../__fixtures__/at-graph.js'
import { AtThreads } from '../__fixtures__/at-threads.js'

const NOT_FOUND = [400, 24, 4_279_009]

describe('text posts', () => {
  it('need a container first, and a container is published once', async () => {
    await using at = await AtThreads.open()
    const container = idOf(
      await at.createContainer({ text: 'Hello', topic_tag: 'cake', reply_control: 'mentioned_only' }),
    )

    expect((await at.get(`${container}?fields=status,error_message`)).body).toEqual({
      status: 'FINISHED',
      id: container,
    })
    const id = idOf(await at.publish(container))
    expect(refusalOf(await at.publish(container))).toEqual(NOT_FOUND)
    expect((await at.get(`${container}?fields=status`)).body).toEqual({ status: 'PUBLISHED', id: container })
    expect(
      (await at.get(`${id}?fields=text,media_type,topic_tag,reply_audience,timestamp,is_reply`)).body,
    ).toEqual({
      text: 'Hello',
      media_type: 'TEXT_POST',
      topic_tag: 'cake',
      reply_audience: 'MENTIONED_ONLY',
      timestamp: '2026-11-22T12:00:00+0000',
      is_reply: false,
      id,
    })
    expect(at.network.effects.list()).toMatchObject([{ kind: 'POST', id, account: at.userId }])
  })

  it('can be published immediately, and appear late in lists', async () => {
    await using at = await AtThreads.open({ listLagSeconds: 30 })
    const id = idOf(await at.createContainer({ text: 'Now', auto_publish_text: 'true' }))
    const list = () => at.get('me/threads?fields=id,text&limit=25')

    expect((await list()).body).toEqual({ data: [] })
    at.clock.advance(30)
    expect((await list()).body).toMatchObject({
      data: [{ id, text: 'Now' }],
      paging: { cursors: { after: expect.any(String) } },
    })
  })

  it.each([
    ['500 characters', { text: '日'.repeat(500) }, 200],
    ['501 characters', { text: '日'.repeat(501) }, 400],
    ['125 emoji of four bytes', { text: '👍'.repeat(125) }, 200],
    ['126 emoji of four bytes', { text: '👍'.repeat(126) }, 400],
    ['five links', { text: [1, 2, 3, 4, 5].map((n) => `https://a.example/${n}`).join(' ') }, 200],
    [
      'six links',
      {
        text: [1, 2, 3, 4, 5].map((n) => `https://a.example/${n}`).join(' '),
        link_attachment: 'https://b.example/',
      },
      400,
    ],
    ['nothing', {}, 400],
    ['a poll', { text: 'Which?', poll_attachment: '{"option_a":"a","option_b":"b"}' }, 200],
    [
      'a poll with a link',
      {
        text: 'x',
        poll_attachment: '{"option_a":"a","option_b":"b"}',
        link_attachment: 'https://a.example/',
      },
      400,
    ],
    ['a poll of one', { text: 'x', poll_attachment: '{"option_a":"a"}' }, 400],
    ['a GIF of Giphy', { text: 'x', gif_attachment: '{"gif_id":"1","provider":"GIPHY"}' }, 200],
    ['a GIF of Tenor', { text: 'x', gif_attachment: '{"gif_id":"1","provider":"TENOR"}' }, 400],
    [
      'a spoiler',
      { text: 'secret', text_entities: '[{"entity_type":"SPOILER","offset":0,"length":6}]' },
      200,
    ],
    ['a topic with a dot', { text: 'x', topic_tag: 'a.b' }, 400],
    ['a strange reply control', { text: 'x', reply_control: 'nobody' }, 400],
    ['a spoiler picture without one', { text: 'x', is_spoiler_media: 'true' }, 400],
    ['a text attachment', { text: 'x', text_attachment: '{"plaintext":"Long"}' }, 200],
    [
      'a ghost post with approvals',
      { text: 'x', is_ghost_post: 'true', enable_reply_approvals: 'true' },
      400,
    ],
    ['countries', { text: 'x', allowlisted_country_codes: 'US,CA' }, 200],
    ['a country by its name', { text: 'x', allowlisted_country_codes: 'Canada' }, 400],
    ['a quote of nothing', { text: 'x', quote_post_id: '1' }, 400],
    ['an unknown parameter', { text: 'x', scheduled_publish_time: '1' }, 400],
  ] as const)('with %s return a status of their own', async (_name, form, status) => {
    await using at = await AtThreads.open()

    expect((await at.createContainer(form)).status).toBe(status)
  })

  it('over the length limit are refused with the error message of Threads', async () => {
    await using at = await AtThreads.open()

    expect((await at.createContainer({ text: 'a'.repeat(501) })).body).toEqual({
      error: {
        message: 'Param text must be at most 500 characters long.',
        type: 'THApiException',
        code: 100,
        fbtrace_id: expect.any(String),
      },
    })
  })
})

describe('media files', () => {
  it('pictures are fetched during the call, videos after it, and each failure has its own message', async () => {
    await using at = await AtThreads.open()
    const gone = at.files.put('gone', new Uint8Array(9), 'GONE')

    expect(
      (
        await at.createContainer({
          media_type: 'IMAGE',
          image_url: at.picture(),
          text: 'Cake',
          alt_text: 'A cake',
        })
      ).status,
    ).toBe(200)
    expect(refusalOf(await at.createContainer({ media_type: 'IMAGE', image_url: gone }))).toEqual([
      400, 9004, 2_207_052,
    ])
    const video = idOf(
      await at.createContainer({ media_type: 'VIDEO', video_url: at.video(), alt_text: 'A cake' }),
    )
    const lost = idOf(await at.createContainer({ media_type: 'VIDEO', video_url: gone }))
    expect(refusalOf(await at.publish(video))).toEqual(NOT_FOUND)
    at.clock.advance(30)

    expect((await at.get(`${lost}?fields=status,error_message`)).body).toEqual({
      status: 'ERROR',
      error_message: 'FAILED_DOWNLOADING_VIDEO',
      id: lost,
    })
    expect((await at.publish(video)).status).toBe(200)
    expect(refusalOf(await at.createContainer({ media_type: 'IMAGE', image_url: at.video() }))).toEqual([
      400,
      100,
      undefined,
    ])
  })

  it('carousel options are set on the carousel, and its items have none', async () => {
    await using at = await AtThreads.open()
    const one = idOf(
      await at.createContainer({
        media_type: 'IMAGE',
        image_url: at.picture(),
        is_carousel_item: 'true',
        alt_text: 'One',
      }),
    )
    const two = idOf(
      await at.createContainer({ media_type: 'IMAGE', image_url: at.picture(), is_carousel_item: 'true' }),
    )
    const bad = await at.createContainer({
      media_type: 'IMAGE',
      image_url: at.picture(),
      is_carousel_item: 'true',
      text: 'x',
    })
    const whole = idOf(
      await at.createContainer({
        media_type: 'CAROUSEL',
        children: `${one},${two}`,
        text: 'Both',
        is_spoiler_media: 'true',
      }),
    )

    const id = idOf(await at.publish(whole))

    expect(messageOf(bad)).toBe('(#100) The parameter text is not supported for carousel items')
    expect((await at.get(`${id}?fields=media_type,is_spoiler_media,children{alt_text}`)).body).toMatchObject({
      media_type: 'CAROUSEL_ALBUM',
      is_spoiler_media: true,
      children: { data: [{ alt_text: 'One' }, {}] },
    })
    expect(refusalOf(await at.createContainer({ media_type: 'CAROUSEL', children: one }))).toEqual([
      400,
      100,
      undefined,
    ])
    expect(refusalOf(await at.publish(one))).toEqual(NOT_FOUND)
    expect((await at.get('me/threads_publishing_limit?fields=quota_usage')).body).toEqual({
      data: [{ quota_usage: 1 }],
    })
  })
})

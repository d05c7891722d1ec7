import { describe, expect, it } from 'vitest'

import { AtFacebook } from '../__fixtures__/at-facebook.js'
import { idOf, refusalOf, messageOf } from '../__fixtures__/at-graph.js'
import { sampleMp4, samplePng } from '../framework/files/samples.js'

const DAY = 86_400

describe('a post', () => {
  it('with text and a link is published immediately, with an id of page and post', async () => {
    await using at = await AtFacebook.open()
    const id = await at.post('Fresh bread', { link: 'https://a.example/1', published: 'true' })

    expect(id).toMatch(new RegExp(`^${at.pageId}_\\d+$`))
    expect((await at.get(`${id}?fields=message,is_published,created_time,attachments`)).body).toEqual({
      message: 'Fresh bread',
      is_published: true,
      created_time: '2026-11-22T12:00:00+0000',
      attachments: { data: [{ type: 'share', url: 'https://a.example/1' }] },
      id,
    })
    expect(at.network.effects.list()).toMatchObject([{ kind: 'POST', id, account: at.pageId }])
  })

  it('with pictures contains each picture once, uploaded from a URL or a form', async () => {
    await using at = await AtFacebook.open()
    const one = idOf(
      await at.send(`${at.pageId}/photos`, {
        published: 'false',
        url: at.picture(),
        alt_text_custom: 'A cake',
      }),
    )
    const two = idOf(await at.form({ published: 'false' }, 'source', samplePng()))
    const media = {
      'attached_media[0]': `{"media_fbid":"${one}"}`,
      'attached_media[1]': `{"media_fbid":"${two}"}`,
    }

    const post = await at.post('Both', media)

    expect((await at.get(`${post}?fields=attachments`)).body).toMatchObject({
      attachments: { data: [{ target: { id: one } }, { target: { id: two } }] },
    })
    expect(refusalOf(await at.send(`${at.pageId}/feed`, { message: 'Again', ...media }))).toEqual([
      400, 100, 1_366_051,
    ])
    expect(at.control.state().photos).toMatchObject([{ altText: 'A cake' }, { altText: null }])
    expect(at.network.effects.list()).toHaveLength(1)
  })

  it('cannot use pictures that are a day old, unless they are temporary', async () => {
    await using at = await AtFacebook.open()
    const gone = idOf(await at.send(`${at.pageId}/photos`, { published: 'false', url: at.picture() }))
    const kept = idOf(
      await at.send(`${at.pageId}/photos`, { published: 'false', temporary: 'true', url: at.picture() }),
    )
    at.clock.advance(DAY)

    expect(
      refusalOf(await at.send(`${at.pageId}/feed`, { attached_media: `[{"media_fbid":"${gone}"}]` })),
    ).toEqual([400, 100, undefined])
    expect(
      (await at.send(`${at.pageId}/feed`, { attached_media: `[{"media_fbid":"${kept}"}]` })).status,
    ).toBe(200)
  })

  it.each([
    ['nothing', {}, [100, undefined]],
    ['a link of Facebook', { link: 'https://www.facebook.com/1' }, [100, 1_609_008]],
    ['no address', { link: 'bread' }, [100, 2_061_006]],
    ['a site that is not there', { link: 'https://nowhere.invalid/' }, [1_609_005, undefined]],
    ['too many words', { message: 'a'.repeat(63_207) }, [100, undefined]],
    ['an unknown parameter', { message: 'x', caption: 'y' }, [100, undefined]],
    [
      'pictures that are not there',
      { message: 'x', 'attached_media[0]': '{"media_fbid":"1"}' },
      [100, undefined],
    ],
    ['a button without a link', { message: 'x', call_to_action: '{"type":"LEARN_MORE"}' }, [100, undefined]],
  ] as const)('with %s is refused', async (_name, form, refusal) => {
    await using at = await AtFacebook.open()

    expect(refusalOf(await at.send(`${at.pageId}/feed`, form)).slice(1)).toEqual(refusal)
    expect(at.network.effects.list()).toEqual([])
  })

  it.each([
    ['gone', (at: AtFacebook) => at.files.put('x', new Uint8Array(9), 'GONE'), [324, 2_069_019]],
    ['no picture', (at: AtFacebook) => at.files.put('x', sampleMp4()), [1, 1_366_046]],
    ['too big', (at: AtFacebook) => at.files.put('x', new Uint8Array(10_485_761)), [1, 1_366_046]],
  ] as const)('with a picture that is %s is refused', async (_name, address, refusal) => {
    await using at = await AtFacebook.open()

    expect(
      refusalOf(await at.send(`${at.pageId}/photos`, { published: 'false', url: address(at) })).slice(1),
    ).toEqual(refusal)
  })

  it('with a repeated text is refused if configured', async () => {
    await using at = await AtFacebook.open({ refuseDuplicates: true })
    await at.post('Same')

    expect(refusalOf(await at.send(`${at.pageId}/feed`, { message: 'Same' }))).toEqual([400, 506, undefined])
  })

  it('is edited and deleted only by the app that created it', async () => {
    await using at = await AtFacebook.open()
    const own = await at.post()
    const { id: other } = at.control.postByHand({ page: "Ada's Cakes", text: 'By hand' })

    expect((await at.send(own, { message: 'Better' })).body).toEqual({ success: true })
    expect((await at.get(`${own}?fields=message`)).body).toMatchObject({ message: 'Better' })
    expect(refusalOf(await at.send(other, { message: 'x' }))).toEqual([403, 200, undefined])
    expect(refusalOf(await at.call(`DELETE ${other}`, { token: at.token }))).toEqual([403, 200, undefined])
    expect((await at.call(`DELETE ${own}`, { token: at.token })).body).toEqual({ success: true })
    expect(refusalOf(await at.call(`DELETE ${own}`, { token: at.token }))).toEqual([400, 100, 33])
  })
})

describe('scheduling', () => {
  it('is published at its time, and not before', async () => {
    await using at = await AtFacebook.open()
    const time = String(at.clock.now().getTime() / 1000 + 3600)
    const id = await at.post('Later', {
      published: 'false',
      scheduled_publish_time: time,
      unpublished_content_type: 'SCHEDULED',
    })

    expect(
      (await at.get(`${at.pageId}/scheduled_posts?fields=id,scheduled_publish_time`)).body,
    ).toMatchObject({ data: [{ id, scheduled_publish_time: Number(time) }] })
    expect((await at.get(`${at.pageId}/published_posts?fields=id`)).body).toEqual({ data: [] })
    at.clock.advance(3600)
    expect((await at.get(`${at.pageId}/published_posts?fields=id`)).body).toMatchObject({ data: [{ id }] })
    expect(at.network.effects.list()).toMatchObject([{ kind: 'SCHEDULED_POST', id }])
  })

  it('is scheduled ten minutes to thirty days ahead, and a time without published=false is ignored', async () => {
    await using at = await AtFacebook.open()
    const later = (seconds: number) => ({
      message: 'x',
      published: 'false',
      unpublished_content_type: 'SCHEDULED',
      scheduled_publish_time: String(at.clock.now().getTime() / 1000 + seconds),
    })
    const statusOf = async (seconds: number) => (await at.send(`${at.pageId}/feed`, later(seconds))).status

    expect([
      await statusOf(599),
      await statusOf(600),
      await statusOf(30 * DAY),
      await statusOf(30 * DAY + 1),
    ]).toEqual([400, 200, 200, 400])
    const { published: _published, ...forgotten } = later(3600)
    const id = idOf(await at.send(`${at.pageId}/feed`, forgotten))
    expect((await at.get(`${id}?fields=is_published`)).body).toMatchObject({ is_published: true })
  })
})

describe('failing requests', () => {
  it('publish a post although the response is lost or an error, and new posts appear late in lists', async () => {
    await using at = await AtFacebook.open({ listLagSeconds: 30 })
    at.control.refuse({ on: 'POST feed', with: 'UNKNOWN', afterEffect: true })

    expect((await at.send(`${at.pageId}/feed`, { message: 'Lost' })).body).toMatchObject({
      error: { code: 1, is_transient: true },
    })
    const list = () => at.get(`${at.pageId}/feed?fields=message,created_time`)
    expect((await list()).body).toEqual({ data: [] })
    at.clock.advance(30)
    expect((await list()).body).toMatchObject({ data: [{ message: 'Lost' }] })
  })

  it.each([
    'PICTURE',
    'ABUSIVE',
    'TOO_FAST',
    'PAGE_NOT_AUTHORIZED',
    'ACCOUNT_LIMITED',
    'PAGES_LIMIT',
    'BLOCKED',
  ])('%s is an error that can be planned', async (name) => {
    await using at = await AtFacebook.open()
    at.control.refuse({ on: 'POST feed', with: name })

    expect((await at.send(`${at.pageId}/feed`, { message: 'x' })).status).toBe(400)
    expect(messageOf(await at.send(`${at.pageId}/feed`, { message: 'x' }))).toBe('')
  })
})

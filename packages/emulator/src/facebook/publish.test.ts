import { describe, expect, it } from 'vitest'

import { AtFacebook } from '../__fixtures__/at-facebook.js'
import { idOf, refusalOf, wordsOf } from '../__fixtures__/at-graph.js'
import { sampleMp4, samplePng } from '../framework/samples.js'

const DAY = 86_400

describe('a post', () => {
  it('of words and a link is out at once, with an id of page and post', async () => {
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

  it('of pictures holds them once, from an address or a form', async () => {
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

  it('loses pictures that wait a day, unless they are temporary', async () => {
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
  ] as const)('of %s is refused', async (_words, form, refusal) => {
    await using at = await AtFacebook.open()

    expect(refusalOf(await at.send(`${at.pageId}/feed`, form)).slice(1)).toEqual(refusal)
    expect(at.network.effects.list()).toEqual([])
  })

  it.each([
    ['gone', (at: AtFacebook) => at.files.put('x', new Uint8Array(9), 'GONE'), [324, 2_069_019]],
    ['no picture', (at: AtFacebook) => at.files.put('x', sampleMp4()), [1, 1_366_046]],
    ['too big', (at: AtFacebook) => at.files.put('x', new Uint8Array(10_485_761)), [1, 1_366_046]],
  ] as const)('of a picture that is %s is refused', async (_words, address, refusal) => {
    await using at = await AtFacebook.open()

    expect(
      refusalOf(await at.send(`${at.pageId}/photos`, { published: 'false', url: address(at) })).slice(1),
    ).toEqual(refusal)
  })

  it('of the same words is refused when set so', async () => {
    await using at = await AtFacebook.open({ refuseDuplicates: true })
    await at.post('Same')

    expect(refusalOf(await at.send(`${at.pageId}/feed`, { message: 'Same' }))).toEqual([400, 506, undefined])
  })

  it('is changed and deleted by the app that made it, and by no other', async () => {
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
  it('puts a post out at its time, and not before', async () => {
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

  it('has a window of ten minutes to thirty days, and is ignored without published=false', async () => {
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

describe('a video', () => {
  it('comes in pieces the server chooses, and is asked about until it is ready', async () => {
    await using at = await AtFacebook.open({ pieceBytes: 1000 })
    const bytes = sampleMp4(2500)
    const start = await at.send(`/graph-video/v26.0/${at.pageId}/videos`, {
      upload_phase: 'start',
      file_size: '2500',
    })
    const {
      video_id: video,
      upload_session_id: session,
      start_offset: from,
      end_offset: to,
    } = start.body as Record<string, string> // else the test fails
    expect([from, to]).toEqual(['0', '1000'])
    const piece = (offset: number, end: number) =>
      at.form(
        { upload_phase: 'transfer', upload_session_id: session ?? '', start_offset: String(offset) },
        'video_file_chunk',
        bytes.subarray(offset, end),
      )

    expect((await piece(0, 1000)).body).toEqual({ start_offset: '1000', end_offset: '2000' })
    const wrong = await piece(0, 1000)
    expect(refusalOf(wrong)).toEqual([400, 6000, 1_363_037])
    expect(wrong.body).toMatchObject({ error: { error_data: { start_offset: '1000', end_offset: '2000' } } })
    const finish = {
      upload_phase: 'finish',
      upload_session_id: session ?? '',
      description: 'Hi',
      published: 'true',
    }
    expect(refusalOf(await at.send(`${at.pageId}/videos`, finish))).toEqual([400, 6000, 1_363_037])
    await piece(1000, 2000)
    expect((await piece(2000, 2500)).body).toEqual({ start_offset: '2500', end_offset: '2500' })
    expect((await at.send(`${at.pageId}/videos`, finish)).body).toEqual({ success: true })

    const status = async () =>
      ((await at.get(`${video}?fields=status`)).body as { status: { video_status: string } }).status
        .video_status
    expect(await status()).toBe('processing')
    at.clock.advance(30)
    expect(await status()).toBe('ready')
    at.control.setVideoStatus({ id: video ?? '', word: 'upload_complete' })
    expect(await status()).toBe('upload_complete')
    at.control.setVideoStatus({ id: video ?? '' })
    at.control.failVideo({ id: video ?? '' })
    expect(await status()).toBe('error')
    expect(at.network.effects.list()).toMatchObject([{ kind: 'VIDEO', id: video }])
  })

  it('comes from an address or whole, and nothing else is taken for one', async () => {
    await using at = await AtFacebook.open()

    const fetched = idOf(await at.send(`${at.pageId}/videos`, { file_url: at.video(), description: 'Hi' }))
    expect((await at.get(`${fetched}?fields=description,title`)).body).toEqual({
      description: 'Hi',
      id: fetched,
    })
    expect(
      refusalOf(
        await at.send(`${at.pageId}/videos`, { file_url: at.files.put('x', new Uint8Array(1), 'GONE') }),
      ),
    ).toEqual([400, 389, undefined])
    expect(refusalOf(await at.send(`${at.pageId}/videos`, { file_url: at.picture() }))).toEqual([
      400, 352, 1_349_125,
    ])
    const multipart = new FormData()
    multipart.set('source', new Blob([Uint8Array.from(sampleMp4())]), 'cake.mp4')
    expect((await at.call(`POST ${at.pageId}/videos`, { token: at.token, multipart })).status).toBe(200)
  })

  it('of a dead session cannot go on', async () => {
    await using at = await AtFacebook.open()
    const start = await at.send(`${at.pageId}/videos`, { upload_phase: 'start', file_size: '10' })
    const { upload_session_id: session = '' } = start.body as Record<string, string> // else the test fails
    at.control.loseSession({ id: session })

    expect(
      refusalOf(await at.send(`${at.pageId}/videos`, { upload_phase: 'finish', upload_session_id: session })),
    ).toEqual([400, 6000, 1_363_041])
  })
})

async function begin(at: AtFacebook, edge: string) {
  const { video_id: id = '', upload_url: url = '' } = (
    await at.send(`${at.pageId}/${edge}`, { upload_phase: 'start' })
  ).body as Record<string, string> // else the test fails
  const upload = (headers: Readonly<Record<string, string>>, bytes?: Uint8Array) =>
    at.call(`POST ${url}`, {
      headers: {
        authorization: `OAuth ${at.token}`,
        'content-type': 'application/octet-stream',
        ...headers,
      },
      ...(bytes && { bytes }),
    })
  return { id, upload }
}

describe('reels and stories', () => {
  it('a reel is uploaded from where it ended, then published', async () => {
    await using at = await AtFacebook.open({ reelsPerDay: 1 })
    const { id, upload } = await begin(at, 'video_reels')
    const finish = { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', description: 'Hi' }

    expect((await upload({ offset: '5', file_size: '100' }, sampleMp4(100))).body).toMatchObject({
      debug_info: { type: 'OffsetInvalidError' },
    })
    expect((await upload({ offset: '0', file_size: '100' }, sampleMp4(60))).body).toMatchObject({
      debug_info: { type: 'PartialRequestError', retriable: true },
    })
    expect((await at.get(`${id}?fields=status`)).body).toMatchObject({
      status: { video_status: 'uploading', uploading_phase: { bytes_transfered: 60 } },
    })
    expect(refusalOf(await at.send(`${at.pageId}/video_reels`, finish))).toEqual([400, 100, undefined])
    expect((await upload({ offset: '60', file_size: '100' }, new Uint8Array(40))).body).toEqual({
      success: true,
    })
    expect((await at.send(`${at.pageId}/video_reels`, finish)).body).toEqual({ success: true })
    at.clock.advance(30)
    expect((await at.get(`${id}?fields=status,post_id,permalink_url`)).body).toMatchObject({
      status: { video_status: 'ready', publishing_phase: { publish_status: 'published' } },
      post_id: expect.stringMatching(/^\d+$/),
      permalink_url: `/reel/${id}/`,
    })
    const second = await begin(at, 'video_reels')
    await second.upload({ file_url: at.video() })
    expect(refusalOf(await at.send(`${at.pageId}/video_reels`, { ...finish, video_id: second.id }))).toEqual([
      400,
      613,
      undefined,
    ])
  })

  it('stories are a picture or a video, listed, with a number for an id', async () => {
    await using at = await AtFacebook.open()
    const photo = idOf(await at.send(`${at.pageId}/photos`, { published: 'false', url: at.picture() }))
    const pictured = await at.send(`${at.pageId}/photo_stories`, { photo_id: photo })
    expect(pictured.text).toMatch(/^\{"success":true,"post_id":\d{17}\}$/)
    expect(refusalOf(await at.send(`${at.pageId}/photo_stories`, { photo_id: photo }))).toEqual([
      400, 100, 1_366_051,
    ])
    const { id, upload } = await begin(at, 'video_stories')
    await upload({ file_url: at.video() })
    await at.send(`${at.pageId}/video_stories`, { upload_phase: 'finish', video_id: id })

    expect((await at.get(`${at.pageId}/stories`)).body).toMatchObject({
      data: [
        { media_type: 'video', media_id: id, status: 'PUBLISHED' },
        { media_type: 'photo', media_id: photo },
      ],
    })
  })
})

describe('as hard as life', () => {
  it('a post is out although its answer is lost or an error, and lists show it late', async () => {
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
  ])('%s is a refusal that can be asked for', async (name) => {
    await using at = await AtFacebook.open()
    at.control.refuse({ on: 'POST feed', with: name })

    expect((await at.send(`${at.pageId}/feed`, { message: 'x' })).status).toBe(400)
    expect(wordsOf(await at.send(`${at.pageId}/feed`, { message: 'x' }))).toBe('')
  })
})

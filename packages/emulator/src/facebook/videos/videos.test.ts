import { describe, expect, it } from 'vitest'

import { AtFacebook } from '../../__fixtures__/at-facebook.js'
import { idOf, refusalOf } from '../../__fixtures__/at-graph.js'
import { sampleMp4 } from '../../framework/files/samples.js'

describe('a video', () => {
  it('is uploaded in pieces that the server chooses, and is ready after several queries', async () => {
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
    } = start.body as Record<string, string> // safe cast: a wrong shape fails the requests below
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

  it('is uploaded from a URL or in one request, and other files are refused', async () => {
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

  it('of an expired session cannot be continued', async () => {
    await using at = await AtFacebook.open()
    const start = await at.send(`${at.pageId}/videos`, { upload_phase: 'start', file_size: '10' })
    const { upload_session_id: session = '' } = start.body as Record<string, string> // safe cast: a wrong shape fails the requests below
    at.control.loseSession({ id: session })

    expect(
      refusalOf(await at.send(`${at.pageId}/videos`, { upload_phase: 'finish', upload_session_id: session })),
    ).toEqual([400, 6000, 1_363_041])
  })
})

async function begin(at: AtFacebook, edge: string) {
  const { video_id: id = '', upload_url: url = '' } = (
    await at.send(`${at.pageId}/${edge}`, { upload_phase: 'start' })
  ).body as Record<string, string> // safe cast: a wrong shape fails the assertions below
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
  it('a reel upload is resumed after an interruption, then published', async () => {
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
    expect(refusalOf(await at.send(`${at.pageId}/video_reels`, finish))).toEqual([400, 6000, undefined])
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

  it('stories are a picture or a video, are listed, and have a numeric id', async () => {
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

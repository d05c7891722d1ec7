import { beforeEach, describe, expect, it } from 'vitest'

import { AtMastodon, aFile, idOf } from '../../__fixtures__/at-mastodon.js'
import { sampleAnimatedGif, sampleMp4, samplePng } from '../../framework/files/samples.js'

let server: AtMastodon
let token: string
const png = () => aFile(samplePng(), 'field.png', 'image/png')
const mp4 = () => aFile(sampleMp4(), 'clip.mp4', 'video/mp4')

beforeEach(() => {
  server = new AtMastodon()
  token = server.signIn('ada')
})

const statusWith = (...ids: string[]) =>
  server.call('POST /api/v1/statuses', {
    token,
    form: [['status', 'Look'], ...ids.map((id) => ['media_ids[]', id] as [string, string])],
  })
const ask = (id: string) => server.call(`GET /api/v1/media/${id}`, { token })

describe('a picture', () => {
  it('is ready immediately, with its size, description and focal point', async () => {
    const { status, body } = await server.upload(token, png(), { description: 'A field', focus: '0.5,-1' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: 'image',
      description: 'A field',
      url: expect.stringMatching(
        /^https:\/\/social\.example\/system\/media_attachments\/files\/\d+\/original\/field\.png$/,
      ),
      meta: { original: { width: 64, height: 48, size: '64x48' }, focus: { x: 0.5, y: -1 } },
    })
  })

  it('is served unchanged', async () => {
    const { body } = await server.upload(token, png())
    const { response } = await server.network.exchange(new Request((body as { url: string }).url))
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(samplePng())
  })

  it('is published with a status, once', async () => {
    const id = idOf((await server.upload(token, png())).body)
    expect((await statusWith(id)).body).toMatchObject({ media_attachments: [{ id, type: 'image' }] })
    expect(await statusWith(id)).toMatchObject({
      status: 422,
      body: { error: `Media ${id} not found or already attached to another post` },
    })
  })

  it('may be the whole status', async () => {
    const id = idOf((await server.upload(token, png())).body)
    const { status } = await server.call('POST /api/v1/statuses', { token, form: [['media_ids[]', id]] })
    expect(status).toBe(200)
  })

  it('is detached when its status is deleted, unless it is deleted too', async () => {
    const id = idOf((await server.upload(token, png())).body)
    const first = idOf((await statusWith(id)).body)
    await server.call(`DELETE /api/v1/statuses/${first}`, { token })
    const second = idOf((await statusWith(id)).body)
    await server.call(`DELETE /api/v1/statuses/${second}`, { token, query: { delete_media: 'true' } })
    expect((await statusWith(id)).status).toBe(422)
  })
})

describe('a video', () => {
  it('is accepted, processed and ready after one poll', async () => {
    const { status, body } = await server.upload(token, mp4())
    expect(status).toBe(202)
    expect(body).toMatchObject({ type: 'video', url: null, preview_url: null, meta: null })
    const answers = [await ask(idOf(body)), await ask(idOf(body))]
    expect(answers.map((one) => one.status)).toEqual([206, 200])
    expect(answers[1]?.body).toMatchObject({ url: expect.stringContaining('/original/clip.mp4') })
  })

  it('cannot be published before it is ready', async () => {
    server.control.setVideoReady({ afterPolls: 5 })
    const id = idOf((await server.upload(token, mp4())).body)
    const early = await statusWith(id)
    expect(early).toMatchObject({
      status: 422,
      body: { error: 'Cannot attach files that have not finished processing. Try again in a moment!' },
    })
    server.control.finishMedia()
    expect((await statusWith(id)).status).toBe(200)
  })

  it('becomes ready by the clock if configured', async () => {
    server.control.setVideoReady({ afterSeconds: 30 })
    const id = idOf((await server.upload(token, mp4())).body)
    expect((await ask(id)).status).toBe(206)
    server.clock.advance(30)
    expect((await ask(id)).status).toBe(200)
  })

  it('may fail in processing', async () => {
    const id = idOf((await server.upload(token, mp4())).body)
    server.control.failMedia({ id })
    expect(await ask(id)).toMatchObject({
      status: 422,
      body: { error: 'Error processing thumbnail for uploaded media' },
    })
  })

  it('cannot be combined with other files, and an animated GIF counts as a video', async () => {
    const picture = idOf((await server.upload(token, png())).body)
    const { body } = await server.upload(token, aFile(sampleAnimatedGif(), 'a.gif', 'image/gif'))
    expect(body).toMatchObject({ type: 'gifv' })
    server.control.finishMedia()
    expect(await statusWith(picture, idOf(body))).toMatchObject({
      status: 422,
      body: { error: 'Cannot attach a video to a post that already contains images' },
    })
  })

  it('returns only after processing at the old endpoint', async () => {
    const multipart = new FormData()
    multipart.set('file', mp4())
    expect((await server.call('POST /api/v1/media', { token, multipart })).status).toBe(200)
  })
})

describe('refused files', () => {
  const invalid = 'Validation failed: File content type is invalid, File is invalid'

  it.each([
    ['a type it does not know', () => aFile(new Uint8Array(10), 'a.pdf', 'application/pdf'), invalid],
    [
      'a file that is not what it is said to be',
      () => aFile(new Uint8Array(10), 'a.png', 'image/png'),
      invalid,
    ],
    ['nothing', () => null, "Validation failed: File can't be blank"],
  ])('%s', async (_what, file, error) => {
    const { status, body } = await server.upload(token, file())
    expect([status, body]).toEqual([422, { error }])
  })

  it('uses the declared type if detection is off', async () => {
    server = new AtMastodon({ detectsFileTypes: false })
    token = server.signIn('ada')
    expect((await server.upload(token, aFile(new Uint8Array(10), 'a.png', 'image/png'))).status).toBe(200)
  })

  it('a picture that is too large, in bytes or in pixels', async () => {
    server.control.setLimits({ imageBytes: 1_048_576 })
    const big = new Uint8Array(1_048_576)
    big.set(samplePng())
    expect((await server.upload(token, aFile(big, 'a.png', 'image/png'))).body).toEqual({
      error: 'Validation failed: File must be less than 1 MB, File file size must be less than 1 MB',
    })
    expect((await server.upload(token, aFile(samplePng(30_000, 2), 'a.png', 'image/png'))).status).toBe(200)
    const wide = samplePng(2, 2)
    new DataView(wide.buffer).setUint32(16, 40_000)
    new DataView(wide.buffer).setUint32(20, 40_000)
    expect((await server.upload(token, aFile(wide, 'a.png', 'image/png'))).body).toEqual({
      error: '40000x40000 images are not supported',
    })
  })

  it('a request that is too large, with an HTML page of the web server', async () => {
    const { response } = await server.network.exchange(
      new Request('https://social.example/api/v2/media', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '4294967296',
        },
        body: '--x',
      }),
    )
    expect([response.status, response.headers.get('content-type')]).toEqual([413, 'text/html'])
  })

  it('a description that is too long, in code points', async () => {
    const description = '🦣'.repeat(1501)
    expect((await server.upload(token, png(), { description })).body).toEqual({
      error: 'Validation failed: Description is too long (maximum is 1500 characters)',
    })
    expect((await server.upload(token, png(), { description: '🦣'.repeat(1500) })).status).toBe(200)
  })

  it('a multipart body that ends too early', async () => {
    const { response } = await server.network.exchange(
      new Request('https://social.example/api/v2/media', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf',
      }),
    )
    expect(response.status).toBe(400)
  })

  it('five pictures', async () => {
    const ids = []
    for (let index = 0; index < 5; index += 1) ids.push(idOf((await server.upload(token, png())).body))
    expect((await statusWith(...ids)).body).toEqual({ error: 'Cannot attach more than 4 files' })
  })

  it('files of other people and missing files', async () => {
    const id = idOf((await server.upload(server.signIn('bea'), png())).body)
    expect((await statusWith(id)).status).toBe(422)
    expect((await ask(id)).status).toBe(404)
  })
})

describe('an uploaded file', () => {
  it('gets a new description, and is logged without its bytes', async () => {
    const id = idOf((await server.upload(token, png(), { description: 'one' })).body)
    const { body } = await server.call(`PUT /api/v1/media/${id}`, {
      token,
      form: { description: 'two', focus: '9,9' },
    })
    expect(body).toMatchObject({ description: 'two' })
    expect(server.network.log.list()[0]?.parts).toEqual([
      {
        name: 'file',
        filename: 'field.png',
        contentType: 'image/png',
        bytes: samplePng().length,
        text: null,
      },
      { name: 'description', filename: null, contentType: null, bytes: 3, text: 'one' },
    ])
    expect(server.control.state().media).toMatchObject([
      { description: 'two', sha256: expect.stringMatching(/^\w{64}$/) },
    ])
  })

  it('has an uploaded thumbnail, with the file or later, which must be a picture', async () => {
    const wide = aFile(samplePng(9, 4), 'wide.png', 'image/png')
    const sent = await server.upload(token, mp4(), { thumbnail: wide })
    const thumbnails = () => server.control.state().media.map(({ thumbnail }) => thumbnail)
    expect(thumbnails()).toMatchObject([{ contentType: 'image/png', bytes: samplePng(9, 4).length }])

    const multipart = new FormData()
    multipart.set('thumbnail', aFile(samplePng(4, 9), 'tall.png', 'image/png'))
    await server.call(`PUT /api/v1/media/${idOf(sent.body)}`, { token, multipart })
    expect(thumbnails()).toMatchObject([{ bytes: samplePng(4, 9).length }])

    const refused = await server.upload(token, mp4(), { thumbnail: aFile(sampleMp4(), 'a.png', 'image/png') })
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('Thumbnail content type is invalid') },
    })
  })

  it('can be deleted while it is unattached', async () => {
    const id = idOf((await server.upload(token, png())).body)
    expect((await server.call(`DELETE /api/v1/media/${id}`, { token })).body).toEqual({})
    expect((await server.call(`DELETE /api/v1/media/${id}`, { token })).status).toBe(404)
    const used = idOf((await server.upload(token, png())).body)
    await statusWith(used)
    expect((await server.call(`DELETE /api/v1/media/${used}`, { token })).status).toBe(422)
  })

  it('fails on request', async () => {
    server.control.failNextUploads({ count: 2 })
    expect((await server.upload(token, png())).status).toBe(500)
    const { status, body } = await server.upload(token, mp4())
    expect([status, (await ask(idOf(body))).status]).toEqual([202, 422])
  })
})

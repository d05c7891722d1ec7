import { describe, expect, it } from 'vitest'

import { AtPinterest, PICTURE, refusalOf, type UploadForm } from '../../__fixtures__/at-pinterest.js'
import { sampleMp4, samplePng } from '../../framework/files/samples.js'

const statusOf = async (at: AtPinterest, token: string, id: string) =>
  (await at.call(`GET /v5/media/${id}`, { token })).body as { readonly status: string } // safe cast: a wrong shape fails the tests that check the status

const video = (id: string, cover: object = { cover_image_key_frame_time: 0 }) => ({
  media_source: { source_type: 'video_id', media_id: id, ...cover },
})

async function registered(): Promise<{ at: AtPinterest; token: string; form: UploadForm }> {
  const at = new AtPinterest()
  const token = at.signIn()
  return { at, token, form: await at.register(token) }
}

describe('a video', () => {
  it('is registered, uploaded, processed for a while, and then ready', async () => {
    const { at, token, form } = await registered()
    const seen = [(await statusOf(at, token, form.media_id)).status]

    const stored = await at.upload(form)
    for (const seconds of [1, 2, 10]) {
      at.clock.advance(seconds)
      seen.push((await statusOf(at, token, form.media_id)).status)
    }

    expect(stored.status).toBe(204)
    expect(seen).toEqual(['registered', 'registered', 'processing', 'succeeded'])
    expect((await at.attemptPin(token, video(form.media_id))).status).toBe(201)
  })

  it('that is not a video fails', async () => {
    const { at, token, form } = await registered()

    await at.upload(form, samplePng())
    at.clock.advance(20)

    expect(await statusOf(at, token, form.media_id)).toMatchObject({ status: 'failed' })
    expect((await at.attemptPin(token, video(form.media_id))).status).toBe(400)
  })

  it('that is not ready, or belongs to another person, cannot be pinned', async () => {
    const { at, token, form } = await registered()
    await at.upload(form)

    expect((await at.attemptPin(token, video(form.media_id))).status).toBe(400)
    at.clock.advance(20)
    const other = await at.attemptPin(at.signIn('bo'), { board_id: at.board('bo'), ...video(form.media_id) })
    expect(refusalOf(other)).toEqual([404, 404, 'Media upload not found'])
    expect(at.control.state().pins).toEqual([])
  })

  it.each([
    ['no cover', {}],
    ['a type without a picture', { cover_image_content_type: 'image/png' }],
    ['two covers', { cover_image_key_frame_time: 0, cover_image_url: 'https://a.example/' }],
  ])('with %s cannot be pinned', async (_, cover) => {
    const at = new AtPinterest()
    const token = at.signIn()

    const answer = await at.attemptPin(token, video(await at.video(token), cover))

    expect(refusalOf(answer)).toEqual([
      400,
      1,
      expect.stringContaining('cover_image_url or cover_image_content_type'),
    ])
  })

  it('uses a picture as its cover', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    const cover = { cover_image_content_type: 'image/png', cover_image_data: PICTURE }

    expect((await at.attemptPin(token, video(await at.video(token), cover))).status).toBe(201)
  })

  it('is refused by the sandbox', async () => {
    const at = new AtPinterest({ environment: 'SANDBOX' })
    const token = at.signIn()

    expect(refusalOf(await at.attemptPin(token, video(await at.video(token))))[1]).toBe(29)
  })
})

it('has the same fingerprint when it is uploaded and pinned twice', async () => {
  const at = new AtPinterest()
  const token = at.signIn()
  for (const id of [await at.video(token), await at.video(token)]) await at.attemptPin(token, video(id))

  const [one, two] = at.network.effects.list()

  expect(two?.fingerprint).toBe(one?.fingerprint)
})

describe('the storage', () => {
  it('counts and hashes the bytes without storing them', async () => {
    const { at, form } = await registered()

    await at.upload(form, sampleMp4(100_000))

    expect(at.control.state().videos).toMatchObject([
      { bytes: 100_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  it('refuses a missing, wrong or additional field, and a field after the file', async () => {
    const { at, form } = await registered()
    const { policy = '', ...rest } = form.upload_parameters
    const late = new FormData()
    for (const [name, value] of Object.entries(rest)) late.set(name, value)
    late.set('file', new Blob([Uint8Array.from(sampleMp4())]), 'video.mp4')
    late.set('policy', policy)

    const answers = [
      await at.upload({ ...form, upload_parameters: rest }),
      await at.upload({ ...form, upload_parameters: { ...rest, policy: 'other' } }),
      await at.upload({ ...form, upload_parameters: { ...form.upload_parameters, acl: 'public' } }),
      await at.call(`POST ${form.upload_url}`, { body: late }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(answers[0]?.text).toContain('<Code>AccessDenied</Code>')
    expect(at.control.state().videos).toMatchObject([{ bytes: 0, status: 'registered' }])
  })

  it('refuses a token of Pinterest, a body without a length, and an expired form', async () => {
    const { at, token, form } = await registered()

    const withToken = await at.upload(form, sampleMp4(), { authorization: `Bearer ${token}` })
    const type = 'multipart/form-data; boundary=x'
    const unsized = await at.call(`POST ${form.upload_url}`, {
      body: sampleMp4() as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': type },
    })
    at.clock.advance(3600)

    expect([withToken.status, unsized.status]).toEqual([400, 411])
    expect((await at.upload(form)).text).toContain('Policy expired')
  })
})

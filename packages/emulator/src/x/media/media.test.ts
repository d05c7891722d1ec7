import { describe, expect, it } from 'vitest'

import { AtX, dataOf, hexSum, idOf } from '../../__fixtures__/at-x.js'
import { sampleMp4, samplePng } from '../../framework/files/samples.js'

const statusOf = async (at: AtX, token: string, id: string) =>
  dataOf(await at.call(`GET /2/media/upload?command=STATUS&media_id=${id}`, { token }))

describe('a picture', () => {
  it('is ready immediately, can be described until it is posted, and is shown with its description', async () => {
    const at = new AtX()
    const token = at.signIn()
    const id = await at.upload(token)
    const describeIt = () =>
      at.call('POST /2/media/metadata', { token, json: { id, metadata: { alt_text: { text: 'A cat' } } } })

    const described = await describeIt()
    const post = idOf(await at.post(token, { text: 'Cat', media: { media_ids: [id] } }))
    const read = await at.call(
      `GET /2/tweets/${post}?expansions=attachments.media_keys&media.fields=alt_text`,
      { token },
    )

    expect(described.body).toEqual({ data: { id, associated_metadata: { alt_text: { text: 'A cat' } } } })
    expect(read.body).toMatchObject({ includes: { media: [{ type: 'photo', alt_text: 'A cat' }] } })
    expect((await describeIt()).status).toBe(400)
  })

  it('is refused with a description of 1,001 characters', async () => {
    const at = new AtX()
    const token = at.signIn()
    const json = { id: await at.upload(token), metadata: { alt_text: { text: 'a'.repeat(1001) } } }

    expect((await at.call('POST /2/media/metadata', { token, json })).status).toBe(400)
  })

  it('can be combined with three others, and not with a video', async () => {
    const at = new AtX()
    const token = at.signIn()
    const ids = [await at.upload(token), await at.upload(token), await at.upload(token)]
    const video = await at.upload(token, 'video')
    at.clock.advance(10)

    const mixed = await at.post(token, { media: { media_ids: [ids[0], video] } })
    const foreign = await at.post(at.signIn('bo'), { media: { media_ids: ids } })

    expect([mixed.status, foreign.status]).toEqual([400, 400])
    expect((await at.post(token, { media: { media_ids: ids } })).status).toBe(201)
  })
})

describe('a video', () => {
  it('is pending, processed, and ready', async () => {
    const at = new AtX()
    const token = at.signIn()
    const id = await at.upload(token, 'video')
    const seen = [await statusOf(at, token, id)]
    const early = await at.post(token, { media: { media_ids: [id] } })
    for (const seconds of [2, 10]) {
      at.clock.advance(seconds)
      seen.push(await statusOf(at, token, id))
    }

    expect(early.status).toBe(400)
    expect(seen).toMatchObject([
      { processing_info: { state: 'pending', check_after_secs: 1 } },
      { processing_info: { state: 'in_progress', progress_percent: 20, check_after_secs: 4 } },
      { processing_info: { state: 'succeeded' }, video: { video_type: 'video/mp4' } },
    ])
    expect((await at.post(token, { media: { media_ids: [id] } })).status).toBe(201)
  })

  it('that is not a video fails, with a reason', async () => {
    const at = new AtX()
    const token = at.signIn()
    const id = await at.initialize(token, 100, 'video/mp4', 'tweet_video')
    await at.append(token, id, 0, new Uint8Array(100))
    await at.call(`POST /2/media/upload/${id}/finalize`, { token })
    at.clock.advance(10)

    expect(await statusOf(at, token, id)).toMatchObject({
      processing_info: { state: 'failed', error: { name: 'InvalidMedia', message: 'file is invalid' } },
    })
  })
})

describe('pieces', () => {
  it('may be sent again, and are joined to the file', async () => {
    const at = new AtX()
    const token = at.signIn()
    const file = sampleMp4(2_500_000)
    const id = await at.initialize(token, file.byteLength, 'video/mp4', 'tweet_video')
    const size = 1_048_576
    const send = (index: number) =>
      at.append(token, id, index, file.subarray(index * size, (index + 1) * size))

    for (const index of [0, 1, 1, 2]) await send(index)
    const done = await at.call(`POST /2/media/upload/${id}/finalize`, { token })
    const again = await at.call(`POST /2/media/upload/${id}/finalize`, { token })

    expect([done.status, again.status]).toEqual([200, 200])
    expect(at.control.state().media).toMatchObject([
      { sha256: hexSum(file), segments: [{ index: 0 }, { index: 1 }, { index: 2 }] },
    ])
    expect((await send(3)).status).toBe(400)
  })

  it('that are missing, too many, or numbered wrongly are refused', async () => {
    const at = new AtX()
    const token = at.signIn()
    const file = samplePng()
    const id = await at.initialize(token, file.byteLength)
    const finalize = () => at.call(`POST /2/media/upload/${id}/finalize`, { token })

    const early = await finalize()
    const wrong = await at.append(token, id, 1000, file)
    await at.append(token, id, 1, file)
    const gap = await finalize()

    expect([early.status, wrong.status, gap.status]).toEqual([400, 400, 400])
    expect(gap.text).toContain('do not add up')
  })

  it('of 5 MB are too large for the edge, which returns no message', async () => {
    const at = new AtX()
    const token = at.signIn()
    const id = await at.initialize(token, 6_000_000, 'video/mp4', 'tweet_video')

    const answer = await at.append(token, id, 0, new Uint8Array(5_242_881))

    expect([answer.status, answer.text]).toEqual([413, ''])
  })

  it.each([
    ['too many bytes', { media_type: 'image/png', total_bytes: 5_242_881, media_category: 'tweet_image' }],
    ['another type', { media_type: 'image/heic', total_bytes: 1, media_category: 'tweet_image' }],
    [
      'a type of another category',
      { media_type: 'image/gif', total_bytes: 1, media_category: 'tweet_image' },
    ],
    [
      'an unknown field',
      { media_type: 'image/png', total_bytes: 1, media_category: 'tweet_image', alt: 'x' },
    ],
  ])('of a file with %s are not started', async (_, json) => {
    const at = new AtX()

    expect((await at.call('POST /2/media/upload/initialize', { token: at.signIn(), json })).status).toBe(400)
  })
})

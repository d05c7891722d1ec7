import { InvalidPostError, Media, NetworkError, OutcomeUnknownError, PlatformError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { sharedEmulator } from '../__fixtures__/shared-emulator.js'

const at = sharedEmulator()

const picture = (altText?: string) =>
  Media.fromBytes(samplePng(64, 48), { filename: 'a.png', ...(altText !== undefined && { altText }) })

/** Returns the body of the last request to a path. */
function lastJson(path: string): unknown {
  return at.net.emulator.requests('bluesky').findLast((one) => one.path.endsWith(path))?.json
}
describe('a post with files', () => {
  it.each([{ jobStatus: { jobId: 5 } }, { jobId: {} }, { jobStatus: null, error: { code: 1 } }])(
    'fails for an unreadable response of the video service: %j',
    async (body) => {
      at.net.emulator
        .faults('bluesky')
        .add({ fault: 'status', status: 200, body, path: '/xrpc/app.bsky.video.uploadVideo' })
      const video = Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })
      await expect(at.ada.post({ text: 'odd', media: [video] })).rejects.toThrow(PlatformError)
    },
  )

  // Holds R-0060.
  it('contains images with alt texts and sizes, and reports its progress', async () => {
    const seen: number[] = []
    const result = await at.ada.post(
      { text: 'two', media: [picture('A lilac square'), picture()] },
      { onProgress: ({ sentBytes, totalBytes }) => seen.push(sentBytes / totalBytes) },
    )
    const { attachments } = await at.ada.readPost(result.id)

    expect(attachments).toMatchObject([
      { kind: 'image', altText: 'A lilac square', width: 64, height: 48 },
      { kind: 'image', altText: null },
    ])
    expect(seen.at(-1)).toBe(1)
  })

  it('contains a video, which the video service processes first', async () => {
    const video = Media.fromBytes(sampleMp4(4096), { filename: 'a.mp4', altText: 'A film' })
    const result = await at.ada.post({ text: 'film', media: [video] })

    expect(at.net.routes()).toEqual([
      'GET com.atproto.server.getServiceAuth',
      'POST app.bsky.video.uploadVideo',
      'GET app.bsky.video.getJobStatus',
      'POST com.atproto.repo.createRecord',
    ])
    expect((await at.ada.readPost(result.id)).attachments).toMatchObject([
      { kind: 'video', altText: 'A film' },
    ])

    at.net.clear()
    await at.ada.post({ text: 'again', media: [video] })
    expect(at.net.routes()).toContain('GET app.bsky.video.getJobStatus')
  })

  it('contains up to ten images as a gallery', async () => {
    const media = Array.from({ length: 10 }, (_value, number) => picture(`Picture ${number}`))
    const result = await at.ada.post({ text: 'ten', media })

    expect(lastJson('createRecord')).toMatchObject({ record: { embed: { $type: 'app.bsky.embed.gallery' } } })
    const { attachments } = await at.ada.readPost(result.id)
    expect(attachments).toHaveLength(10)
    expect(attachments[9]).toMatchObject({ altText: 'Picture 9', width: 64, previewUrl: expect.any(String) })
  })

  it('contains captions of a video, uploaded once', async () => {
    const faults = at.net.emulator.faults('bluesky')
    faults.add({ fault: 'status', status: 502, path: '/xrpc/com.atproto.repo.createRecord', count: 2 })
    const down = faults.add({
      fault: 'status',
      status: 502,
      path: '/xrpc/com.atproto.repo.getRecord',
      count: 'all',
    })
    const video = Media.fromBytes(sampleMp4(4100), { filename: 'c.mp4' })
    const vtt = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'
    const post = {
      text: 'film',
      media: [video],
      options: {
        captions: [
          { lang: 'en', vtt },
          { lang: 'de', vtt },
        ],
      },
    }
    await expect(at.ada.post(post, { idempotencyKey: 'captions' })).rejects.toThrow(OutcomeUnknownError)
    down.remove()
    await at.ada.post(post, { idempotencyKey: 'captions' })

    const uploads = at.net.routes().filter((route) => route.endsWith('uploadBlob'))
    expect(uploads).toHaveLength(2)
    expect(lastJson('createRecord')).toMatchObject({
      record: { embed: { captions: [{ lang: 'en', file: { mimeType: 'text/vtt' } }, { lang: 'de' }] } },
    })
  })

  it('is refused with a video that cannot be processed, and not published', async () => {
    at.net.network.failVideos({ count: 1 })
    const video = Media.fromBytes(sampleMp4(5000), { filename: 'b.mp4' })

    await expect(at.ada.post({ text: 'x', media: [video] })).rejects.toThrow(InvalidPostError)
    expect(at.net.routes()).not.toContain('POST com.atproto.repo.createRecord')
  })

  it('uploads a video again with the same key after its processing failed, reported immediately or to a later attempt', async () => {
    const post = (key: string) => {
      const video = Media.fromBytes(sampleMp4(5000 + key.length), { filename: `${key}.mp4` })
      return at.ada.post({ text: key, media: [video] }, { idempotencyKey: key })
    }

    at.net.network.failVideos({ count: 1 })
    await expect(post('at once')).rejects.toThrow(InvalidPostError)
    expect(await post('at once')).toMatchObject({ state: 'DONE' })

    at.net.network.failVideos({ count: 1 })
    const down = at.net.emulator
      .faults('bluesky')
      .add({ fault: 'closeBeforeEffect', path: '/xrpc/app.bsky.video.getJobStatus', count: 9 })
    await expect(post('later')).rejects.toThrow(NetworkError)
    down.remove()
    await expect(post('later')).rejects.toThrow(InvalidPostError)
    expect(await post('later')).toMatchObject({ state: 'DONE' })
  })

  it('uploads a video again with the same key when the service lost its job, at most three times', async () => {
    const video = Media.fromBytes(sampleMp4(7001), { filename: 'forgotten.mp4' })
    const post = () => at.ada.post({ text: 'forgotten', media: [video] }, { idempotencyKey: 'forgotten' })
    const uploads = () => at.net.routes().filter((route) => route.endsWith('uploadVideo')).length
    const down = at.net.emulator
      .faults('bluesky')
      .add({ fault: 'closeBeforeEffect', path: '/xrpc/app.bsky.video.getJobStatus', count: 9 })
    await expect(post()).rejects.toThrow(NetworkError)
    down.remove()
    expect(uploads()).toBe(1)

    at.net.network.forgetVideos()
    const forgetting = at.net.emulator.faults('bluesky').add({
      fault: 'status',
      status: 400,
      body: { error: 'InvalidRequest', message: 'Job not found' },
      path: '/xrpc/app.bsky.video.getJobStatus',
      count: 99,
    })
    await expect(post()).rejects.toThrow('no longer knows the job')
    expect(uploads()).toBe(3)
    forgetting.remove()

    at.net.network.forgetVideos()
    expect(await post()).toMatchObject({ state: 'DONE' })
    expect(at.net.routes().filter((route) => route.endsWith('createRecord'))).toHaveLength(1)
  })

  it('uploads a video again in the same call when the service loses its job', async () => {
    const video = Media.fromBytes(sampleMp4(7002), { filename: 'meanwhile.mp4' })
    at.net.emulator.faults('bluesky').add({
      fault: 'status',
      status: 400,
      body: { error: 'InvalidRequest', message: 'Job not found' },
      path: '/xrpc/app.bsky.video.getJobStatus',
      count: 1,
    })

    expect(await at.ada.post({ text: 'meanwhile', media: [video] })).toMatchObject({ state: 'DONE' })
    expect(at.net.routes().filter((route) => route.endsWith('uploadVideo'))).toHaveLength(2)
  })

  it('does not repeat the upload of an earlier attempt', async () => {
    at.net.emulator.faults('bluesky').add({
      fault: 'closeBeforeEffect',
      path: '/xrpc/com.atproto.repo.uploadBlob',
      nth: 2,
      count: 4,
    })
    const post = { text: 'pictures', media: [picture('1'), picture('2')] }
    await expect(at.ada.post(post, { idempotencyKey: 'up' })).rejects.toThrow(NetworkError)
    at.net.emulator.faults('bluesky').clear()
    at.net.clear()

    await at.ada.post(post, { idempotencyKey: 'up' })

    expect(at.net.routes()).toEqual([
      'POST com.atproto.repo.uploadBlob',
      'POST com.atproto.repo.createRecord',
    ])
  })
})

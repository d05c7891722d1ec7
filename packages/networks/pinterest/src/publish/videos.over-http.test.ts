import { createHash } from 'node:crypto'

import { InvalidPostError, PlatformError, type Progress } from '@social/core'
import { aPicture, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

/** Creates a file with a video header and the given number of additional bytes. */
async function aVideoOf(length: number) {
  const bytes = Buffer.concat([await aVideo().read(), Buffer.alloc(length, 9)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { media: [aVideo({ bytes })], sha256, bytes }
}

const REGISTER = 'POST /v5/media'
const UPLOAD = 'POST /upload/'
const ASK = 'GET /v5/media/:media'
const PIN = 'POST /v5/pins'

describe('a pin with a video', () => {
  // Holds R-0458.
  it('is registered, sent as one form without the token, waited for and pinned', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const { media, sha256, bytes } = await aVideoOf(3_000_000)
    const steps: Progress[] = []

    const result = await ada.post(
      { text: 'How it is made', media, options: { boardId: at.board() } },
      { onProgress: (step) => steps.push(step) },
    )

    // The emulated Pinterest processes a video for 10 seconds, and the polls are 2 seconds apart.
    expect(at.counts()).toEqual({ [REGISTER]: 1, [UPLOAD]: 1, [ASK]: 6, [PIN]: 1 })
    expect(at.videos()).toMatchObject([{ sha256, status: 'succeeded', bytes: bytes.length }])
    const upload = at.requests().find(({ route }) => route === UPLOAD)
    expect(upload?.headers['authorization']).toBeUndefined()
    expect(upload?.parts.map(({ name }) => name)).toEqual([
      'x-amz-date',
      'x-amz-signature',
      'x-amz-security-token',
      'x-amz-algorithm',
      'key',
      'policy',
      'x-amz-credential',
      'Content-Type',
      'file',
    ])
    expect(at.requests().at(-1)?.json).toMatchObject({
      description: 'How it is made',
      media_source: {
        source_type: 'video_id',
        media_id: at.videos()[0]?.mediaId,
        cover_image_key_frame_time: 0,
      },
    })
    expect(steps.at(-1)).toEqual({
      mediaIndex: 0,
      mediaCount: 1,
      sentBytes: bytes.length,
      totalBytes: bytes.length,
    })
    expect(at.pins()).toMatchObject([{ id: result.id }])
  })

  it.each([
    [{ coverImageUrl: 'https://shop.example/c.jpg' }, { cover_image_url: 'https://shop.example/c.jpg' }],
    [{ coverImageKeyFrameTime: 7 }, { cover_image_key_frame_time: 7 }],
  ])('has only the cover %o', async (options, cover) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await ada.post({ text: 'a', media: [aVideo()], options: { boardId: at.board(), ...options } })

    const sent = at.requests().at(-1)?.json
    expect(sent).toMatchObject({ media_source: cover })
    expect(JSON.stringify(sent).match(/cover_/g)).toHaveLength(1)
  })

  it('that Pinterest cannot process is refused, and uploaded again by the next attempt', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }
    const broken = { ...post, media: [aVideo({ bytes: await aPicture().read() })] }

    const posting = ada.post(broken, { idempotencyKey: 'broken' })
    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow('No pin was created')
    await expect(ada.post(broken, { idempotencyKey: 'broken' })).rejects.toThrow(InvalidPostError)

    expect(at.counts()[REGISTER]).toBe(2)
    expect(at.counts()[PIN]).toBeUndefined()
    await ada.post(post)
    expect(at.effects()).toHaveLength(1)
  })

  it('that takes too long resumes with the same key, without another upload', async () => {
    await using at = await usingEmulator({
      server: { processSeconds: 600 },
      platform: { mediaChecks: 5 },
    })
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }

    const posting = ada.post(post, { idempotencyKey: 'long' })
    await expect(posting).rejects.toMatchObject({ code: 'NETWORK', timedOut: true })
    await expect(posting).rejects.toThrow(/media \d+.*same idempotency key.*mediaChecks/)
    await at.clock.advance(600)
    const { id } = await ada.post(post, { idempotencyKey: 'long' })

    expect(at.counts()).toMatchObject({ [REGISTER]: 1, [UPLOAD]: 1, [PIN]: 1 })
    expect(at.pins().map((pin) => pin.id)).toEqual([id])
  })

  it('waits ten minutes when the settings allow it, regardless of the call’s deadline', async () => {
    await using at = await usingEmulator({
      server: { processSeconds: 600 },
      platform: { mediaChecks: 100, mediaWaitSeconds: 10 },
    })
    const ada = await at.signIn()

    await ada.post({ text: 'a', media: [aVideo()], options: { boardId: at.board() } })

    expect(at.counts()[ASK]).toBe(61)
  })

  it('resumes after a crash between upload and pin, in another process', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }
    const stop = new AbortController()
    const asking = at.faults.add({ fault: 'hold', method: 'GET', path: '/v5/media/:media' })

    const posting = ada.post(post, { idempotencyKey: 'crash', signal: stop.signal })
    await asking.whenHeld(1)
    stop.abort(new Error('stopped'))
    await expect(posting).rejects.toThrow('stopped')
    asking.remove()
    const { id } = await at
      .anotherClient()
      .accountOf('pinterest', ada.id)
      .post(post, { idempotencyKey: 'crash' })

    expect(at.counts()).toMatchObject({ [REGISTER]: 1, [UPLOAD]: 1, [PIN]: 1 })
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })

  it.each([
    ['the response to its registration is lost', { fault: 'replyLost', path: '/v5/media', method: 'POST' }],
    [
      'its registration fails with an outage',
      { fault: 'status', status: 500, path: '/v5/media', method: 'POST' },
    ],
    ['the upload is interrupted', { fault: 'dropUpload', afterBytes: 500_000, path: '/upload/' }],
    ['the response of the storage is lost', { fault: 'replyLost', path: '/upload/' }],
    ['the storage is temporarily down', { fault: 'status', status: 503, path: '/upload/' }],
    ['the response to a status query is lost', { fault: 'replyLost', path: '/v5/media/:media' }],
    ['a status query fails with an outage', { fault: 'status', status: 502, path: '/v5/media/:media' }],
  ] as const)('is published once and complete although %s', async (_what, fault) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const { media, sha256 } = await aVideoOf(1_000_000)
    at.faults.add(fault)

    await ada.post({ text: 'a', media, options: { boardId: at.board() } })

    expect(at.effects()).toHaveLength(1)
    expect(at.videos().filter(({ status }) => status === 'succeeded')).toMatchObject([{ sha256 }])
  })

  it.each([401, 403, 404])(
    'reports the refusal of the storage (%i), and is registered again by the next attempt',
    async (status) => {
      await using at = await usingEmulator()
      const ada = await at.signIn()
      const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }
      const body = '<Error><Code>AccessDenied</Code><Message>Policy expired.</Message></Error>'
      at.faults.add({ fault: 'status', status, path: '/upload/', body })

      const posting = ada.post(post, { idempotencyKey: 'k' })
      await expect(posting).rejects.toThrow(PlatformError)
      await expect(posting).rejects.toThrow('Policy expired')
      await ada.post(post, { idempotencyKey: 'k' })

      expect(at.counts()[REGISTER]).toBe(2)
      expect(at.effects()).toHaveLength(1)
    },
  )

  it('is uploaded again when Pinterest has deleted it before the next attempt', async () => {
    await using at = await usingEmulator({ platform: { mediaChecks: 1 } })
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }
    await expect(ada.post(post, { idempotencyKey: 'k' })).rejects.toMatchObject({ timedOut: true })
    at.people.refuseNext({ refusal: 'MEDIA_NOT_FOUND', route: ASK })
    at.people.setDelays({ registeredSeconds: 0, processSeconds: 0 })

    const { id } = await ada.post(post, { idempotencyKey: 'k' })

    expect(at.counts()[REGISTER]).toBe(2)
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })

  it('is uploaded again when a proxy accepted it, and Pinterest never received it', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }
    at.faults.add({ fault: 'status', status: 204, path: '/upload/' })

    await expect(ada.post(post, { idempotencyKey: 'k' })).rejects.toMatchObject({ timedOut: true })
    await at.clock.advance(600)
    const { id } = await ada.post(post, { idempotencyKey: 'k' })

    expect(at.counts()).toMatchObject({ [REGISTER]: 2, [UPLOAD]: 2, [PIN]: 1 })
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })

  it('is uploaded again by the next attempt after the response of a captive portal', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }
    at.faults.add({ fault: 'status', status: 200, body: '<html>Sign in</html>', path: '/upload/' })

    await expect(ada.post(post, { idempotencyKey: 'k' })).rejects.toMatchObject({ delivery: 'NOT_SENT' })
    await ada.post(post, { idempotencyKey: 'k' })

    expect(at.counts()).toMatchObject({ [REGISTER]: 2, [UPLOAD]: 2, [PIN]: 1 })
  })

  it('is polled again while Pinterest has only registered it, and not sent twice', async () => {
    await using at = await usingEmulator({ server: { registeredSeconds: 300 } })
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }

    await expect(ada.post(post, { idempotencyKey: 'k' })).rejects.toMatchObject({ timedOut: true })
    await at.clock.advance(200)
    await ada.post(post, { idempotencyKey: 'k' })

    expect(at.counts()).toMatchObject({ [REGISTER]: 1, [UPLOAD]: 1, [PIN]: 1 })
  })

  it('stops between two chunks when it is aborted, and no pin is created', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const { media } = await aVideoOf(8_000_000)
    const stop = new AbortController()

    const posting = ada.post(
      { text: 'a', media, options: { boardId: at.board() } },
      { signal: stop.signal, onProgress: () => stop.abort(new Error('changed my mind')) },
    )

    await expect(posting).rejects.toThrow('changed my mind')
    expect(at.effects()).toEqual([])
    expect(at.counts()[PIN]).toBeUndefined()
  })
})

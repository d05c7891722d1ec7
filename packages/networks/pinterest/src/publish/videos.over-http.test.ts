import { createHash } from 'node:crypto'

import { InvalidPostError, PlatformError, type Progress } from '@social/core'
import { aPicture, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

/** A file that looks like a video, of so many bytes more. */
async function aVideoOf(length: number) {
  const bytes = Buffer.concat([await aVideo().read(), Buffer.alloc(length, 9)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { media: [aVideo({ bytes })], sha256, bytes }
}

const REGISTER = 'POST /v5/media'
const UPLOAD = 'POST /upload/'
const ASK = 'GET /v5/media/:media'
const PIN = 'POST /v5/pins'

describe('a pin of a video', () => {
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

    // Two seconds until Pinterest looks at it, ten until it is ready, and two between the questions.
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
  ])('has the cover of %o, and that one alone', async (options, cover) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await ada.post({ text: 'a', media: [aVideo()], options: { boardId: at.board(), ...options } })

    const sent = at.requests().at(-1)?.json
    expect(sent).toMatchObject({ media_source: cover })
    expect(JSON.stringify(sent).match(/cover_/g)).toHaveLength(1)
  })

  it('that Pinterest can make nothing of is refused, and uploaded anew by the next try', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }
    const broken = { ...post, media: [aVideo({ bytes: await aPicture().read() })] }

    const posting = ada.post(broken, { idempotencyKey: 'broken' })
    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow('pinned nothing')
    await expect(ada.post(broken, { idempotencyKey: 'broken' })).rejects.toThrow(InvalidPostError)

    expect(at.counts()[REGISTER]).toBe(2)
    expect(at.counts()[PIN]).toBeUndefined()
    await ada.post(post)
    expect(at.effects()).toHaveLength(1)
  })

  it('that takes too long can be gone on with under the same key, without another upload', async () => {
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

  it('waits ten minutes where the settings allow it, whatever the deadline of the call is', async () => {
    await using at = await usingEmulator({
      server: { processSeconds: 600 },
      platform: { mediaChecks: 100, mediaWaitSeconds: 10 },
    })
    const ada = await at.signIn()

    await ada.post({ text: 'a', media: [aVideo()], options: { boardId: at.board() } })

    expect(at.counts()[ASK]).toBe(61)
  })

  it('goes on after a crash between upload and pin, in another process', async () => {
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
    ['its registration is answered by nobody', { fault: 'replyLost', path: '/v5/media', method: 'POST' }],
    ['its registration meets an outage', { fault: 'status', status: 500, path: '/v5/media', method: 'POST' }],
    ['the storage breaks off in the middle', { fault: 'dropUpload', afterBytes: 500_000, path: '/upload/' }],
    ['the answer of the storage is lost', { fault: 'replyLost', path: '/upload/' }],
    ['the storage is down for a moment', { fault: 'status', status: 503, path: '/upload/' }],
    ['a question is answered by nobody', { fault: 'replyLost', path: '/v5/media/:media' }],
    ['a question meets an outage', { fault: 'status', status: 502, path: '/v5/media/:media' }],
  ] as const)('comes out once, whole, though %s', async (_what, fault) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const { media, sha256 } = await aVideoOf(1_000_000)
    at.faults.add(fault)

    await ada.post({ text: 'a', media, options: { boardId: at.board() } })

    expect(at.effects()).toHaveLength(1)
    expect(at.videos().filter(({ status }) => status === 'succeeded')).toMatchObject([{ sha256 }])
  })

  it.each([401, 403, 404])(
    'is told what the storage has against it (%i), and registered anew by the next try',
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

  it('is uploaded anew when Pinterest has forgotten it by the next try', async () => {
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

  it('is uploaded anew when something in front of the storage took it, and Pinterest never saw it', async () => {
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

  it('that the page of a hotel has answered is uploaded anew by the next try', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }
    at.faults.add({ fault: 'status', status: 200, body: '<html>Sign in</html>', path: '/upload/' })

    await expect(ada.post(post, { idempotencyKey: 'k' })).rejects.toMatchObject({ delivery: 'NOT_SENT' })
    await ada.post(post, { idempotencyKey: 'k' })

    expect(at.counts()).toMatchObject({ [REGISTER]: 2, [UPLOAD]: 2, [PIN]: 1 })
  })

  it('that Pinterest has only registered yet is asked for again, and not sent twice', async () => {
    await using at = await usingEmulator({ server: { registeredSeconds: 300 } })
    const ada = await at.signIn()
    const post = { text: 'a', media: [aVideo()], options: { boardId: at.board() } }

    await expect(ada.post(post, { idempotencyKey: 'k' })).rejects.toMatchObject({ timedOut: true })
    await at.clock.advance(200)
    await ada.post(post, { idempotencyKey: 'k' })

    expect(at.counts()).toMatchObject({ [REGISTER]: 1, [UPLOAD]: 1, [PIN]: 1 })
  })

  it('stops between two chunks when it is called off, and nothing is pinned', async () => {
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

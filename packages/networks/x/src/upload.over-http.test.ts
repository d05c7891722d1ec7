import { InvalidPostError, Media } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { picture, sumOf, VIDEO, video } from './__fixtures__/files.js'

describe('files', () => {
  // Holds R-0462, R-0463.
  it('are uploaded in pieces, waited for, described and posted, in this order', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const shown: number[] = []

    const result = await account.post(
      { text: 'Look', media: [video('A cat asleep')] },
      { onProgress: ({ sentBytes, totalBytes }) => shown.push(sentBytes / totalBytes) },
    )

    expect(at.requests().map(({ method, path }) => `${method} ${path.replaceAll(/\d{5,}/g, ':id')}`)).toEqual(
      [
        'POST /2/media/upload/initialize',
        'POST /2/media/upload/:id/append',
        'POST /2/media/upload/:id/append',
        'POST /2/media/upload/:id/append',
        'POST /2/media/upload/:id/finalize',
        'GET /2/media/upload',
        'GET /2/media/upload',
        'GET /2/media/upload',
        'POST /2/media/metadata',
        'POST /2/tweets',
      ],
    )
    expect(at.media()).toMatchObject([
      { category: 'tweet_video', totalBytes: 2_500_000, sha256: sumOf(VIDEO), altText: 'A cat asleep' },
    ])
    expect(at.media()[0]?.segments.map(({ bytes }) => bytes)).toEqual([1_048_576, 1_048_576, 402_848])
    expect(at.posts().find(({ id }) => id === result.id)?.mediaIds).toEqual([at.media()[0]?.id])
    expect(shown.at(-1)).toBe(1)
    expect(shown).toEqual(shown.toSorted((one, other) => one - other))
  })

  // Holds R-0060, R-0464.
  it('without an alt text need no request for it', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await account.post({ media: [picture(), picture('Another cat')] })

    expect(at.counts()['POST /2/media/metadata']).toBe(1)
    expect(at.media().map(({ altText }) => altText)).toEqual([null, 'Another cat'])
  })

  it('that are animated are GIFs, and must be the only file', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const gif = Media.fromBytes(Buffer.from('GIF89a, and so on'), { filename: 'cat.gif' })

    await account.post({ text: 'Look', media: [gif] })

    expect(at.media()).toMatchObject([{ category: 'tweet_gif', stage: 'READY' }])
    await expect(account.post({ media: [gif, picture()] })).rejects.toThrow(
      'x accepts up to 4 pictures, or one video, or one GIF in a post.',
    )
  })

  it('that X cannot process are refused with its message, and uploaded again with the same key', async () => {
    await using at = await usingEmulator({ server: { pendingSeconds: 5 } })
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/2/media/upload/:id/finalize', fault: 'slow', seconds: 0.01 })
    const bad = Media.fromBytes(Buffer.alloc(4000, 'no video'), { filename: 'clip.mp4' })
    const trying = account.post({ media: [bad] }, { idempotencyKey: 'k' })

    await expect(trying).rejects.toThrow('x could not process "clip.mp4" (file is invalid). Export it again')
    await expect(trying).rejects.toBeInstanceOf(InvalidPostError)
    await expect(account.post({ media: [bad] }, { idempotencyKey: 'k' })).rejects.toBeInstanceOf(
      InvalidPostError,
    )

    expect(at.counts()['POST /2/media/upload/initialize']).toBe(2)
    expect(at.posts()).toEqual([])
  })

  it('that X processes for too long stay uploaded, and the next attempt resumes', async () => {
    await using at = await usingEmulator({ server: { processSeconds: 600 }, platform: { mediaChecks: 3 } })
    const account = await at.signIn()

    await expect(account.post({ media: [video()] }, { idempotencyKey: 'k' })).rejects.toThrow(
      /still processing the file \d+ after 3 checks\. Post again later with the same idempotency key/,
    )
    await at.clock.advance(600)
    await account.post({ media: [video()] }, { idempotencyKey: 'k' })

    expect(at.media()).toHaveLength(1)
    expect(at.posts()).toHaveLength(1)
  })
})

describe('an interrupted upload', () => {
  it.each(['replyLost', 'closeBeforeEffect', 'dropUpload', 'dropMidBody'] as const)(
    'sends the piece again after %s, and the file is complete',
    async (fault) => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      at.faults.add({ path: '/2/media/upload/:id/append', nth: 2, fault })

      await account.post({ media: [video()] })

      expect(at.media()).toMatchObject([{ sha256: sumOf(VIDEO) }])
    },
  )

  it('queries the status when the response to finalize was lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.faults.add({ path: '/2/media/upload/:id/finalize', fault: 'replyLost' })

    await account.post({ media: [video()] })

    expect(at.posts()).toHaveLength(1)
    expect(at.media()).toHaveLength(1)
  })

  it('resumes in another process', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    const stop = new AbortController()
    const trying = at.client.accountOf('x', id).post(
      { text: 'Look', media: [video()] },
      {
        idempotencyKey: 'k',
        signal: stop.signal,
        onProgress: ({ sentBytes }) => sentBytes > 2_097_152 && stop.abort(new Error('stopped')),
      },
    )
    await expect(trying).rejects.toThrow('stopped')

    await at
      .anotherClient()
      .accountOf('x', id)
      .post({ text: 'Look', media: [video()] }, { idempotencyKey: 'k' })

    expect(at.counts()['POST /2/media/upload/initialize']).toBe(1)
    // The client sends the third piece again, because it is unknown whether X received the piece.
    expect(at.counts()['POST /2/media/upload/:id/append']).toBeLessThanOrEqual(4)
    expect(at.media()).toMatchObject([{ sha256: sumOf(VIDEO) }])
    expect(at.posts()).toHaveLength(1)
  })

  it('starts again when X has deleted the file', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    at.faults.add({ path: '/2/media/upload/:id/append', nth: 3, count: 'all', fault: 'status', status: 500 })
    const trying = at.client.accountOf('x', id).post({ media: [video()] }, { idempotencyKey: 'k' })
    await expect(trying).rejects.toThrow('x responded')
    at.faults.clear()
    at.faults.add({
      path: '/2/media/upload/:id/append',
      fault: 'status',
      status: 400,
      body: { title: 'Gone' },
    })

    await at.client.accountOf('x', id).post({ media: [video()] }, { idempotencyKey: 'k' })

    expect(at.media()).toHaveLength(2)
    expect(at.posts()).toHaveLength(1)
  })

  it('starts again when X has deleted the file before its expiry', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    at.network.refuseNext({ refusal: 'NO_CREDITS', route: 'POST /2/tweets' })
    const post = { text: 'Look', media: [video('A cat')] }
    await expect(at.client.accountOf('x', id).post(post, { idempotencyKey: 'k' })).rejects.toThrow('credits')
    at.network.refuseNext({ refusal: 'BAD_MEDIA', route: 'POST /2/tweets' })

    await at.client.accountOf('x', id).post(post, { idempotencyKey: 'k' })

    expect(at.media()).toHaveLength(2)
    expect(at.posts()).toHaveLength(1)
    expect(at.posts()[0]?.mediaIds).toEqual([at.media()[1]?.id])
  })

  it('reports a refusal of new files, and uploads them again in the next attempt', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.network.refuseNext({ refusal: 'BAD_MEDIA', route: 'POST /2/tweets' })

    await expect(account.post({ media: [video()] }, { idempotencyKey: 'k' })).rejects.toBeInstanceOf(
      InvalidPostError,
    )
    await account.post({ media: [video()] }, { idempotencyKey: 'k' })

    expect(at.media()).toHaveLength(2)
    expect(at.posts()).toHaveLength(1)
  })
})

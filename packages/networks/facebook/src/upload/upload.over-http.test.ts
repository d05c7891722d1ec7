import { InvalidPostError, Media, PlatformError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { servingFile } from '../__fixtures__/file-server.js'
import { BYTES, NETWORK, video, type At, sumOf, thrownBy } from '../__fixtures__/uploading.js'

const PIECES = 'POST /graph-video/:version/:id/videos'

const piece = (nth: number) =>
  ({ method: 'POST', path: '/graph-video/:version/:id/videos', nth: nth + 1 }) as const

const videosOf = (at: At) =>
  at.people.state().videos.map(({ id, uploadedBytes, publish }) => ({ id, uploadedBytes, publish }))

describe('a video in chunks', () => {
  // Holds R-0119.
  it('is started, sent in the chunks that Facebook requests, and finished', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const sent: number[] = []

    const result = await page.post(
      { text: 'How we fold it', media: [video()], options: { title: 'Folding' } },
      { idempotencyKey: 'folding', onProgress: ({ sentBytes }) => sent.push(sentBytes) },
    )

    expect(at.counts()).toEqual({ [PIECES]: 7 })
    expect(result).toMatchObject({
      idempotencyKey: 'folding',
      state: 'PROCESSING',
      url: `https://www.facebook.com/${page.id.slice('facebook:'.length)}/videos/${result.id}`,
    })
    expect(videosOf(at)).toEqual([{ id: result.id, uploadedBytes: BYTES.length, publish: 'PUBLISHED' }])
    expect(at.people.state().videos).toMatchObject([{ description: 'How we fold it', title: 'Folding' }])
    expect(sent).toEqual([0, 1000, 2000, 3000, 4000, 4001])
  })

  it('is scheduled like any other post', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const publishAt = new Date('2026-11-25T12:00:00Z')
    const result = await page.post({ media: [video()], publishAt })
    expect(result).toMatchObject({ state: 'SCHEDULED', url: null })
    expect(videosOf(at)).toMatchObject([{ publish: 'SCHEDULED' }])
    await at.clock.advance(3600)
    expect(await page.checkState(result.id)).toMatchObject({ state: 'SCHEDULED', url: null })
  })

  it.each([
    ['a lost reply', { fault: 'replyLost' }],
    ['a dropped connection', { fault: 'dropUpload', afterBytes: 300 }],
    ['a failure that passes', { fault: 'status', status: 500 }],
    [
      'a failure that passes, in a 400',
      {
        fault: 'status',
        status: 400,
        body: { error: { code: 6000, error_subcode: 1_363_030, is_transient: true } },
      },
    ],
  ] as const)('resumes after %s in the middle, and is complete', async (_what, fault) => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    at.faults.add({ ...fault, ...piece(2) })

    const { id } = await page.post({ media: [video()] })

    expect(at.effects().map((effect) => effect.id)).toEqual([id])
    const [whole] = sumOf(at)
    await page.post({ media: [video()] })
    expect(sumOf(at)).toEqual([whole, whole])
  })

  it('is continued by another process, at the last offset', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const post = { media: [video()] }
    at.faults.add({ fault: 'status', status: 500, ...piece(3), count: 'all' })
    await expect(page.post(post, { idempotencyKey: 'k' })).rejects.toThrow(PlatformError)
    at.faults.clear()
    at.forget()

    const other = at.makeClient()
    const { id } = await other.accountOf('facebook', page.id).post(post, { idempotencyKey: 'k' })
    await other.close()

    // Of the seven requests, three chunks and the last request remain.
    expect(at.counts()).toEqual({ [PIECES]: 4 })
    expect(videosOf(at)).toEqual([{ id, uploadedBytes: BYTES.length, publish: 'PUBLISHED' }])
  })

  it('resumes at the offset in the refusal of a chunk that had arrived', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const post = { media: [video()] }
    at.faults.add({ fault: 'replyLost', ...piece(2) })
    at.faults.add({ fault: 'closeBeforeEffect', ...piece(3), count: 'all' })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    at.faults.clear()

    await page.post(post, { idempotencyKey: 'k' })

    expect(at.effects()).toHaveLength(1)
    const [whole] = sumOf(at)
    await page.post(post)
    expect(sumOf(at)).toEqual([whole, whole])
  })

  it('starts again when Facebook lost the session, only once', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const dead = {
      error: { message: 'The upload session is invalid.', code: 6000, error_subcode: 1_363_041 },
    }
    at.faults.add({ fault: 'status', status: 400, body: dead, ...piece(2) })
    await page.post({ media: [video()] })
    expect(at.effects()).toHaveLength(1)

    for (const nth of [1, 3]) at.faults.add({ fault: 'status', status: 400, body: dead, ...piece(nth) })
    const twice = page.post({ media: [video()] })
    await expect(twice).rejects.toThrow(/lost the upload twice/)
    // The failure is temporary, so a queue can schedule the post again.
    await expect(twice).rejects.toMatchObject({ isOutage: true, platform: 'facebook' })
    expect(at.effects()).toHaveLength(1)
  })

  it('whose session expired before the finish is uploaded again, and published once', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const post = { media: [video()] }
    at.faults.add({
      fault: 'status',
      status: 400,
      body: { error: { code: 190, error_subcode: 467 } },
      ...piece(6),
    })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    for (const { id } of at.people.state().videos) at.people.loseSession({ id: String(Number(id) + 1) })

    const result = await page.post(post, { idempotencyKey: 'k' })

    expect(at.effects().map(({ id }) => id)).toEqual([result.id])
  })

  it.each([
    ['stands still', { start_offset: '0', end_offset: '1000' }, /made no progress/],
    ['wants more than there is', { start_offset: '4000', end_offset: '9000' }, /made no progress/],
    ['has enough before the end', { start_offset: '2000', end_offset: '2000' }, /2000 of 4001 bytes/],
  ])('is abandoned when Facebook %s', async (_what, body, expected) => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    at.faults.add({ fault: 'status', status: 200, body, ...piece(1), count: 'all' })
    await expect(page.post({ media: [video()] })).rejects.toThrow(expected)
    expect(at.effects()).toEqual([])
  })

  it('without progress is sent again three times at most', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const body = { start_offset: '0', end_offset: '1000' }
    at.faults.add({ fault: 'status', status: 200, body, ...piece(1), count: 'all' })
    await thrownBy(page.post({ media: [video()] }))
    expect(at.requests()).toHaveLength(1 + 4)
  })

  it('stops between two chunks when it is aborted', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const controller = new AbortController()
    const reason = new Error('changed their mind')
    const posting = page.post(
      { media: [video()] },
      {
        signal: controller.signal,
        onProgress: ({ sentBytes }) => sentBytes === 2000 && controller.abort(reason),
      },
    )
    expect(await thrownBy(posting)).toBe(reason)
    expect(at.counts()).toEqual({ [PIECES]: 3 })
  })

  it('is sent by one of two workers', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const other = at.makeClient()
    const post = { media: [video()] }
    const both = await Promise.allSettled([
      page.post(post, { idempotencyKey: 'k' }),
      other.accountOf('facebook', page.id).post(post, { idempotencyKey: 'k' }),
    ])
    await other.close()
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(at.effects()).toHaveLength(1)
  })
})

describe('a video from a URL', () => {
  it('is fetched by Facebook: one request', async () => {
    await using at = await usingEmulator()
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    const result = await page.post({ text: 'Folding', media: [Media.fromUrl(file.url)] })
    expect(at.counts()).toEqual({ [PIECES]: 1 })
    expect(result.state).toBe('PROCESSING')
    expect(videosOf(at)).toMatchObject([{ id: result.id, publish: 'PUBLISHED' }])
  })

  it('that cannot be fetched is refused with a remedy', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const posting = page.post({ media: [Media.fromUrl('http://127.0.0.1:9/cake.mp4')] })
    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow(/robots\.txt/)
  })

  it('is found by its text when the response was lost', async () => {
    await using at = await usingEmulator()
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    await page.post({ text: 'Another', media: [Media.fromUrl(file.url)] })
    at.faults.add({ fault: 'replyLost', method: 'POST' })
    const post = { text: 'Folding', media: [Media.fromUrl(file.url)] }
    const result = await page.post(post, { idempotencyKey: 'k' })
    expect(at.effects().map(({ id }) => id)).toContain(result.id)
    expect(at.people.state().videos.find(({ id }) => id === result.id)).toMatchObject({
      description: 'Folding',
    })
    expect(at.effects()).toHaveLength(2)
  })
})

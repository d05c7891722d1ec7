import { InvalidPostError, Media, NotAllowedError, PlatformError, PostGoneError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { cancelScheduledPost, moveScheduledPost, scheduledPosts } from './scheduled/scheduled.js'

const POST = 'POST /api/v1/statuses'
const UPLOAD = 'POST /api/v2/media'

const picture = (altText?: string) =>
  Media.fromBytes(samplePng(), { filename: 'cat.png', ...(altText !== undefined && { altText }) })
const video = () => Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })

describe('posting over HTTP', () => {
  // Holds R-0529.
  it('posts a text with all options', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const result = await account.post({
      text: 'Hello ✨ https://example.com',
      options: { visibility: 'unlisted', spoilerText: 'sun', sensitive: true, language: 'en' },
    })

    expect(result).toMatchObject({ state: 'DONE', isDone: true })
    expect(result.idempotencyKey).toBeTruthy()
    expect(at.statuses()).toMatchObject([
      {
        id: result.id,
        text: 'Hello ✨ https://example.com',
        visibility: 'unlisted',
        spoilerText: 'sun',
        sensitive: true,
      },
    ])
    expect(at.counts()).toEqual({ 'GET /api/v2/instance': 1, [POST]: 1 })
  })

  // Holds R-0060.
  it('posts images with their alt texts, in order', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const { id } = await account.post({ text: 'cats', media: [picture('first'), picture('second')] })

    const post = await account.readPost(id)
    expect(post.attachments).toMatchObject([
      { kind: 'image', altText: 'first' },
      { kind: 'image', altText: 'second' },
    ])
  })

  it('posts a video after the server has processed it', async () => {
    await using at = await usingEmulator({ server: { videoReady: { afterPolls: 4 } } })
    const account = await at.signIn()

    const result = await account.post({ media: [video()] })

    expect(result.state).toBe('DONE')
    expect(at.counts()).toMatchObject({ [UPLOAD]: 1, 'GET /api/v1/media/:id': 5, [POST]: 1 })
  })

  it('stops waiting for a slow video, and resumes with the same key', async () => {
    await using at = await usingEmulator({
      server: { videoReady: { afterPolls: 1000 } },
      platform: { mediaChecks: 3 },
    })
    const account = await at.signIn()
    const post = { text: 'slow', media: [video()] }
    await expect(account.post(post, { idempotencyKey: 'slow-1' })).rejects.toThrow(/still processing/)
    at.people.finishMedia({})

    const result = await account.post(post, { idempotencyKey: 'slow-1' })

    expect(result.state).toBe('DONE')
    expect(at.counts()).toMatchObject({ [UPLOAD]: 1, [POST]: 1 })
  })

  it('refuses a video that the server cannot process', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.failNextUploads({})

    await expect(account.post({ media: [video()] })).rejects.toThrow(InvalidPostError)

    expect(at.statuses()).toEqual([])
  })

  it('reports the progress of the upload', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const seen: number[] = []

    await account.post(
      { media: [picture(), picture()] },
      { onProgress: ({ sentBytes }) => seen.push(sentBytes) },
    )

    expect(seen.at(-1)).toBe(2 * samplePng().length)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  it('posts a quote', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'quote me' })

    const quote = await account.post({ text: 'well said', options: { quotedStatusId: id } })

    expect(at.statuses().find((status) => status.id === quote.id)).toMatchObject({ quoteOf: id })
    expect((await account.readPost(quote.id)).text).toBe('well said')
  })
})

describe('scheduling over HTTP', () => {
  // Holds R-0120.
  it('schedules, lists, moves and cancels', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const publishAt = new Date(at.clock.now().getTime() + 3_600_000)

    const result = await account.post({ text: 'later', publishAt })

    expect(result).toMatchObject({ state: 'SCHEDULED', url: null })
    const { items } = await account.run((call) => scheduledPosts({ after: null, limit: null }, call))
    expect(items).toMatchObject([{ id: result.id, text: 'later', publishAt }])
    const later = new Date(publishAt.getTime() + 60_000)
    const moved = await account.run((call) => moveScheduledPost(result.id, later, call))
    expect(moved.publishAt).toEqual(later)
    await account.run((call) => cancelScheduledPost(result.id, call))
    expect(await account.run((call) => scheduledPosts({ after: null, limit: null }, call))).toMatchObject({
      items: [],
    })
  })

  it('refuses a publish time at which the server would publish immediately', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(
      account.post({ text: 'soon', publishAt: new Date(at.clock.now().getTime() + 240_000) }),
    ).rejects.toThrow(InvalidPostError)
    expect(at.statuses()).toEqual([])
  })
})

describe('deleting over HTTP', () => {
  // Holds R-0234.
  it('deletes a post once', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'gone' })

    await account.deletePost(id)

    expect(at.statuses()).toEqual([])
    await expect(account.deletePost(id)).rejects.toThrow(/does not exist/)
  })

  it('succeeds when the response to a deletion is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'gone' })
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })

    await account.deletePost(id)

    expect(at.statuses()).toEqual([])
    await expect(account.deletePost(id)).rejects.toThrow(PostGoneError)
  })

  it('does not report success for a lost deletion of another account’s post', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.mention({ by: 'bo', of: 'ada', text: 'Mine' })
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })

    await expect(account.deletePost(id)).rejects.toThrow(NotAllowedError)
  })

  it('does not report success for a lost deletion while the post cannot be read', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'stays' })
    at.faults.add({ fault: 'status', status: 502, method: 'DELETE' })
    at.faults.add({
      fault: 'status',
      status: 404,
      method: 'DELETE',
      body: '<h1>404 Not Found (snac/2.84)</h1>',
    })
    at.faults.add({ fault: 'status', status: 500, method: 'GET', count: 'all' })

    await expect(account.deletePost(id)).rejects.toThrow(PlatformError)
  })

  it('fails with NotAllowedError for another account’s post', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'mine' })

    await expect(account.deletePost(id)).rejects.toThrow(NotAllowedError)
  })

  it('does not report a deletion when the server keeps the post', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'stays' })
    at.faults.add({
      method: 'DELETE',
      fault: 'status',
      status: 404,
      body: '<h1>404 Not Found (snac/2.84)</h1>',
    })

    await expect(account.deletePost(id)).rejects.toThrow(/the post is still there. Delete it on the website/)
  })

  it('fails with PostGoneError for a missing post, also when no more can be read', async () => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const account = await at.signIn()
    at.faults.add({ method: 'GET', fault: 'status', status: 500, body: '<html>' })

    await expect(account.deletePost('1')).rejects.toThrow(PostGoneError)
  })
})

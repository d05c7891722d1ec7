import { Buffer } from 'node:buffer'

import {
  InvalidPostError,
  Media,
  MissingPermissionError,
  NetworkError,
  OutcomeUnknownError,
  PlatformError,
  RateLimitError,
} from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { cancelScheduledPost, moveScheduledPost, scheduledPosts } from './scheduled.js'

const POST = 'POST /api/v1/statuses'
const UPLOAD = 'POST /api/v2/media'

const picture = (altText?: string) =>
  Media.fromBytes(samplePng(), { filename: 'cat.png', ...(altText !== undefined && { altText }) })
const video = () => Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })

describe('posting over HTTP', () => {
  it('posts words with all options', async () => {
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

  it('posts pictures with their alt texts, in order', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const { id } = await account.post({ text: 'cats', media: [picture('first'), picture('second')] })

    const post = await account.readPost(id)
    expect(post.attachments).toMatchObject([
      { kind: 'image', altText: 'first' },
      { kind: 'image', altText: 'second' },
    ])
  })

  it('posts a video once the server has worked it out', async () => {
    await using at = await usingEmulator({ server: { videoReady: { afterPolls: 4 } } })
    const account = await at.signIn()

    const result = await account.post({ media: [video()] })

    expect(result.state).toBe('DONE')
    expect(at.counts()).toMatchObject({ [UPLOAD]: 1, 'GET /api/v1/media/:id': 5, [POST]: 1 })
  })

  it('gives up on a video that takes too long, and goes on with it under the same key', async () => {
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

  it('refuses a video that the server cannot work out', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.failNextUploads({})

    await expect(account.post({ media: [video()] })).rejects.toThrow(InvalidPostError)

    expect(at.statuses()).toEqual([])
  })

  it('tells how the upload is getting on', async () => {
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

  it('quotes', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'quote me' })

    const quote = await account.post({ text: 'well said', options: { quotedStatusId: id } })

    expect(at.statuses().find((status) => status.id === quote.id)).toMatchObject({ quoteOf: id })
    expect((await account.readPost(quote.id)).text).toBe('well said')
  })
})

describe('what is refused over HTTP', () => {
  it.each([
    ['a file at an address', { media: [Media.fromUrl('https://a.example/a.png')] }],
    ['a picture beside a video', { media: [picture(), video()] }],
    ['an unknown option', { text: 'hi', options: { titel: 'x' } }],
  ])('%s is refused without anything being uploaded or posted', async (_what, post) => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    // An id that the compiler knows nothing of, as an application without types has it.
    const untyped = at.client.account(account.id)

    await expect(untyped.post(post)).rejects.toThrow(InvalidPostError)

    expect(at.counts()[UPLOAD]).toBeUndefined()
    expect(at.counts()[POST]).toBeUndefined()
  })

  it('a text that is too long is counted as the server counts it', async () => {
    await using at = await usingEmulator({ server: { limits: { characters: 30 } } })
    const account = await at.signIn()
    const fits = `${'a'.repeat(6)} https://example.com/a/very/long/path/indeed`

    expect(await account.measureText(fits)).toBe(30)
    expect((await account.post({ text: fits })).state).toBe('DONE')
    await expect(account.post({ text: `a${fits}` })).rejects.toThrow(InvalidPostError)
    expect(at.counts()[POST]).toBe(1)
  })

  it('a limit that shrank since it was read is found out by the server', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await account.limits()
    at.people.setLimits({ characters: 5 })

    await expect(account.post({ text: 'too long now' })).rejects.toThrow(/character limit/)
  })

  it('a missing scope is named', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['read'])

    const failure: unknown = await account.post({ text: 'hi' }).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(MissingPermissionError)
    expect(failure).toMatchObject({ needs: 'write:statuses' })
  })
})

describe('scheduling over HTTP', () => {
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

  it('refuses a moment that the server would take for now', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(
      account.post({ text: 'soon', publishAt: new Date(at.clock.now().getTime() + 240_000) }),
    ).rejects.toThrow(InvalidPostError)
    expect(at.statuses()).toEqual([])
  })
})

describe('a server that answers badly', () => {
  it.each([
    ['Retry-After', () => ({ 'Retry-After': '7' })],
    [
      'X-RateLimit-Reset as a date',
      (now: number) => ({ 'X-RateLimit-Reset': new Date(now + 7000).toISOString().replace('Z', '000Z') }),
    ],
    [
      'X-RateLimit-Reset as Unix seconds',
      (now: number) => ({ 'X-RateLimit-Reset': String(Math.ceil((now + 7000) / 1000)) }),
    ],
    [
      'x-ratelimit-reset in lower case',
      (now: number) => ({ 'x-ratelimit-reset': new Date(now + 7000).toISOString() }),
    ],
  ])('is waited for as %s says, and the post is made once', async (_what, headersAt) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await account.limits()
    const headers: Record<string, string> = {
      Date: at.clock.now().toUTCString(),
      ...headersAt(at.clock.now().getTime()),
    }
    at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault: 'status', status: 429, headers })
    const start = at.clock.now().getTime()

    expect((await account.post({ text: 'hi' })).state).toBe('DONE')

    expect(at.clock.now().getTime() - start).toBeGreaterThanOrEqual(7000)
    expect(at.statuses()).toHaveLength(1)
  })

  it('is a rate limit with its seconds when the wait is too long for a call', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const reset = new Date(at.clock.now().getTime() + 300_000).toISOString()
    at.faults.add({
      method: 'POST',
      path: '/api/v1/statuses',
      fault: 'status',
      status: 429,
      headers: { Date: at.clock.now().toUTCString(), 'X-RateLimit-Reset': reset },
      body: { error: 'Too many requests' },
    })

    const failure: unknown = await account.post({ text: 'hi' }).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(RateLimitError)
    expect(failure).toMatchObject({ retryAfter: 300 })
    expect((await account.profile()).name).toContain('@ada@')
  })

  it('is asked again after a 500, and the post is made once', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault: 'status', status: 500, body: '<html>' })

    expect((await account.post({ text: 'hi' })).state).toBe('DONE')

    expect(at.statuses()).toHaveLength(1)
  })

  it.each(['replyLost', 'dropMidBody'] as const)(
    'makes one post when the answer is lost: %s',
    async (fault) => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault })

      const result = await account.post({ text: 'once' })

      expect(at.statuses()).toMatchObject([{ id: result.id, text: 'once' }])
      expect(at.counts()[POST]).toBe(2)
    },
  )

  it('makes one post over several calls with the same key, when every answer of the first call is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const fault = at.faults.add({
      method: 'POST',
      path: '/api/v1/statuses',
      fault: 'replyLost',
      count: 'all',
    })
    await expect(account.post({ text: 'once' }, { idempotencyKey: 'k' })).rejects.toThrow(OutcomeUnknownError)
    fault.remove()

    const result = await account.post({ text: 'once' }, { idempotencyKey: 'k' })
    const again = await account.post({ text: 'once' }, { idempotencyKey: 'k' })

    expect(at.statuses()).toMatchObject([{ id: result.id }])
    expect(again).toEqual(result)
  })

  it('makes no second post when the key has run out, and says that it cannot know', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const fault = at.faults.add({
      method: 'POST',
      path: '/api/v1/statuses',
      fault: 'replyLost',
      count: 'all',
    })
    await expect(account.post({ text: 'once' }, { idempotencyKey: 'k' })).rejects.toThrow(NetworkError)
    fault.remove()
    at.forget()
    await at.clock.advance(56 * 60)

    await expect(account.post({ text: 'once' }, { idempotencyKey: 'k' })).rejects.toThrow(OutcomeUnknownError)

    expect(at.counts()[POST]).toBeUndefined()
    expect(at.statuses()).toHaveLength(1)
  })

  it('posts the same words twice when they have two keys', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await account.post({ text: 'again' })
    await account.post({ text: 'again' })

    expect(at.statuses()).toHaveLength(2)
  })

  it('does not upload again what arrived before the post failed', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const fault = at.faults.add({
      method: 'POST',
      path: '/api/v1/statuses',
      fault: 'closeBeforeEffect',
      count: 'all',
    })
    const post = { text: 'cat', media: [picture()] }
    await expect(account.post(post, { idempotencyKey: 'k' })).rejects.toThrow(NetworkError)
    fault.remove()

    await account.post(post, { idempotencyKey: 'k' })

    expect(at.counts()[UPLOAD]).toBe(1)
    expect(at.statuses()).toHaveLength(1)
  })

  it('refuses a file that a proxy finds too big', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/api/v2/media', fault: 'status', status: 413, body: '<html>' })

    await expect(account.post({ media: [picture()] })).rejects.toThrow(InvalidPostError)
  })

  it('refuses what is no picture with the words of the server', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const fake = Media.fromBytes(Buffer.from('no picture'), { filename: 'a.png' })

    await expect(account.post({ media: [fake] })).rejects.toThrow(/Validation failed/)
  })

  it('is a failure of the server when it cannot make a thumbnail', async () => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const account = await at.signIn()
    at.people.failNextUploads({})

    await expect(account.post({ media: [picture()] })).rejects.toThrow(PlatformError)
  })
})

describe('deleting over HTTP', () => {
  it('deletes a post once', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'gone' })

    await account.deletePost(id)

    expect(at.statuses()).toEqual([])
    await expect(account.deletePost(id)).rejects.toThrow(/not there/)
  })
})

import { Buffer } from 'node:buffer'

import {
  InvalidPostError,
  Media,
  MissingPermissionError,
  PlatformError,
  postIssuesOf,
  RateLimitError,
} from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const POST = 'POST /api/v1/statuses'
const UPLOAD = 'POST /api/v2/media'

const picture = () => Media.fromBytes(samplePng(), { filename: 'cat.png' })
const video = () => Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })

describe('refusals over HTTP', () => {
  it.each([
    ['a file at a URL', { media: [Media.fromUrl('https://a.example/a.png')] }],
    ['an image with a video', { media: [picture(), video()] }],
    ['an unknown option', { text: 'hi', options: { titel: 'x' } }],
  ])('%s is refused before any upload or post', async (_what, post) => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    // `client.account` has no network-specific option types, so the test can pass invalid options.
    const untyped = at.client.account(account.id)

    await expect(untyped.post(post)).rejects.toThrow(InvalidPostError)

    expect(at.counts()[UPLOAD]).toBeUndefined()
    expect(at.counts()[POST]).toBeUndefined()
  })

  // Holds R-0508.
  it('a text that is too long is measured by the rules of the server', async () => {
    await using at = await usingEmulator({ server: { limits: { characters: 30 } } })
    const account = await at.signIn()
    const fits = `${'a'.repeat(6)} https://example.com/a/very/long/path/indeed`

    expect(await account.measureText(fits)).toBe(30)
    expect((await account.post({ text: fits })).state).toBe('DONE')
    await expect(account.post({ text: `a${fits}` })).rejects.toThrow(InvalidPostError)
    expect(at.counts()[POST]).toBe(1)
  })

  it('a limit that was lowered after it was read is enforced by the server', async () => {
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

describe('a server with unexpected responses', () => {
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
  ])('is waited for according to %s, and the post is created once', async (_what, headersAt) => {
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

  // Holds R-0291.
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

  it('posts the same text twice with two keys', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await account.post({ text: 'again' })
    await account.post({ text: 'again' })

    expect(at.statuses()).toHaveLength(2)
  })

  it('refuses a file that is too large for a proxy', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/api/v2/media', fault: 'status', status: 413, body: '<html>' })

    await expect(account.post({ media: [picture()] })).rejects.toThrow(InvalidPostError)
  })

  it('refuses an invalid image with the server’s message', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const fake = Media.fromBytes(Buffer.from('no picture'), { filename: 'a.png' })

    await expect(account.post({ media: [fake] })).rejects.toThrow(/Validation failed/)
  })

  it('fails with PlatformError when it cannot create a thumbnail', async () => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const account = await at.signIn()
    at.people.failNextUploads({})

    await expect(account.post({ media: [picture()] })).rejects.toThrow(PlatformError)
  })
})

it('a checked post reports its own problems together with the limits of the server', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()
  const post = { text: 'a'.repeat(501), publishAt: new Date(at.clock.now().getTime() + 60_000) }
  const error: unknown = await account.checkPost(post).catch((thrown: unknown) => thrown)
  expect(postIssuesOf(error)).toMatchObject([
    { field: 'publishAt' },
    { field: 'text', code: 'TEXT_TOO_LONG', limit: 500, actual: 501 },
  ])
  expect(at.people.state().statuses).toEqual([])
})

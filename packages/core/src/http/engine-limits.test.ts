import { inspect } from 'node:util'

import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'

import { channels } from '../diagnostics/index.js'
import { NetworkError, RateLimitError } from '../errors/index.js'
import { aBench, aConnection, type Scripted } from './__fixtures__/engine.js'

const usedUp = (seconds: number): Scripted => ({
  headers: { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(seconds) },
})

describe('a rate limit in a response', () => {
  it('is reported for its connection, and unchanged by responses without values', async () => {
    const { engine, http } = aBench([usedUp(5), {}])
    expect(engine.rateLimit('x:1')).toBeNull()
    await http.get('/', v.unknown())
    await http.get('/', v.unknown())
    expect(engine.rateLimit('x:1')).toEqual({
      limit: 300,
      remaining: 0,
      resetsAt: new Date('2026-01-01T00:00:05Z'),
    })
    expect(engine.rateLimit('x:2')).toBeNull()
  })

  it('causes a wait if its reset is soon', async () => {
    const { http, clock, transport } = aBench([usedUp(20), {}])
    await http.get('/', v.unknown())
    await http.get('/', v.unknown())
    expect(clock.sleeps).toEqual([20])
    expect(transport.requests).toHaveLength(2)
  })

  it('causes an error before any request if its reset is not soon, for every call of the client', async () => {
    const { bind, http, clock, transport } = aBench([usedUp(100), {}])
    await http.get('/', v.unknown())
    clock.pass(10)
    const sending = bind({ errors: 'generic' }).get('/other', v.unknown())
    await expect(sending).rejects.toBeInstanceOf(RateLimitError)
    await expect(sending).rejects.toMatchObject({ retryAfter: 90, platform: 'x' })
    expect(transport.requests).toHaveLength(1)
    clock.pass(90)
    await http.get('/', v.unknown())
    expect(transport.requests).toHaveLength(2)
  })

  it('is stored after a 429 too', async () => {
    const { http, engine, transport } = aBench([{ status: 429, headers: { 'retry-after': '100' } }])
    await expect(http.get('/', v.unknown())).rejects.toMatchObject({ retryAfter: 100 })
    await expect(http.get('/', v.unknown())).rejects.toMatchObject({ retryAfter: 100 })
    expect(transport.requests).toHaveLength(1)
    expect(engine.rateLimit('x:1')).toMatchObject({
      remaining: 0,
      resetsAt: new Date('2026-01-01T00:01:40Z'),
    })
  })

  it('does not affect other accounts, other buckets and unsigned requests', async () => {
    const { bind, http, transport } = aBench([usedUp(100), {}], {
      platform: { http: { rateLimitKey: ({ url }) => new URL(url).pathname } },
    })
    await http.get('/a', v.unknown())
    await http.get('/b', v.unknown())
    await http.get('/a', v.unknown(), { auth: 'none' })
    await bind({ connection: () => aConnection('other-other', '2') }).get('/a', v.unknown())
    expect(transport.requests).toHaveLength(4)
    await expect(http.get('/a', v.unknown())).rejects.toBeInstanceOf(RateLimitError)
  })
})

describe('a pace that the platform states', () => {
  const platform = {
    http: {
      rateLimitKey: ({ url }: { readonly url: string }) => new URL(url).pathname,
      pace: ({ url }: { readonly url: string }) =>
        url.endsWith('/free') ? null : { requests: 2, seconds: 60 },
    },
  }

  it('blocks further requests and reports when the next one is allowed', async () => {
    const { http, clock, transport } = aBench([{}], { platform })
    await http.get('/a', v.unknown())
    clock.pass(10)
    await http.get('/a', v.unknown())
    await expect(http.get('/a', v.unknown())).rejects.toMatchObject({
      name: 'RateLimitError',
      retryAfter: 50,
    })
    await http.get('/b', v.unknown())
    await http.get('/free', v.unknown())
    await http.get('/free', v.unknown())
    await http.get('/free', v.unknown())
    expect(transport.requests).toHaveLength(6)
    clock.pass(50)
    await http.get('/a', v.unknown())
    await http.get('/a', v.unknown()) // this request waits 10 seconds
    expect(clock.sleeps).toEqual([10])
  })

  it('waits if the next request is allowed soon', async () => {
    const { http, clock, transport } = aBench([{}], { platform })
    await http.get('/a', v.unknown())
    await http.get('/a', v.unknown())
    clock.pass(45)
    await http.get('/a', v.unknown())
    expect(clock.sleeps).toEqual([15])
    expect(transport.requests).toHaveLength(3)
  })
})

describe('a rate limit in custom headers of the network', () => {
  const platform = {
    http: {
      rateLimitKey: ({ url }: { readonly url: string }) => new URL(url).pathname,
      readRateLimit: (
        { headers }: { readonly headers: Readonly<Record<string, string>> },
        { now }: { readonly now: Date },
      ) => {
        const remaining = headers['x-left']
        if (remaining === undefined) return null
        const seconds = headers['x-back-in']
        const resetsAt = seconds === undefined ? null : new Date(now.getTime() + Number(seconds) * 1000)
        return { limit: 100, remaining: Number(remaining), resetsAt }
      },
    },
  }

  it('is read only by the platform and applies to the bucket of its request', async () => {
    const left = { headers: { 'x-left': '0', 'x-back-in': '100', 'x-ratelimit-remaining': '7' } }
    const { http, engine, transport } = aBench([left, {}], { platform })
    await http.get('/a', v.unknown())
    expect(engine.rateLimit('x:1')).toEqual({
      limit: 100,
      remaining: 0,
      resetsAt: new Date('2026-01-01T00:01:40Z'),
    })
    await http.get('/b', v.unknown())
    await expect(http.get('/a', v.unknown())).rejects.toMatchObject({ retryAfter: 100 })
    expect(transport.requests).toHaveLength(2)
  })

  it('causes no wait while requests remain, or if the reset is unknown', async () => {
    for (const headers of [{ 'x-left': '0' }, { 'x-left': '1', 'x-back-in': '100' }]) {
      const { http, transport } = aBench([{ headers }], { platform })
      await http.get('/a', v.unknown())
      await http.get('/a', v.unknown())
      expect(transport.requests).toHaveLength(2)
    }
  })
})

describe('billed cost', () => {
  it('is counted by account and bucket, for every attempt that may have arrived', async () => {
    const unsent = new NetworkError('unsent', { delivery: 'NOT_SENT' })
    const { http, engine } = aBench([unsent, { status: 500 }, new NetworkError('lost'), {}])
    await http.get('/', v.unknown(), { cost: { units: 50, bucket: 'uploads' } })
    await http.get('/', v.unknown(), { cost: { units: 1, bucket: 'queries' } })
    expect(engine.usage('x:1')).toEqual({ uploads: 150, queries: 1 })
    expect(engine.usage('x:2')).toEqual({})
  })
})

describe('the requests channel', () => {
  const stops: (() => unknown)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })

  function listen(): Record<string, unknown>[] {
    const seen: Record<string, unknown>[] = []
    const note = (event: unknown): void => void seen.push({ ...Object(event) })
    channels.request.asyncEnd.subscribe(note)
    stops.push(() => channels.request.asyncEnd.unsubscribe(note))
    return seen
  }

  it('reports every attempt without secrets', async () => {
    const seen = listen()
    const { http } = aBench([new NetworkError('lost'), { status: 500 }, { body: { token: 'reply-secret' } }])
    await http.post('/posts', v.unknown(), {
      query: { sig: 'query-secret' },
      json: { password: 'body-secret' },
      headers: { 'x-key': 'header-secret' },
      retry: 'always',
      cost: { units: 2, bucket: 'day' },
    })
    const common = {
      platform: 'x',
      connectionId: 'x:1',
      operation: 'test',
      method: 'POST',
      host: 'api.example',
      path: '/v1/posts',
      sentBytes: 26,
      cost: { units: 2, bucket: 'day' },
      durationSeconds: expect.any(Number),
    }
    expect(seen).toEqual([
      { ...common, attempt: 1, error: expect.any(NetworkError) },
      { ...common, attempt: 2, status: 500, receivedBytes: 2 },
      { ...common, attempt: 3, status: 200, receivedBytes: 24 },
    ])
    expect(inspect(seen, { depth: 9 })).not.toMatch(/secret|token-1/)
  })
})

it('closes its transport', async () => {
  const { engine, transport } = aBench([])
  await engine.close()
  expect(transport.isClosed).toBe(true)
})

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import {
  ConfigError,
  InvalidPostError,
  NetworkError,
  PlatformError,
  RateLimitError,
} from '../errors/index.js'
import { aBench, type BenchSettings, type Scripted } from './__fixtures__/engine.js'
import { PrivateHostError, ReplyTooBigError } from './sockets/transport-errors.js'
import type { HttpMethod, RequestOptions } from './types.js'

const SUCCESS: Scripted = { body: { ok: true } }
const LOST = new NetworkError('GET api.example/v1/ failed.')
const UNSENT = new NetworkError('GET api.example/v1/ failed.', { delivery: 'NOT_SENT' })

interface Outcome {
  readonly tries: number
  readonly sleeps: readonly number[]
  readonly error: unknown
}

async function outcomeOf(
  script: readonly Scripted[],
  options: RequestOptions = {},
  method: HttpMethod = 'GET',
  settings: BenchSettings = {},
): Promise<Outcome> {
  const { http, transport, clock } = aBench(script, settings)
  const error: unknown = await http.request(method, '/', v.object({ ok: v.boolean() }), options).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { tries: transport.requests.length, sleeps: clock.sleeps, error }
}

describe('a failed request', () => {
  it.each<[string, Scripted, HttpMethod, RequestOptions['retry'], number]>([
    ['a read with a 500', { status: 500 }, 'GET', undefined, 2],
    ['a read with a 503', { status: 503 }, 'GET', undefined, 2],
    ['a read with a 429', { status: 429 }, 'GET', undefined, 2],
    ['a read that was lost', LOST, 'GET', undefined, 2],
    ['a read that failed in a custom transport', new Error('socket'), 'HEAD', undefined, 2],
    ['a read with a 400', { status: 400 }, 'GET', undefined, 1],
    ['a read with a 408', { status: 408 }, 'GET', undefined, 1],
    ['a write that was not sent', UNSENT, 'POST', undefined, 2],
    ['a write with a 429', { status: 429 }, 'POST', undefined, 2],
    ['a write with a Retry-After', { status: 503, headers: { 'retry-after': '1' } }, 'PUT', undefined, 2],
    ['a write with a 503', { status: 503 }, 'POST', undefined, 1],
    ['a write with a 500', { status: 500 }, 'POST', undefined, 1],
    [
      'a write with a 500 and a Retry-After',
      { status: 500, headers: { 'retry-after': '1' } },
      'POST',
      undefined,
      1,
    ],
    ['a write that was lost', LOST, 'PUT', undefined, 1],
    ['a write that failed in a custom transport', new Error('socket'), 'PATCH', undefined, 1],
    ['a harmless write with a 500', { status: 500 }, 'POST', 'always', 2],
    ['a harmless write that was lost', LOST, 'POST', 'always', 2],
    ['a careful read that was lost', LOST, 'GET', 'unsent', 1],
    ['a step that must not be repeated, not sent', UNSENT, 'POST', 'never', 1],
    ['a step that must not be repeated, with a 429', { status: 429 }, 'POST', 'never', 1],
    ['a read with an unreadable response', { body: '<html>' }, 'GET', undefined, 1],
  ])('%s', async (_case, first, method, retry, tries) => {
    const outcome = await outcomeOf([first, SUCCESS], retry === undefined ? {} : { retry }, method)
    expect(outcome.tries).toBe(tries)
    expect(outcome.error === null).toBe(tries === 2)
  })

  it('is attempted four times, with doubling waits', async () => {
    const { tries, sleeps, error } = await outcomeOf([{ status: 502 }])
    expect({ tries, sleeps }).toEqual({ tries: 4, sleeps: [0.5, 1, 2] })
    expect(error).toBeInstanceOf(PlatformError)
  })

  it('uses the number of attempts and the waits of the application', async () => {
    const engine = {
      retries: { attempts: 6, firstWaitSeconds: 4, maxWaitSeconds: 10, spread: 1 },
      random: { bytes: () => new Uint8Array(), fraction: () => 0.5 },
    }
    const { sleeps } = await outcomeOf([LOST], {}, 'GET', { engine })
    expect(sleeps).toEqual([6, 12, 15, 15, 15])
    const once = await outcomeOf([LOST], {}, 'GET', { engine: { retries: { attempts: 1 } } })
    expect(once).toMatchObject({ tries: 1, sleeps: [] })
  })

  it.each([
    { attempts: 0 },
    { attempts: 1.5 },
    { firstWaitSeconds: -1 },
    { maxWaitSeconds: Number.NaN },
    { spread: 1.1 },
    { spread: -0.1 },
  ])('refuses the retry settings %j', (retries) => {
    expect(() => aBench([], { engine: { retries } })).toThrow(ConfigError)
  })

  it('is not repeated if the platform maps the status to a refusal', async () => {
    const platform = { readError: () => new InvalidPostError('no such page') }
    expect(await outcomeOf([{ status: 500 }], {}, 'GET', { platform })).toMatchObject({ tries: 1 })
    expect(await outcomeOf([{ status: 429 }], {}, 'GET', { platform })).toMatchObject({ tries: 1 })
  })

  it('is repeated if the platform maps a 400 to an outage and repeating is harmless', async () => {
    const platform = {
      readError: ({ status }: { readonly status: number }) =>
        status === 400 ? new PlatformError('it passes', { platform: 'x', isOutage: true }) : null,
    }
    const script = [{ status: 400 }, SUCCESS]
    expect(await outcomeOf(script, {}, 'GET', { platform })).toMatchObject({ tries: 2, error: null })
    expect(await outcomeOf(script, {}, 'POST', { platform })).toMatchObject({ tries: 1 })
    expect(await outcomeOf([{ status: 400 }, SUCCESS])).toMatchObject({ tries: 1 })
  })

  it('is not repeated if the daily quota is exhausted, for any rule', async () => {
    const platform = { readError: () => new RateLimitError('come back tomorrow', { passesSoon: false }) }
    const outcome = await outcomeOf([{ status: 429 }, SUCCESS], { retry: 'always' }, 'GET', { platform })
    expect(outcome).toMatchObject({ tries: 1, sleeps: [], error: { retryAfter: null, passesSoon: false } })
  })

  it('is a NetworkError with the name of the network if there is no response', async () => {
    const { error } = await outcomeOf([LOST], { retry: 'never' })
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({
      platform: 'x',
      delivery: 'UNKNOWN',
      message: 'x did not respond: GET api.example/v1/ failed.',
    })
    const unsent = await outcomeOf([UNSENT], { retry: 'never' })
    expect(unsent.error).toMatchObject({
      delivery: 'NOT_SENT',
      message: expect.stringContaining('could not be reached'),
    })
    const foreign = await outcomeOf([new Error('what token-1 did')], {
      retry: 'never',
      query: { token: 'secret' },
    })
    expect(foreign.error).toMatchObject({
      message: 'x did not respond: GET api.example/v1/ failed.',
      delivery: 'UNKNOWN',
    })
  })

  it('is not repeated if repeating cannot help', async () => {
    const tooBig = new NetworkError('too big', { cause: new ReplyTooBigError('More than 9 bytes.') })
    expect(await outcomeOf([tooBig])).toMatchObject({ tries: 1, error: expect.any(PlatformError) })
    const hidden = new NetworkError('no', { cause: new PrivateHostError('private'), delivery: 'NOT_SENT' })
    expect(await outcomeOf([hidden])).toMatchObject({ tries: 1, error: expect.any(ConfigError) })
    const unreadable = new InvalidPostError('The file has changed.')
    expect(await outcomeOf([unreadable])).toMatchObject({ tries: 1, error: unreadable })
  })
})

describe('a network that requests a wait', () => {
  it.each<[string, Record<string, string>]>([
    ['Retry-After', { 'retry-after': '7' }],
    ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }],
    ['X-RateLimit-Reset', { 'x-ratelimit-reset': '2026-01-01T00:00:07Z' }],
    ['RateLimit-Reset', { 'ratelimit-reset': String(Date.UTC(2026, 0, 1) / 1000 + 7) }],
    ['X-Rate-Limit-Reset', { 'x-rate-limit-reset': '7' }],
  ])('gets the next attempt after that wait: %s', async (_spelling, headers) => {
    const { sleeps, error } = await outcomeOf([{ status: 429, headers }, SUCCESS])
    expect({ sleeps, error }).toEqual({ sleeps: [7], error: null })
  })

  it('gets the next attempt later if our backoff is longer', async () => {
    const { sleeps } = await outcomeOf([{ status: 429, headers: { 'retry-after': '0' } }, SUCCESS])
    expect(sleeps).toEqual([0.5])
  })

  it('causes an immediate RateLimitError if the wait exceeds the limit of a call', async () => {
    for (const status of [429, 503]) {
      const { tries, sleeps, error } = await outcomeOf([{ status, headers: { 'retry-after': '3600' } }])
      expect({ tries, sleeps }).toEqual({ tries: 1, sleeps: [] })
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ retryAfter: 3600, platform: 'x' })
    }
  })

  it('causes no wait by the reset in every response, only by a 429', async () => {
    const headers = { 'x-ratelimit-reset': '3600', 'x-ratelimit-remaining': '10' }
    const { sleeps, error } = await outcomeOf([{ status: 500, headers }, SUCCESS])
    expect({ sleeps, error }).toEqual({ sleeps: [0.5], error: null })
  })

  it('can request the wait in the body, which only its platform reads', async () => {
    const platform = {
      readError: ({ status }: { status: number }) =>
        status === 429 ? new RateLimitError('slow', { retryAfter: 9 }) : null,
    }
    expect(await outcomeOf([{ status: 429 }, SUCCESS], {}, 'GET', { platform })).toMatchObject({
      sleeps: [9],
    })
  })

  it('causes a RateLimitError after the last attempt', async () => {
    const { tries, error } = await outcomeOf([{ status: 429, headers: { 'retry-after': '2' } }])
    expect(tries).toBe(4)
    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 2 })
  })
})

describe('a caller that aborts', () => {
  const reason = new Error('enough')

  it('gets its own reason, and no further attempt is made', async () => {
    for (const failing of [{ status: 500 }, LOST]) {
      const stop = new AbortController()
      const give = (): Scripted => {
        stop.abort(reason)
        return failing
      }
      const { tries, error } = await outcomeOf([give, SUCCESS], { signal: stop.signal })
      expect({ tries, error }).toEqual({ tries: 1, error: reason })
    }
  })

  it('gets its own reason before anything is sent', async () => {
    const { tries, error } = await outcomeOf([SUCCESS], { signal: AbortSignal.abort(reason) })
    expect({ tries, error }).toEqual({ tries: 0, error: reason })
  })

  it('aborts only its own request', async () => {
    const { http, deadline } = aBench([SUCCESS])
    const options = { signal: AbortSignal.abort(reason) }
    await expect(http.get('/', v.unknown(), options)).rejects.toBe(reason)
    await expect(http.get('/', v.unknown())).resolves.toEqual({ ok: true })
    expect(deadline.signal.aborted).toBe(false)
  })

  it('does not wait if the remaining time is too short for another attempt', async () => {
    const { sleeps, error } = await outcomeOf(
      [{ status: 429, headers: { 'retry-after': '20' } }],
      {},
      'GET',
      {
        deadlineSeconds: 1001,
        engine: { retries: { maxWaitSeconds: 5000, firstWaitSeconds: 2000 } },
      },
    )
    expect(sleeps).toEqual([])
    expect(error).toBeInstanceOf(RateLimitError)
  })
})

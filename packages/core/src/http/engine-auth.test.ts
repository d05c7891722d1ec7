import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'

import { AuthError, ConfigError, TokenExpiredError } from '../errors/index.js'
import { AppCredentials, type Connection } from '../models/index.js'
import { aBench, aConnection, type Bench, type BenchSettings, ORIGIN } from './__fixtures__/engine.js'
import type { HttpBinding } from './binding.js'
import type { RequestOptions } from './types.js'

const REFUSED = { status: 401, body: { error: 'expired' } }

interface Renewing {
  readonly binding: Partial<HttpBinding>
  readonly renew: ReturnType<typeof vi.fn<(refused: Connection) => Promise<void>>>
}

/** Creates a binding with a connection whose renewal changes its token to a second one. */
function renewing(): Renewing {
  let connection = aConnection('first-first')
  const renew = vi.fn<(refused: Connection) => Promise<void>>(async () => {
    connection = aConnection('second-second')
  })
  return { binding: { connection: () => connection, renew }, renew }
}

function post(script: Parameters<typeof aBench>[0], settings: BenchSettings, options?: RequestOptions) {
  const bench = aBench(script, settings)
  const tokens = (): unknown[] => bench.transport.requests.map(({ headers }) => headers['authorization'])
  return { bench, tokens, result: bench.http.post('/', v.unknown(), options) }
}

function proofs(bench: Bench): unknown[] {
  return bench.transport.requests.map(({ headers }) => headers['dpop'])
}

describe('a token that is refused during a call', () => {
  it('is renewed once, and the request is repeated once with the new token', async () => {
    const { binding, renew } = renewing()
    const { result, tokens } = post([REFUSED, {}], { binding }, { retry: 'never' })
    await result
    expect(tokens()).toEqual(['Bearer first-first', 'Bearer second-second'])
    expect(renew.mock.calls.map(([refused]) => refused.token.accessToken)).toEqual(['first-first'])
  })

  it('is an AuthError if the new token is refused too', async () => {
    const { binding, renew } = renewing()
    const { result, bench } = post([REFUSED], { binding })
    await expect(result).rejects.toBeInstanceOf(AuthError)
    expect(renew).toHaveBeenCalledOnce()
    expect(bench.transport.requests).toHaveLength(2)
  })

  it('is mapped by the platform for any status', async () => {
    const { binding } = renewing()
    const platform = {
      readError: ({ body }: { body: unknown }) =>
        v.is(v.object({ code: v.literal(190) }), body)
          ? new AuthError('refused', { tokenRefused: true })
          : null,
    }
    const { result, tokens } = post([{ status: 200, body: { code: 190 } }, {}], { binding, platform })
    await result
    expect(tokens()).toHaveLength(2)
  })

  it('is not renewed for an AuthError with another cause', async () => {
    const { binding, renew } = renewing()
    const platform = { readError: () => new AuthError('no such app') }
    await expect(post([REFUSED], { binding, platform }).result).rejects.toThrow('no such app')
    expect(renew).not.toHaveBeenCalled()
  })

  it('is not renewed if renewal is not allowed or no token was sent', async () => {
    const { binding, renew } = renewing()
    await expect(post([REFUSED], { binding: { ...binding, renew: null } }).result).rejects.toThrow('401')
    await expect(post([REFUSED], { binding }, { auth: 'none' }).result).rejects.toThrow('401')
    expect(renew).not.toHaveBeenCalled()
  })

  it('is not renewed again after another request of the call renewed it', async () => {
    const { binding, renew } = renewing()
    const bench = aBench([REFUSED, REFUSED, {}], { binding })
    await Promise.all([bench.http.get('/1', v.unknown()), bench.http.get('/2', v.unknown())])
    expect(renew).toHaveBeenCalledOnce()
  })

  it('ends the call with the error of its renewal', async () => {
    const expired = new TokenExpiredError('Sign in again.')
    const { binding } = renewing()
    const failing = { ...binding, renew: () => Promise.reject(expired) }
    await expect(post([REFUSED], { binding: failing }).result).rejects.toBe(expired)
  })
})

describe('a platform with its own signing', () => {
  const app = new AppCredentials({ platform: 'x', clientId: 'id', clientSecret: 'app-secret' })
  const signing = (url?: string): BenchSettings => ({
    binding: { app: () => Promise.resolve(app) },
    platform: {
      sign: async (request, by) => ({
        ...request,
        url: url ?? request.url,
        headers: {
          ...request.headers,
          DPoP: `${request.method} ${by.nonce} ${(await by.app())?.clientId} ${by.connection.id}`,
        },
      }),
    },
  })

  it('receives the connection, the app and the latest nonce, and signs instead of authHeaders', async () => {
    const { bench, result, tokens } = post([{ headers: { 'dpop-nonce': 'n1' } }], signing())
    await result
    await bench.bind().get('/', v.unknown())
    expect(proofs(bench)).toEqual(['POST null id x:1', 'GET n1 id x:1'])
    expect(tokens()).toEqual([undefined, undefined])
  })

  it('receives the headers of the request and does not replace them', async () => {
    const seen: unknown[] = []
    const platform: BenchSettings['platform'] = {
      sign: (request) => {
        seen.push(request.headers['x-trace'])
        return { ...request, headers: { 'X-Trace': 'of the signature' } }
      },
    }
    const { bench, result } = post([{}], { platform }, { headers: { 'X-Trace': 'of the caller' } })
    await result
    expect(seen).toEqual(['of the caller'])
    expect(bench.transport.requests[0]?.headers).toMatchObject({ 'x-trace': 'of the caller' })
  })

  it.each([
    ['in the body', { status: 400, headers: { 'dpop-nonce': 'n1' }, body: { error: 'use_dpop_nonce' } }],
    [
      'in a header',
      { status: 401, headers: { 'dpop-nonce': 'n1', 'www-authenticate': 'DPoP error="use_dpop_nonce"' } },
    ],
  ])('signs again if its nonce is too old: %s', async (_case, refusal) => {
    const { bench, result } = post([refusal, {}], signing(), { retry: 'never' })
    await result
    expect(proofs(bench)).toEqual(['POST null id x:1', 'POST n1 id x:1'])
    await expect(post([refusal], signing(), { retry: 'never' }).result).rejects.toThrow('x ')
  })

  it('stores the nonces of accounts separately', async () => {
    const { bench, result } = post([{ headers: { 'dpop-nonce': 'n1' } }, {}], signing())
    await result
    await bench.bind({ connection: () => aConnection('other-other', '2') }).get('/', v.unknown())
    expect(proofs(bench)[1]).toBe('GET null id x:2')
  })

  it('can put its proof into the query, but never send it to another host', async () => {
    const { bench, result } = post([{}], signing(`${ORIGIN}/v1/?proof=1`))
    await result
    expect(bench.transport.requests[0]?.url).toBe(`${ORIGIN}/v1/?proof=1`)
    const elsewhere = post([{}], signing('https://evil.example/'))
    await expect(elsewhere.result).rejects.toBeInstanceOf(ConfigError)
    expect(elsewhere.bench.transport.requests).toEqual([])
  })
})

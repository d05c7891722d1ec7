import { describe, expect, it, vi } from 'vitest'

import { RateLimitError } from '../../errors/index.js'
import { InstantClock } from '../../tokens/__fixtures__/a-keeper.js'
import { aClient, aConnection, EXPIRED } from '../__fixtures__/sample.js'

describe('direct access, like any other call,', () => {
  // Holds R-0012.
  it('renews and saves an expired token first', async () => {
    const { account, storage, transport } = await aClient(undefined, {
      connection: aConnection('1', EXPIRED),
    })
    const saving = vi.spyOn(storage, 'saveRenewed')
    await account.direct.get('/anything')

    expect(transport.paths).toEqual(['POST /token', 'GET /anything'])
    expect(saving).toHaveBeenCalledTimes(1)
    expect((await storage.getConnection('sample:1'))?.token.accessToken).toBe('second-access')
  })

  // Holds R-0013.
  it('is sent again after a 503', async () => {
    let attempts = 0
    const { account } = await aClient(() => ((attempts += 1) === 1 ? { status: 503 } : { body: { a: 1 } }), {
      clock: new InstantClock(),
    })

    expect(await account.direct.json('GET', '/anything')).toEqual({ a: 1 })
    expect(attempts).toBe(2)
  })

  // Holds R-0014.
  it('shares its rate limit with the other operations', async () => {
    const { account, transport } = await aClient(
      () => ({ status: 429, headers: { 'retry-after': '3600' }, body: {} }),
      { clock: new InstantClock() },
    )
    const refused = account.direct.get('/anything')
    await expect(refused).rejects.toBeInstanceOf(RateLimitError)
    await expect(refused).rejects.toMatchObject({ retryAfter: 3600 })
    const sent = transport.requests.length

    await expect(account.profile()).rejects.toBeInstanceOf(RateLimitError)
    expect(transport.requests).toHaveLength(sent)
  })

  // Holds R-0015.
  it('sends method, path, query and body as they were passed', async () => {
    const { account, transport } = await aClient()
    const body = new TextEncoder().encode('{"a" : 1, "ü":"\\u00fc"}')
    await account.direct.request('PATCH', '/a%2Fb/c', {
      query: { q: 'a b&c' },
      body,
      contentType: 'application/json',
    })
    const [request] = transport.requests

    expect(request).toMatchObject({ method: 'PATCH', body })
    expect(new URL(request?.url ?? '').pathname).toBe('/a%2Fb/c')
    expect([...new URL(request?.url ?? '').searchParams]).toEqual([['q', 'a b&c']])
  })
})

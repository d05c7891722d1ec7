import { describe, expect, it } from 'vitest'

import {
  AuthError,
  NetworkError,
  NoConnectionError,
  PlatformError,
  RateLimitError,
  TokenExpiredError,
} from '../errors/index.js'
import { Token } from '../models/index.js'
import { aKeeper, ID } from './__fixtures__/a-keeper.js'

const DAY = 86_400

describe('returning a connection', () => {
  it('costs one read if no renewal is due', async () => {
    const { keeper, storage, network, connection } = await aKeeper({ secondsLeft: 61 })

    expect(await keeper.fresh(ID)).toBe(connection)
    expect(storage.calls).toEqual(['getConnection'])
    expect(network.requests).toEqual([])
  })

  it('uses a token without the required refresh token until it expires', async () => {
    const { keeper, network, connection } = await aKeeper({ token: { refreshToken: null } })

    expect(await keeper.fresh(ID)).toBe(connection)
    expect(network.requests).toEqual([])
  })

  it('never renews a token without expiry', async () => {
    const { keeper, network, connection } = await aKeeper({ secondsLeft: null })

    expect(await keeper.fresh(ID)).toBe(connection)
    expect(network.requests).toEqual([])
  })

  // Holds R-0023, R-0076, R-0136.
  it('renews a token that expires within the margin, and keeps all other fields', async () => {
    const { keeper, storage, connection } = await aKeeper({ secondsLeft: 60 })
    const fresh = await keeper.fresh(ID)

    expect(fresh.token.accessToken).toBe('access-1')
    expect(fresh).toMatchObject({ avatarUrl: connection.avatarUrl, extra: connection.extra })
    expect(await storage.inner.getConnection(ID)).toBe(fresh)
  })

  // Holds R-0076.
  it('saves the token before any caller receives it', async () => {
    const { keeper, storage } = await aKeeper()
    const heard: string[] = []
    keeper.onTokenRenewed(() => heard.push(storage.calls.join(' ')))
    await keeper.fresh(ID)

    expect(heard).toEqual(['getConnection getConnection getConnection saveConnection'])
  })

  it('names an id that is not stored', async () => {
    const { keeper } = await aKeeper()

    await expect(keeper.fresh('bluesky:unknown')).rejects.toThrow(/bluesky:unknown/)
    await expect(keeper.fresh('bluesky:unknown')).rejects.toBeInstanceOf(NoConnectionError)
  })

  it('sends one request for a hundred concurrent callers', async () => {
    const { keeper, storage, network } = await aKeeper()
    const all = await Promise.all(Array.from({ length: 100 }, () => keeper.fresh(ID)))

    expect(network.requests).toEqual(['refresh-0'])
    expect(new Set(all).size).toBe(1)
    expect(storage.calls.filter((call) => call === 'saveConnection')).toHaveLength(1)
  })

  it('sends one request if two keepers share storage and locks', async () => {
    const { keeper, another, network } = await aKeeper()
    const [one, two] = await Promise.all([keeper.fresh(ID), another().fresh(ID)])

    expect(network.requests).toEqual(['refresh-0'])
    expect(two).toBe(one)
  })

  it('keeps the old refresh token if the response has none', async () => {
    const { keeper, clock } = await aKeeper({
      token: { refreshTokenExpiresAt: '2027-01-01T00:00:00Z' },
      refresh: async (each) => each.withToken(new Token({ accessToken: 'access-1' })),
    })
    const { token } = await keeper.fresh(ID)

    expect(token.refreshToken).toBe('refresh-0')
    expect(token.refreshTokenExpiresAt).toEqual(new Date('2027-01-01T00:00:00Z'))
    expect(token.expiresWithin(60, clock.now())).toBe(false)
  })

  it('does not renew twice if the network returns tokens shorter than the margin', async () => {
    const { keeper, clock, network } = await aKeeper({ rule: { beforeSeconds: 4_000 } })
    const fresh = await Promise.all([keeper.fresh(ID), keeper.fresh(ID)])

    expect(fresh[0].token.expiresWithin(4_000, clock.now())).toBe(true)
    expect(network.requests).toHaveLength(1)
  })
})

describe('a token that cannot be renewed', () => {
  it('is reported without a request if there is no refresh token', async () => {
    const { keeper, network } = await aKeeper({ secondsLeft: 0, token: { refreshToken: null } })

    await expect(keeper.fresh(ID)).rejects.toThrow(/it has no refresh token\. Sign the account in again/)
    await expect(keeper.fresh(ID)).rejects.toBeInstanceOf(TokenExpiredError)
    expect(network.requests).toEqual([])
  })

  it('is reported with the reason of the platform for a missing refresh token', async () => {
    const rule = { withoutRefreshToken: 'the sign-in did not ask for offline.access' }
    const { keeper } = await aKeeper({ secondsLeft: 0, token: { refreshToken: null }, rule })

    await expect(keeper.fresh(ID)).rejects.toThrow(
      'cannot be renewed: the sign-in did not ask for offline.access. Sign the account in again.',
    )
  })

  it('is reported with the date, without a request, if the refresh token has expired', async () => {
    const { keeper, network } = await aKeeper({ token: { refreshTokenExpiresAt: '2025-12-31T00:00:00Z' } })

    await expect(keeper.fresh(ID)).rejects.toThrow(/2025-12-31T00:00:00\.000Z/)
    expect(network.requests).toEqual([])
  })

  it('is renewed without a refresh token if a valid access token is exchanged for the next one', async () => {
    const { keeper, network } = await aKeeper({
      secondsLeft: 29 * DAY,
      token: { refreshToken: null },
      rule: { beforeSeconds: 30 * DAY, needsRefreshToken: false },
    })

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
  })

  it('is reported without a request if the access token for the exchange has expired', async () => {
    const { keeper, network } = await aKeeper({
      secondsLeft: -1,
      token: { refreshToken: null },
      rule: { needsRefreshToken: false },
    })

    await expect(keeper.fresh(ID)).rejects.toBeInstanceOf(TokenExpiredError)
    expect(network.requests).toEqual([])
  })

  it('becomes TokenExpiredError if the network refuses, with the refusal as its cause', async () => {
    const refusal = new AuthError('invalid_grant', {
      platform: 'bluesky',
      raw: { error: 'invalid_grant' },
    })
    const { keeper } = await aKeeper({ refresh: () => Promise.reject(refusal) })
    const error: unknown = await keeper.fresh(ID).catch((reason: unknown) => reason)

    expect(TokenExpiredError.is(error)).toBe(true)
    expect(error).toMatchObject({
      cause: refusal,
      platform: 'bluesky',
      raw: { error: 'invalid_grant' },
      code: 'TOKEN_EXPIRED',
    })
  })

  it.each([
    new NetworkError('the line was cut', { platform: 'bluesky' }),
    new RateLimitError('slow down', { retryAfter: 9 }),
    new PlatformError('503', { platform: 'bluesky', statusCode: 503 }),
    new TypeError('a bug'),
  ])('rethrows an outage unchanged: %s', async (outage) => {
    const { keeper, network } = await aKeeper()
    network.beforeAnswer = () => {
      throw outage
    }

    await expect(keeper.fresh(ID)).rejects.toBe(outage)

    network.beforeAnswer = () => {}
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
  })
})

describe('an outage long before the expiry of the token', () => {
  it('allows further use of the valid token, warns, and does not send a request at every call', async () => {
    const { keeper, network, connection, warnings, clock } = await aKeeper({
      secondsLeft: 20 * DAY,
      rule: { beforeSeconds: 30 * DAY },
    })
    network.beforeAnswer = () => {
      throw new NetworkError('the line was cut')
    }

    expect(await keeper.fresh(ID)).toBe(connection)
    expect(await keeper.fresh(ID)).toBe(connection)
    expect(keeper.isDue(connection)).toBe(false)
    expect(network.requests).toHaveLength(1)
    expect(warnings).toEqual([expect.stringContaining('is still used')])

    network.beforeAnswer = () => {}
    clock.advance(301)
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
  })

  it('waits as long as the network requests', async () => {
    const { keeper, network, clock } = await aKeeper({
      secondsLeft: 20 * DAY,
      rule: { beforeSeconds: 30 * DAY },
    })
    network.beforeAnswer = () => {
      throw new RateLimitError('not in the first 24 hours', { retryAfter: 7_200 })
    }
    await keeper.fresh(ID)
    clock.advance(7_000)
    await keeper.fresh(ID)
    expect(network.requests).toHaveLength(1)

    clock.advance(300)
    await keeper.fresh(ID)
    expect(network.requests).toHaveLength(2)
  })

  it('still reports a refusal immediately', async () => {
    const { keeper } = await aKeeper({
      secondsLeft: 20 * DAY,
      rule: { beforeSeconds: 30 * DAY },
      refresh: () => Promise.reject(new AuthError('withdrawn')),
    })

    await expect(keeper.fresh(ID)).rejects.toBeInstanceOf(TokenExpiredError)
  })
})

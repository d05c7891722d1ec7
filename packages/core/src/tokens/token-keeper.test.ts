import { describe, expect, it } from 'vitest'

import type { Locks } from '../contract/index.js'
import {
  AuthError,
  ConfigError,
  NetworkError,
  PlatformError,
  RateLimitError,
  TokenExpiredError,
} from '../errors/index.js'
import { type Connection, Token } from '../models/index.js'
import { InMemoryLocks } from '../storage/in-memory.js'
import { aConnection, aKeeper, ID } from './__fixtures__/a-keeper.js'

const DAY = 86_400

describe('handing out a connection', () => {
  it('costs one read when nothing is due', async () => {
    const { keeper, storage, network, connection } = await aKeeper({ secondsLeft: 61 })

    expect(await keeper.fresh(ID)).toBe(connection)
    expect(storage.calls).toEqual(['getConnection'])
    expect(network.requests).toEqual([])
  })

  it('never renews a token without an end', async () => {
    const { keeper, network, connection } = await aKeeper({ secondsLeft: null })

    expect(await keeper.fresh(ID)).toBe(connection)
    expect(network.requests).toEqual([])
  })

  it('renews a token that runs out within the margin, and carries everything else over', async () => {
    const { keeper, storage, connection } = await aKeeper({ secondsLeft: 60 })
    const fresh = await keeper.fresh(ID)

    expect(fresh.token.accessToken).toBe('access-1')
    expect(fresh).toMatchObject({ avatarUrl: connection.avatarUrl, extra: connection.extra })
    expect(await storage.inner.getConnection(ID)).toBe(fresh)
  })

  it('saves before anybody gets it', async () => {
    const { keeper, storage } = await aKeeper()
    const heard: string[] = []
    keeper.onTokenRenewed(() => heard.push(storage.calls.join(' ')))
    await keeper.fresh(ID)

    expect(heard).toEqual(['getConnection getConnection getConnection saveConnection'])
  })

  it('names an id that is not stored', async () => {
    const { keeper } = await aKeeper()

    await expect(keeper.fresh('bluesky:nobody')).rejects.toThrow(/bluesky:nobody/)
    await expect(keeper.fresh('bluesky:nobody')).rejects.toBeInstanceOf(ConfigError)
  })

  it('asks the network once for a hundred callers at once', async () => {
    const { keeper, storage, network } = await aKeeper()
    const all = await Promise.all(Array.from({ length: 100 }, () => keeper.fresh(ID)))

    expect(network.requests).toEqual(['refresh-0'])
    expect(new Set(all).size).toBe(1)
    expect(storage.calls.filter((call) => call === 'saveConnection')).toHaveLength(1)
  })

  it('asks the network once when two keepers share storage and locks', async () => {
    const { keeper, another, network } = await aKeeper()
    const [one, two] = await Promise.all([keeper.fresh(ID), another().fresh(ID)])

    expect(network.requests).toEqual(['refresh-0'])
    expect(two).toBe(one)
  })

  it('keeps the old refresh token when the reply has none', async () => {
    const { keeper, clock } = await aKeeper({
      token: { refreshTokenExpiresAt: '2027-01-01T00:00:00Z' },
      refresh: async (each) => each.withToken(new Token({ accessToken: 'access-1' })),
    })
    const { token } = await keeper.fresh(ID)

    expect(token.refreshToken).toBe('refresh-0')
    expect(token.refreshTokenExpiresAt).toEqual(new Date('2027-01-01T00:00:00Z'))
    expect(token.expiresWithin(60, clock.now())).toBe(false)
  })

  it('does not renew twice when the network hands out tokens shorter than the margin', async () => {
    const { keeper, clock, network } = await aKeeper({ rule: { beforeSeconds: 4_000 } })
    const fresh = await Promise.all([keeper.fresh(ID), keeper.fresh(ID)])

    expect(fresh[0].token.expiresWithin(4_000, clock.now())).toBe(true)
    expect(network.requests).toHaveLength(1)
  })
})

describe('a token that cannot be renewed', () => {
  it('is told without a request when there is no refresh token', async () => {
    const { keeper, network } = await aKeeper({ token: { refreshToken: null } })

    await expect(keeper.fresh(ID)).rejects.toThrow(/it has no refresh token\. Sign the account in again/)
    await expect(keeper.fresh(ID)).rejects.toBeInstanceOf(TokenExpiredError)
    expect(network.requests).toEqual([])
  })

  it('is told in the words of the network, where it knows why there is none', async () => {
    const rule = { withoutRefreshToken: 'the sign-in did not ask for offline.access' }
    const { keeper } = await aKeeper({ token: { refreshToken: null }, rule })

    await expect(keeper.fresh(ID)).rejects.toThrow(
      'cannot be renewed: the sign-in did not ask for offline.access. Sign the account in again.',
    )
  })

  it('is told with the date, without a request, when the refresh token is past it', async () => {
    const { keeper, network } = await aKeeper({ token: { refreshTokenExpiresAt: '2025-12-31T00:00:00Z' } })

    await expect(keeper.fresh(ID)).rejects.toThrow(/2025-12-31T00:00:00\.000Z/)
    expect(network.requests).toEqual([])
  })

  it('is renewed without a refresh token where the working access token buys the next one', async () => {
    const { keeper, network } = await aKeeper({
      secondsLeft: 29 * DAY,
      token: { refreshToken: null },
      rule: { beforeSeconds: 30 * DAY, needsRefreshToken: false },
    })

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
  })

  it('is told without a request when only a working access token could have bought the next one', async () => {
    const { keeper, network } = await aKeeper({
      secondsLeft: -1,
      token: { refreshToken: null },
      rule: { needsRefreshToken: false },
    })

    await expect(keeper.fresh(ID)).rejects.toBeInstanceOf(TokenExpiredError)
    expect(network.requests).toEqual([])
  })

  it('becomes TokenExpiredError when the network refuses, with the refusal as its cause', async () => {
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
  ])('passes an outage through untouched: %s', async (outage) => {
    const { keeper, network } = await aKeeper()
    network.beforeAnswer = () => {
      throw outage
    }

    await expect(keeper.fresh(ID)).rejects.toBe(outage)

    network.beforeAnswer = () => {}
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
  })
})

describe('an outage long before the token runs out', () => {
  it('lets the working token be used on, says so, and does not ask again at every call', async () => {
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
    expect(warnings).toEqual([expect.stringContaining('is used on')])

    network.beforeAnswer = () => {}
    clock.advance(301)
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
  })

  it('waits as long as the network asks', async () => {
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

  it('still tells a refusal at once', async () => {
    const { keeper } = await aKeeper({
      secondsLeft: 20 * DAY,
      rule: { beforeSeconds: 30 * DAY },
      refresh: () => Promise.reject(new AuthError('withdrawn')),
    })

    await expect(keeper.fresh(ID)).rejects.toBeInstanceOf(TokenExpiredError)
  })
})

describe('after the network refused a token', () => {
  it('renews it, although it has time left', async () => {
    const { keeper, connection, network } = await aKeeper({ secondsLeft: 3_600 })

    expect((await keeper.renew(connection)).token.accessToken).toBe('access-1')
    expect(network.requests).toEqual(['refresh-0'])
  })

  it('hands out what is stored, without a request, when it is another token already', async () => {
    const { keeper, storage, clock, network } = await aKeeper({ secondsLeft: 3_600 })
    const newer = aConnection(clock, 3_600, { accessToken: 'access-9', refreshToken: 'refresh-9' })
    const refused = aConnection(clock, 3_600)
    await storage.inner.saveConnection(newer)

    expect(await keeper.renew(refused)).toBe(newer)
    expect(network.requests).toEqual([])
  })

  it('renews once for a hundred calls that were refused together', async () => {
    const { keeper, connection, network } = await aKeeper({ secondsLeft: 3_600 })
    const all = await Promise.all(Array.from({ length: 100 }, () => keeper.renew(connection)))

    expect(network.requests).toEqual(['refresh-0'])
    expect(new Set(all.map((each) => each.token.accessToken))).toEqual(new Set(['access-1']))
  })

  it('renews once for two keepers that share storage and locks', async () => {
    const { keeper, another, connection, network } = await aKeeper({ secondsLeft: 3_600 })
    await Promise.all([keeper.renew(connection), another().renew(connection)])

    expect(network.requests).toEqual(['refresh-0'])
  })

  it('does not take the answer of a look that found nothing due for a renewal', async () => {
    const { keeper, storage, connection, network } = await aKeeper({ secondsLeft: 30 })
    // Another worker renews between the first look and the lock; then that new token is refused as well.
    const read = storage.getConnection.bind(storage)
    const newer = connection.withToken(
      new Token({
        accessToken: 'access-x',
        refreshToken: 'refresh-0',
        expiresAt: '2026-01-02T00:00:00Z',
      }),
    )
    let reads = 0
    storage.getConnection = (id) => {
      reads += 1
      if (reads === 2) void storage.inner.saveConnection(newer)
      return read(id)
    }
    const [looked, renewed] = await Promise.all([keeper.fresh(ID), keeper.renew(newer)])

    expect(looked.token.accessToken).toBe('access-x')
    expect(renewed.token.accessToken).toBe('access-1')
    expect(network.requests).toEqual(['refresh-0'])
  })

  it('says that the person has to sign in again when there is nothing to renew with', async () => {
    const { keeper, connection, network } = await aKeeper({
      secondsLeft: 3_600,
      token: { refreshToken: null },
    })

    await expect(keeper.renew(connection)).rejects.toBeInstanceOf(TokenExpiredError)
    expect(network.requests).toEqual([])
  })
})

/** A keeper whose network answers when the test says so. */
const waiting = async (): Promise<
  Awaited<ReturnType<typeof aKeeper>> & { readonly answer: () => void; readonly asked: Promise<void> }
> => {
  const parts = await aKeeper()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  parts.network.beforeAnswer = () => {
    asked.resolve()
    return answer.promise
  }
  return { ...parts, answer: answer.resolve, asked: asked.promise }
}

describe('giving up on a renewal', () => {
  it('rejects with the reason, and stops nobody else', async () => {
    const { keeper, network, answer, asked } = await waiting()
    const controller = new AbortController()
    const reason = new Error('enough')
    const gone = keeper.fresh(ID, { signal: controller.signal })
    const stays = keeper.fresh(ID)
    await asked
    controller.abort(reason)

    await expect(gone).rejects.toBe(reason)
    answer()
    expect((await stays).token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
  })

  it('lets the request run to its end and saves its answer, although nobody waits any more', async () => {
    const { keeper, storage, network, answer, asked } = await waiting()
    const saved = Promise.withResolvers<Connection>()
    keeper.onTokenRenewed(saved.resolve)
    const controller = new AbortController()
    const gone = keeper.fresh(ID, { signal: controller.signal })
    await asked
    controller.abort(new Error('enough'))
    await expect(gone).rejects.toThrow('enough')
    answer()

    expect((await saved.promise).token.accessToken).toBe('access-1')
    expect((await storage.inner.getConnection(ID))?.token.refreshToken).toBe('refresh-1')
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
  })

  it('sends nothing when everybody gave up before the lock was free', async () => {
    const locks = new InMemoryLocks()
    const { keeper, network } = await aKeeper({ locks })
    const free = Promise.withResolvers<void>()
    const blocker = locks.withLock(`connection:${ID}`, () => free.promise, { leaseSeconds: 60 })
    const controller = new AbortController()
    const both = [
      keeper.fresh(ID, { signal: controller.signal }),
      keeper.fresh(ID, { signal: controller.signal }),
    ]
    for (const each of both) each.catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    controller.abort(new Error('enough'))
    await Promise.allSettled(both)
    free.resolve()
    await blocker

    expect(network.requests).toEqual([])
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
  })

  it('reads nothing when it was given up before', async () => {
    const { keeper, storage, connection } = await aKeeper()
    const signal = AbortSignal.abort(new Error('enough'))

    await expect(keeper.fresh(ID, { signal })).rejects.toThrow('enough')
    await expect(keeper.renew(connection, { signal })).rejects.toThrow('enough')
    expect(storage.calls).toEqual([])
  })
})

describe('locks and listeners', () => {
  it('locks under the id of the connection, with a lease', async () => {
    const asked: unknown[] = []
    const inner = new InMemoryLocks()
    const locks: Locks = {
      withLock: (key, work, options) => {
        asked.push(key, options.leaseSeconds)
        return inner.withLock(key, work, options)
      },
    }
    const { keeper } = await aKeeper({ locks })
    await keeper.fresh(ID)

    expect(asked).toEqual([`connection:${ID}`, 60])
  })

  it('sends nothing when the lock was lost before the request', async () => {
    const locks: Locks = {
      withLock: (_key, work) => work({ signal: AbortSignal.abort(new Error('lease over')) }),
    }
    const { keeper, network } = await aKeeper({ locks })
    const error: unknown = await keeper.fresh(ID).catch((reason: unknown) => reason)

    expect(NetworkError.is(error)).toBe(true)
    expect(error).toMatchObject({ delivery: 'NOT_SENT' })
    expect(network.requests).toEqual([])
  })

  it('passes a failing lock on', async () => {
    const { keeper } = await aKeeper({
      locks: { withLock: () => Promise.reject(new Error('no lock server')) },
    })

    await expect(keeper.fresh(ID)).rejects.toThrow('no lock server')
  })

  it('is not failed by a listener that throws or rejects, and says so', async () => {
    const { keeper, warnings } = await aKeeper()
    const heard: string[] = []
    keeper.onTokenRenewed(() => {
      throw new Error('listener one')
    })
    keeper.onTokenRenewed(() => Promise.reject(new Error('listener two')))
    keeper.onTokenRenewed((connection) => heard.push(connection.token.accessToken))

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    await new Promise((resolve) => setImmediate(resolve))
    expect(heard).toEqual(['access-1'])
    expect(warnings.toSorted()).toEqual([
      expect.stringContaining('listener one'),
      expect.stringContaining('listener two'),
    ])
  })

  it('tells a stopped listener nothing', async () => {
    const { keeper } = await aKeeper()
    const heard: string[] = []
    const listener = (connection: Connection): void => void heard.push(connection.id)
    const stop = keeper.onTokenRenewed(listener)
    keeper.onTokenRenewed(listener)
    stop()
    stop()
    await keeper.fresh(ID)

    expect(heard).toEqual([ID])
  })

  it('does not save a new sign-in in the middle of a renewal', async () => {
    const { keeper, storage, network, clock } = await aKeeper()
    const signedIn = aConnection(clock, 3_600, { accessToken: 'signed-in', refreshToken: 'signed-in' })
    const replaced: Promise<void>[] = []
    network.beforeAnswer = () => {
      replaced.push(keeper.replace(signedIn))
    }
    await keeper.fresh(ID)
    await Promise.all(replaced)

    expect(await storage.inner.getConnection(ID)).toBe(signedIn)
    expect(network.requests).toHaveLength(1)
  })

  it('does not bring back a connection that was deleted in the middle of a renewal', async () => {
    const { keeper, storage, network } = await aKeeper()
    const removed: Promise<void>[] = []
    network.beforeAnswer = () => {
      removed.push(keeper.remove(ID))
    }
    await keeper.fresh(ID)
    await Promise.all(removed)

    expect(await storage.inner.getConnection(ID)).toBeNull()
    await keeper.remove(ID)
  })
})

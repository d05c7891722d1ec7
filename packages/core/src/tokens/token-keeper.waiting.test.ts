import { describe, expect, it } from 'vitest'

import type { Locks } from '../contract/index.js'
import { NetworkError, TokenExpiredError } from '../errors/index.js'
import { type Connection, Token } from '../models/index.js'
import { InMemoryLocks } from '../storage/in-memory.js'
import { aConnection, aKeeper, ID } from './__fixtures__/a-keeper.js'

describe('after the network refused a token', () => {
  it('renews it, although it has not expired', async () => {
    const { keeper, connection, network } = await aKeeper({ secondsLeft: 3_600 })

    expect((await keeper.renew(connection)).token.accessToken).toBe('access-1')
    expect(network.requests).toEqual(['refresh-0'])
  })

  it('returns the stored connection, without a request, if its token has already changed', async () => {
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

  it('does not treat a read without a due renewal as a renewal', async () => {
    const { keeper, storage, connection, network } = await aKeeper({ secondsLeft: 30 })
    // Another worker renews between the first read and the lock. The network then refuses the other worker's token
    // as well.
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
    const [fresh, renewed] = await Promise.all([keeper.fresh(ID), keeper.renew(newer)])

    expect(fresh.token.accessToken).toBe('access-x')
    expect(renewed.token.accessToken).toBe('access-1')
    expect(network.requests).toEqual(['refresh-0'])
  })

  it('reports that the person must sign in again if the token cannot be renewed', async () => {
    const { keeper, connection, network } = await aKeeper({
      secondsLeft: 3_600,
      token: { refreshToken: null },
    })

    await expect(keeper.renew(connection)).rejects.toBeInstanceOf(TokenExpiredError)
    expect(network.requests).toEqual([])
  })
})

/** Makes a keeper and a function that releases the network's response. */
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

describe('aborting a renewal', () => {
  it('rejects with the reason, and does not affect other callers', async () => {
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

  it('completes the request and saves its result, although no caller waits any more', async () => {
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

  it('sends nothing if all callers aborted before the lock was free', async () => {
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

  it('reads nothing if it was aborted before', async () => {
    const { keeper, storage, connection } = await aKeeper()
    const signal = AbortSignal.abort(new Error('enough'))

    await expect(keeper.fresh(ID, { signal })).rejects.toThrow('enough')
    await expect(keeper.renew(connection, { signal })).rejects.toThrow('enough')
    expect(storage.calls).toEqual([])
  })
})

describe('locks and listeners', () => {
  // Holds R-0137.
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

  it('rethrows the error of a lock', async () => {
    const { keeper } = await aKeeper({
      locks: { withLock: () => Promise.reject(new Error('no lock server')) },
    })

    await expect(keeper.fresh(ID)).rejects.toThrow('no lock server')
  })

  it('does not fail because of a listener that throws or rejects, and warns', async () => {
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

  it('does not call a removed listener', async () => {
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

  it('does not save a new sign-in during a renewal', async () => {
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

  it('does not restore a connection that was deleted during a renewal', async () => {
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

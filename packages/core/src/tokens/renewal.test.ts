import { describe, expect, it, vi } from 'vitest'

import type { Locks } from '../contract/index.js'
import { AuthError, ConfigError, NetworkError, TokenExpiredError } from '../errors/index.js'
import { InMemoryLocks, InMemoryStorage } from '../storage/in-memory.js'
import { aKeeper, ID } from './__fixtures__/a-keeper.js'
import { failure, pause, refusal, renewedElsewhere } from './__fixtures__/renewing.js'
import { TokenNotSavedError } from './token-not-saved-error.js'

describe('a renewal that is refused', () => {
  it('returns the connection that another worker has saved meanwhile, and requires no sign-in', async () => {
    const { keeper, storage, network, connection } = await aKeeper()
    const theirs = renewedElsewhere(connection)
    network.beforeAnswer = async () => {
      await storage.inner.saveConnection(theirs)
      throw refusal()
    }
    const heard: unknown[] = []
    keeper.onTokenRenewed((each) => heard.push(each))

    expect(await keeper.fresh(ID)).toBe(theirs)
    expect(heard).toEqual([])
    expect(network.requests).toEqual(['refresh-0'])
  })

  it('does the same if the platform itself reports an expired token', async () => {
    const { keeper, storage, network, connection } = await aKeeper()
    const theirs = renewedElsewhere(connection)
    network.beforeAnswer = async () => {
      await storage.inner.saveConnection(theirs)
      throw new TokenExpiredError('it ran out')
    }

    expect(await keeper.renewIfDue(ID, { withinSeconds: 0 })).toEqual({ connection: theirs, renewed: false })
  })

  it('keeps the message of a platform that reports an expired token', async () => {
    const expired = new TokenExpiredError('it ran out')
    const { keeper } = await aKeeper({ refresh: () => Promise.reject(expired) })

    expect(await failure(keeper.fresh(ID))).toBe(expired)
  })

  it('stays refused when the storage cannot be read again', async () => {
    const { keeper, storage, network } = await aKeeper()
    network.beforeAnswer = () => {
      storage.getConnection = () => Promise.reject(new Error('the database is away'))
      throw refusal()
    }

    expect(TokenExpiredError.is(await failure(keeper.fresh(ID)))).toBe(true)
  })

  it.each(['invalid_client', 'unauthorized_client', 'deleted_client'])(
    'is a configuration mistake if the network refuses the app: %s',
    async (word) => {
      const cause = new AuthError('The app is unknown.', { platform: 'bluesky', raw: { error: word } })
      const { keeper } = await aKeeper({ refresh: () => Promise.reject(cause) })
      const thrown = await failure(keeper.fresh(ID))

      expect(ConfigError.is(thrown)).toBe(true)
      expect(thrown).toMatchObject({ cause, platform: 'bluesky', raw: { error: word } })
      expect(String(thrown)).toMatch(/refused the app, so .* Storage\.saveApp\..* The app is unknown\./)
    },
  )

  it('names the server whose app was refused', async () => {
    const cause = new AuthError('No.', { raw: { error: 'invalid_client' } })
    const { keeper, storage, connection } = await aKeeper({ refresh: () => Promise.reject(cause) })
    await storage.inner.saveConnection(connection.with({ host: 'pds.example' }))

    expect(String(await failure(keeper.fresh(ID)))).toContain('refused the app at pds.example')
  })
})

/** Makes locks that report a lost lease to their first holders. */
function losingLocks(times: number): {
  readonly locks: Locks
  readonly lose: () => void
  readonly taken: () => number
} {
  const inner = new InMemoryLocks()
  let current = new AbortController()
  let taken = 0
  return {
    taken: () => taken,
    lose: () => {
      if (taken <= times) current.abort(new Error('lease over'))
    },
    locks: {
      withLock: (key, work, options) =>
        inner.withLock(
          key,
          () => {
            taken += 1
            current = new AbortController()
            return work({ signal: current.signal })
          },
          options,
        ),
    },
  }
}

describe('a renewal that loses its lock', () => {
  it('is not reported as expired after a refusal: it reads the connection again under a new lock', async () => {
    const { locks, lose, taken } = losingLocks(1)
    const { keeper, storage, network, connection } = await aKeeper({ locks })
    const theirs = renewedElsewhere(connection)
    network.beforeAnswer = () => {
      lose()
      // Simulates another worker that has renewed the token and is saving it now.
      setImmediate(() => void storage.inner.saveConnection(theirs))
      throw refusal()
    }
    const read = storage.getConnection.bind(storage)
    storage.getConnection = async (id) => {
      if (taken() === 2) await pause()
      return read(id)
    }

    expect(await keeper.fresh(ID)).toBe(theirs)
    expect(taken()).toBe(2)
    expect(network.requests).toHaveLength(1)
  })

  it('is refused if a second attempt under a held lock is refused too', async () => {
    const { locks, lose, taken } = losingLocks(1)
    const { keeper, network } = await aKeeper({ locks })
    network.beforeAnswer = () => {
      lose()
      throw refusal()
    }

    expect(TokenExpiredError.is(await failure(keeper.fresh(ID)))).toBe(true)
    expect(taken()).toBe(2)
    expect(network.requests).toHaveLength(2)
  })

  it('reports the lock as the cause if it is lost twice', async () => {
    const { locks, lose, taken } = losingLocks(2)
    const { keeper, network } = await aKeeper({ locks })
    network.beforeAnswer = () => {
      lose()
      throw refusal()
    }
    const error = await failure(keeper.fresh(ID))

    expect(NetworkError.is(error)).toBe(true)
    expect(error).toMatchObject({ platform: 'bluesky', message: expect.stringContaining('was lost twice') })
    expect(taken()).toBe(2)
  })

  it('reads the connection again after more than the lease, even without a notification', async () => {
    const { keeper, network, clock } = await aKeeper()
    let refusals = 0
    network.beforeAnswer = () => {
      refusals += 1
      if (refusals === 1) clock.advance(60)
      throw refusal()
    }

    expect(TokenExpiredError.is(await failure(keeper.fresh(ID)))).toBe(true)
    expect(network.requests).toHaveLength(2)
  })

  it('trusts the lock after a little less than the lease', async () => {
    const { keeper, network, clock } = await aKeeper()
    network.beforeAnswer = () => {
      clock.advance(59)
      throw refusal()
    }
    await failure(keeper.fresh(ID))

    expect(network.requests).toHaveLength(1)
  })

  it('sends no refresh token that another worker may have used, after a suspension', async () => {
    const made = await aKeeper({
      refresh: async (each, _signal, assertMayLeave) => {
        vi.spyOn(clock, 'now').mockReturnValue(new Date(clock.now().getTime() + 60_000))
        await storage.inner.saveConnection(theirs)
        assertMayLeave()
        return network.refresh(each)
      },
    })
    const { keeper, storage, network, clock } = made
    const theirs = renewedElsewhere(made.connection)

    expect(await keeper.fresh(ID)).toBe(theirs)
    expect(network.requests).toEqual([])
  })

  it('reports its own failure when the lock was lost after the first request', async () => {
    const refused = new NetworkError('refused', { delivery: 'NOT_SENT' })
    const made = await aKeeper({
      refresh: async (_each, _signal, assertMayLeave) => {
        assertMayLeave()
        vi.spyOn(made.clock, 'now').mockReturnValue(new Date(made.clock.now().getTime() + 60_000))
        throw refused
      },
    })

    await expect(made.keeper.renew(made.connection)).rejects.toBe(refused)
  })

  it('sends the second request of a renewal, whose first may have used the refresh token', async () => {
    const made = await aKeeper({
      refresh: async (each, _signal, assertMayLeave) => {
        assertMayLeave()
        const next = await made.network.refresh(each)
        vi.spyOn(made.clock, 'now').mockReturnValue(new Date(made.clock.now().getTime() + 60_000))
        assertMayLeave()
        return next
      },
    })

    expect((await made.keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(made.network.requests).toHaveLength(1)
  })

  it('does not overwrite a newer token in a storage without saveRenewed', async () => {
    const { keeper, storage, network, connection } = await aKeeper()
    const theirs = renewedElsewhere(connection)
    network.beforeAnswer = () => storage.inner.saveConnection(theirs)

    expect(await keeper.fresh(ID)).toBe(theirs)
    expect(await storage.inner.getConnection(ID)).toBe(theirs)
  })
})

describe('a renewed token that the storage did not save', () => {
  it('is replaced by the newer one that another worker has saved', async () => {
    const storage = new InMemoryStorage()
    const { keeper, connection } = await aKeeper({ storage })
    await storage.saveConnection(connection)
    const theirs = renewedElsewhere(connection)
    storage.saveRenewed = async () => {
      await storage.saveConnection(theirs)
      throw new Error('the line was cut')
    }

    expect(await keeper.fresh(ID)).toBe(theirs)
    expect(keeper.isDue(theirs)).toBe(false)
  })

  it('is not lost when the storage returns false and then cannot be read', async () => {
    const storage = new InMemoryStorage()
    const { keeper, connection, network } = await aKeeper({ storage })
    await storage.saveConnection(connection)
    const [save, read] = [storage.saveRenewed.bind(storage), storage.getConnection.bind(storage)]
    storage.saveRenewed = () => {
      storage.getConnection = () => Promise.reject(new Error('the database is away'))
      return Promise.resolve(false)
    }
    expect(TokenNotSavedError.is(await failure(keeper.fresh(ID)))).toBe(true)

    storage.saveRenewed = save
    storage.getConnection = read
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
  })
})

import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import type { Storage } from '../contract/index.js'
import { NetworkError, NoConnectionError } from '../errors/index.js'
import type { Connection } from '../models/index.js'
import { InMemoryStorage } from '../storage/in-memory.js'
import { aConnection, aKeeper, ID } from './__fixtures__/a-keeper.js'
import { TokenNotSavedError } from './token-not-saved-error.js'

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (reason: unknown) => reason,
  )

describe('saving a renewed token', () => {
  it('retries, with waits, before any caller receives the token', async () => {
    const { keeper, storage, network, clock } = await aKeeper()
    storage.failingSaves = 3

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(clock.waits).toEqual([0.1, 0.4, 1.5])
    expect(network.requests).toHaveLength(1)
    expect((await storage.inner.getConnection(ID))?.token.refreshToken).toBe('refresh-1')
  })

  it('fails after four attempts, and the error contains the only copy, hidden', async () => {
    const { keeper, storage } = await aKeeper()
    storage.failingSaves = 4
    const error = await failure(keeper.fresh(ID))

    expect(error).toBeInstanceOf(TokenNotSavedError)
    expect(TokenNotSavedError.is({ [Symbol.for('social.error.token-not-saved')]: true })).toBe(true)
    expect(error).toMatchObject({ name: 'TokenNotSavedError', platform: 'bluesky' })
    expect(TokenNotSavedError.is(error) && error.connection.token.refreshToken).toBe('refresh-1')
    expect(NetworkError.is(error) && error.delivery).toBe('NOT_SENT')
    expect(error).toMatchObject({ cause: { code: 'PORT', cause: new Error('the database is away') } })
    expect(`${inspect(error, { depth: 9 })}${JSON.stringify(error)}`).not.toMatch(/refresh-1|access-1/)
    expect(Object.keys(Object(error))).not.toContain('connection')
  })

  it('uses and saves the pending token at the next call, without another request', async () => {
    const { keeper, storage, network } = await aKeeper()
    const heard: Connection[] = []
    keeper.onTokenRenewed((connection) => heard.push(connection))
    storage.failingSaves = 4
    await failure(keeper.fresh(ID))
    expect(heard).toEqual([])

    const fresh = await keeper.fresh(ID)
    expect(fresh.token.refreshToken).toBe('refresh-1')
    expect(await storage.inner.getConnection(ID)).toBe(fresh)
    expect(network.requests).toHaveLength(1)
    expect(heard).toEqual([fresh])
  })

  it('saves the pending token although the stored one has not expired', async () => {
    const { keeper, storage, network, connection } = await aKeeper({ secondsLeft: 3_600 })
    storage.failingSaves = 4
    await failure(keeper.renew(connection))

    expect(keeper.isDue(connection)).toBe(true)
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(keeper.isDue(connection)).toBe(false)
    expect(network.requests).toHaveLength(1)
  })

  it('discards the pending token when the person has signed in again', async () => {
    const { keeper, storage, connection } = await aKeeper({ secondsLeft: 3_600 })
    storage.failingSaves = 4
    await failure(keeper.renew(connection))
    await keeper.replace(connection)

    expect(keeper.isDue(connection)).toBe(false)
    expect((await keeper.fresh(ID)).token.accessToken).toBe(connection.token.accessToken)
  })

  it('fails again, and loses nothing, while the storage is unavailable', async () => {
    const { keeper, storage, network } = await aKeeper()
    storage.failingSaves = 12

    for (let call = 0; call < 3; call += 1)
      expect(TokenNotSavedError.is(await failure(keeper.fresh(ID)))).toBe(true)
    expect((await keeper.fresh(ID)).token.refreshToken).toBe('refresh-1')
    expect(network.requests).toHaveLength(1)
  })

  it('continues when a save was written although it failed', async () => {
    const { keeper, storage, network } = await aKeeper()
    storage.failingSaves = 4
    storage.afterWriting = true
    await failure(keeper.fresh(ID))

    expect((await keeper.fresh(ID)).token.refreshToken).toBe('refresh-1')
    expect(network.requests).toHaveLength(1)
  })

  it('discards the pending token when the person has signed in again', async () => {
    const { keeper, storage, clock, network } = await aKeeper()
    storage.failingSaves = 4
    await failure(keeper.fresh(ID))
    const signedIn = aConnection(clock, 3_600, { accessToken: 'signed-in', refreshToken: 'signed-in' })
    await storage.inner.saveConnection(signedIn)

    expect(await keeper.fresh(ID)).toBe(signedIn)
    expect(keeper.isDue(signedIn)).toBe(false)
    expect(network.requests).toHaveLength(1)
  })

  it('discards the pending token when the connection was deleted, and does not restore it', async () => {
    const { keeper, storage } = await aKeeper()
    storage.failingSaves = 4
    await failure(keeper.fresh(ID))
    await storage.inner.deleteConnection(ID)

    expect(await failure(keeper.fresh(ID))).toBeInstanceOf(NoConnectionError)
    expect(await storage.inner.getConnection(ID)).toBeNull()
  })

  it('fails all callers that wait for the same renewal', async () => {
    const { keeper, storage } = await aKeeper()
    storage.failingSaves = 4
    const errors = await Promise.all([failure(keeper.fresh(ID)), failure(keeper.fresh(ID))])

    expect(errors.every((error) => TokenNotSavedError.is(error))).toBe(true)
  })
})

describe('a storage that compares before it saves', () => {
  it('is called with the previous connection', async () => {
    const asked: string[] = []
    const storage: Storage = new InMemoryStorage()
    const inner = storage.saveRenewed?.bind(storage)
    storage.saveRenewed = async (next, previous) => {
      asked.push(`${previous.token.accessToken} -> ${next.token.accessToken}`)
      return (await inner?.(next, previous)) ?? false
    }
    const { keeper, connection } = await aKeeper({ storage })
    await storage.saveConnection(connection)
    await keeper.fresh(ID)

    expect(asked).toEqual(['access-0 -> access-1'])
    expect((await storage.getConnection(ID))?.token.accessToken).toBe('access-1')
  })

  it('returns the connection that another worker has saved', async () => {
    const storage = new InMemoryStorage()
    const { keeper, connection, network, clock } = await aKeeper({ storage })
    await storage.saveConnection(connection)
    const signedIn = aConnection(clock, 3_600, { accessToken: 'signed-in', refreshToken: 'signed-in' })
    network.beforeAnswer = () => storage.saveConnection(signedIn)
    const heard: Connection[] = []
    keeper.onTokenRenewed((each) => heard.push(each))

    expect(await keeper.fresh(ID)).toBe(signedIn)
    expect(await storage.getConnection(ID)).toBe(signedIn)
    expect(heard).toEqual([])
  })

  it('does not restore a connection that was deleted meanwhile', async () => {
    const storage = new InMemoryStorage()
    const { keeper, connection, network } = await aKeeper({ storage })
    await storage.saveConnection(connection)
    network.beforeAnswer = () => storage.deleteConnection(ID)

    expect(await failure(keeper.fresh(ID))).toBeInstanceOf(NoConnectionError)
    expect(await storage.getConnection(ID)).toBeNull()
  })

  it('loses no token when it wrongly reports another writer', async () => {
    const storage = new InMemoryStorage()
    const { keeper, connection } = await aKeeper({ storage })
    await storage.saveConnection(connection)
    const honest = storage.saveRenewed.bind(storage)
    storage.saveRenewed = () => Promise.resolve(false)

    const error = await failure(keeper.fresh(ID))
    expect(error).toBeInstanceOf(TokenNotSavedError)
    expect(String((error as TokenNotSavedError).cause)).toContain(
      'although the previous token is still stored',
    )

    storage.saveRenewed = honest
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
  })

  it('succeeds when a failed attempt was written nevertheless', async () => {
    const storage = new InMemoryStorage()
    const { keeper, connection } = await aKeeper({ storage })
    await storage.saveConnection(connection)
    const inner = storage.saveRenewed.bind(storage)
    let tries = 0
    storage.saveRenewed = async (next, previous) => {
      tries += 1
      const saved = await inner(next, previous)
      if (tries === 1) throw new Error('the line was cut after the commit')
      return saved
    }
    const heard: string[] = []
    keeper.onTokenRenewed((each) => heard.push(each.token.accessToken))

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(heard).toEqual(['access-1'])
    expect(tries).toBe(2)
  })
})

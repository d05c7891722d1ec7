import { describe, expect, it } from 'vitest'

import { NetworkError, TokenExpiredError } from '../errors/index.js'
import { InMemoryLocks, InMemoryStorage } from '../storage/in-memory.js'
import { aConnection, aKeeper, ID } from './__fixtures__/a-keeper.js'
import { failure, pause, refusal, renewedElsewhere } from './__fixtures__/renewing.js'
import { TokenNotSavedError } from './token-not-saved-error.js'

/** Starts a renewal that times out, and returns a function that releases the network's response. */
const lateAnswer = async (storage?: InMemoryStorage) => {
  const answered = Promise.withResolvers<void>()
  const locks = new InMemoryLocks()
  const parts = await aKeeper({ locks, ...(storage && { storage }) })
  await storage?.saveConnection(parts.connection)
  parts.network.beforeAnswer = () => answered.promise
  const renewal = failure(parts.keeper.fresh(ID))
  await pause()
  parts.clock.advance(134)
  await pause()
  const heldUntilThen = locks.size
  parts.clock.advance(1)
  return {
    ...parts,
    locks,
    heldUntilThen,
    answer: answered.resolve,
    refuse: answered.reject,
    error: await renewal,
  }
}

describe('a network that hangs', () => {
  it('is awaited for 135 seconds, even if the platform ignores its signal; then the lock is free', async () => {
    const { error, locks, heldUntilThen, clock } = await lateAnswer()

    expect(error).toMatchObject({ timedOut: true, platform: 'bluesky', message: expect.stringContaining(ID) })
    expect(heldUntilThen).toBe(1)
    expect(locks.size).toBe(0)
    expect(clock.limits).toBe(0)
  })

  it('loses no token by a late response: the token is saved, and used', async () => {
    const { keeper, storage, network, answer } = await lateAnswer()
    const heard: string[] = []
    keeper.onTokenRenewed((each) => heard.push(each.token.accessToken))
    answer()
    await pause()

    expect((await storage.inner.getConnection(ID))?.token.accessToken).toBe('access-1')
    expect(heard).toEqual(['access-1'])
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
  })

  it('does not overwrite a newer token with a late one', async () => {
    const storage = new InMemoryStorage()
    const { keeper, connection, answer } = await lateAnswer(storage)
    const theirs = renewedElsewhere(connection)
    await storage.saveConnection(theirs)
    answer()
    await pause()

    expect(await storage.getConnection(ID)).toBe(theirs)
    expect(await keeper.fresh(ID)).toBe(theirs)
    expect(keeper.isDue(theirs)).toBe(false)
  })

  it('keeps a late token that cannot be saved, and warns', async () => {
    const { keeper, storage, network, answer, warnings } = await lateAnswer()
    storage.failingSaves = 4
    answer()
    await pause()
    expect(warnings).toEqual([expect.stringContaining('is not saved yet')])

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
  })

  it('ignores a late refusal', async () => {
    const { keeper, network, refuse, warnings } = await lateAnswer()
    refuse(refusal())
    await pause()
    network.beforeAnswer = () => {}

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(warnings).toEqual([])
  })
})

describe('several callers of one failed renewal', () => {
  it('each get their own error: same class, message and cause, three objects', async () => {
    const { keeper, network } = await aKeeper({ refresh: () => Promise.reject(cause) })
    const cause = refusal()
    const errors = await Promise.all([1, 2, 3].map(() => failure(keeper.fresh(ID))))

    expect(new Set(errors).size).toBe(3)
    for (const error of errors) {
      expect(error).toBeInstanceOf(TokenExpiredError)
      expect(error).toMatchObject({ cause, code: 'TOKEN_EXPIRED', raw: { error: 'invalid_grant' } })
      expect(String(error)).toBe(String(errors[0]))
    }
    expect(network.requests).toEqual([])
  })

  it('each get the connection of a token that could not be saved', async () => {
    const { keeper, storage } = await aKeeper()
    storage.failingSaves = 4
    const errors = await Promise.all([1, 2, 3].map(() => failure(keeper.fresh(ID))))

    expect(new Set(errors).size).toBe(3)
    expect(errors.map((error) => TokenNotSavedError.is(error) && error.connection.token.accessToken)).toEqual(
      ['access-1', 'access-1', 'access-1'],
    )
  })
})

describe('a wall clock that is set back', () => {
  it('does not extend a token that this process has seen', async () => {
    const { keeper, connection, clock, network } = await aKeeper({ secondsLeft: 3_600 })
    expect(keeper.isDue(connection)).toBe(false)
    clock.wallError = -86_400
    clock.advance(3_540)

    expect(keeper.isDue(connection)).toBe(true)
    await keeper.fresh(ID)
    expect(network.requests).toHaveLength(1)
  })

  it('does not make the renewed token due', async () => {
    const { keeper, connection, clock, network } = await aKeeper({ secondsLeft: 3_600 })
    keeper.isDue(connection)
    clock.wallError = -86_400
    clock.advance(3_600)
    const fresh = await keeper.fresh(ID)

    expect(keeper.isDue(fresh)).toBe(false)
    expect(await keeper.fresh(ID)).toBe(fresh)
    expect(network.requests).toHaveLength(1)
  })

  it('renews early, once, when it is set forward', async () => {
    const { keeper, connection, clock, network } = await aKeeper({ secondsLeft: 3_600 })
    expect(keeper.isDue(connection)).toBe(false)
    clock.wallError = 3_540
    expect(keeper.isDue(connection)).toBe(true)
    const fresh = await keeper.fresh(ID)

    expect(keeper.isDue(fresh)).toBe(false)
    expect(network.requests).toHaveLength(1)
  })

  it('does not allow further use of a token with less than a day left', async () => {
    const { keeper, connection, clock, network } = await aKeeper({
      secondsLeft: 20 * 86_400,
      rule: { beforeSeconds: 30 * 86_400 },
    })
    keeper.isDue(connection)
    clock.advance(19.5 * 86_400)
    clock.wallError = -19 * 86_400
    network.beforeAnswer = () => {
      throw new NetworkError('the line was cut')
    }

    expect(NetworkError.is(await failure(keeper.fresh(ID)))).toBe(true)
  })

  it('distinguishes tokens of one account by their secret and their expiry', async () => {
    const { keeper, clock } = await aKeeper()
    const old = aConnection(clock, 100)
    keeper.isDue(old)
    clock.advance(90)
    const another = aConnection(clock, 100, { accessToken: 'another' })
    const longer = aConnection(clock, 3_600)

    expect([keeper.isDue(old), keeper.isDue(another), keeper.isDue(longer)]).toEqual([true, false, false])
  })
})

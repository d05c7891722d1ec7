import { describe, expect, it } from 'vitest'

import type { Locks } from '../contract/index.js'
import { NetworkError } from '../errors/index.js'
import type { Connection } from '../models/index.js'
import { InMemoryLocks, InMemoryStorage } from '../storage/in-memory.js'
import { aKeeper, ID } from './__fixtures__/a-keeper.js'
import { TokenNotSavedError } from './token-not-saved-error.js'

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (reason: unknown) => reason,
  )

/** Waits until all promise callbacks that are ready have run. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Makes a method whose promise resolves when the test releases it. */
function onHold<T>(): {
  readonly answer: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (reason: unknown) => void
} {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return { answer: promise, resolve, reject }
}

/** Makes a storage whose first `saveRenewed` hangs, and a function that releases it. */
const slowSave = async () => {
  const storage = new InMemoryStorage()
  const locks = new InMemoryLocks()
  const parts = await aKeeper({ storage, locks })
  await storage.saveConnection(parts.connection)
  const save = storage.saveRenewed.bind(storage)
  const late = onHold<void>()
  let saves = 0
  storage.saveRenewed = async (next, previous) => {
    saves += 1
    if (saves === 1) await late.answer
    return save(next, previous)
  }
  const heard: string[] = []
  parts.keeper.onTokenRenewed((each) => heard.push(each.token.accessToken))
  const renewal = failure(parts.keeper.fresh(ID))
  await pause()
  parts.clock.advance(15)
  return { ...parts, inner: storage, locks, late, heard, error: await renewal, tries: () => saves }
}

describe('a storage that hangs', () => {
  it('fails a renewal when it does not respond to the read under the lock, and releases the lock', async () => {
    const locks = new InMemoryLocks()
    const { keeper, storage, clock, network } = await aKeeper({ locks })
    const read = storage.getConnection.bind(storage)
    let reads = 0
    storage.getConnection = (id) => {
      reads += 1
      return reads === 2 ? new Promise(() => {}) : read(id)
    }
    const renewal = failure(keeper.fresh(ID))
    await pause()
    expect(locks.size).toBe(1)
    clock.advance(15)

    expect(await renewal).toMatchObject({
      timedOut: true,
      delivery: 'NOT_SENT',
      message: expect.stringContaining('storage.getConnection did not respond within 15 seconds'),
    })
    expect(locks.size).toBe(0)
    expect(clock.limits).toBe(0)
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
  })

  it('ignores a read that fails late, without an unhandled rejection', async () => {
    const { keeper, storage, clock } = await aKeeper()
    const read = storage.getConnection.bind(storage)
    const late = onHold<Connection | null>()
    let reads = 0
    storage.getConnection = (id) => {
      reads += 1
      return reads === 2 ? late.answer : read(id)
    }
    const renewal = failure(keeper.fresh(ID))
    await pause()
    clock.advance(15)
    expect(NetworkError.is(await renewal)).toBe(true)
    late.reject(new Error('the line was cut'))
    await pause()

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
  })

  it('ends the renewal when a save hangs, starts no second save meanwhile, and releases the lock', async () => {
    const { error, locks, tries, clock } = await slowSave()

    expect(TokenNotSavedError.is(error)).toBe(true)
    expect(error).toMatchObject({ cause: { timedOut: true } })
    expect(tries()).toBe(1)
    expect(locks.size).toBe(0)
    expect(clock.waits).toEqual([])
    expect(clock.limits).toBe(0)
  })

  it('uses the token of a hung save at the next call, without another request', async () => {
    const { keeper, network, heard, inner } = await slowSave()

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect((await inner.getConnection(ID))?.token.accessToken).toBe('access-1')
    expect(network.requests).toHaveLength(1)
    expect(heard).toEqual(['access-1'])
  })

  it('accepts a save that succeeds late, and notifies once', async () => {
    const { keeper, connection, network, heard, late, tries } = await slowSave()
    expect(keeper.isDue(connection)).toBe(true)
    late.resolve()
    await pause()

    expect(heard).toEqual(['access-1'])
    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(tries()).toBe(1)
    expect(network.requests).toHaveLength(1)
    expect(heard).toEqual(['access-1'])
  })

  it('notifies once when a late save and a new one both succeed', async () => {
    const { keeper, heard, late } = await slowSave()
    await keeper.fresh(ID)
    late.resolve()
    await pause()

    expect(heard).toEqual(['access-1'])
  })

  it('saves again at the next call when the hung save fails late', async () => {
    const { keeper, network, late, tries } = await slowSave()
    late.reject(new Error('the line was cut'))
    await pause()

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(tries()).toBe(2)
    expect(network.requests).toHaveLength(1)
  })

  it('does not block a new sign-in, a deletion or a sweep forever', async () => {
    const { keeper, storage, clock, connection } = await aKeeper()
    storage.saveConnection = storage.deleteConnection = () => new Promise(() => {})
    const failures = [failure(keeper.replace(connection)), failure(keeper.remove('bluesky:other'))]
    storage.getConnection = () => new Promise(() => {})
    failures.push(failure(keeper.renewIfDue('bluesky:third', { withinSeconds: 0 })))
    await pause()
    clock.advance(15)

    expect((await Promise.all(failures)).map(String)).toEqual([
      expect.stringContaining('storage.saveConnection did not respond'),
      expect.stringContaining('storage.deleteConnection did not respond'),
      expect.stringContaining('storage.getConnection did not respond'),
    ])
    expect(clock.limits).toBe(0)
  })
})

describe('a lock that hangs', () => {
  it('is awaited no longer than any holder needs', async () => {
    const { keeper, clock, network } = await aKeeper({ locks: { withLock: () => new Promise(() => {}) } })
    const renewal = failure(keeper.fresh(ID))
    await pause()
    clock.advance(239)
    await pause()
    expect(clock.limits).toBe(1)
    clock.advance(1)

    expect(await renewal).toMatchObject({
      timedOut: true,
      message: expect.stringContaining('locks.withLock'),
    })
    expect(network.requests).toEqual([])
  })

  it('has its wait aborted, and is released immediately if it arrives later', async () => {
    const inner = new InMemoryLocks()
    const granted = onHold<void>()
    const signals: (AbortSignal | undefined)[] = []
    const locks: Locks = {
      withLock: async (key, work, options) => {
        signals.push(options.signal)
        await granted.answer
        return inner.withLock(key, work, options)
      },
    }
    const { keeper, clock, network } = await aKeeper({ locks })
    const renewal = failure(keeper.fresh(ID))
    await pause()
    clock.advance(240)
    await renewal
    granted.resolve()
    await pause()

    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
    expect(network.requests).toEqual([])
    expect(inner.size).toBe(0)
  })

  it('rejects with the abort reason of the caller, although the lock ignores the signal', async () => {
    const { keeper } = await aKeeper({ locks: { withLock: () => new Promise(() => {}) } })
    const controller = new AbortController()
    const reason = new Error('enough')
    const renewal = failure(keeper.fresh(ID, { signal: controller.signal }))
    await pause()
    controller.abort(reason)

    expect(await renewal).toBe(reason)
  })

  it('does not fail a completed renewal when it cannot be released, and warns', async () => {
    const locks: Locks = {
      withLock: async (_key, work) => {
        await work({ signal: new AbortController().signal })
        throw 'no lock server' // oxlint-disable-line no-throw-literal -- some drivers do
      },
    }
    const { keeper, warnings } = await aKeeper({ locks })

    expect((await keeper.fresh(ID)).token.accessToken).toBe('access-1')
    expect(warnings).toEqual([
      expect.stringContaining('could not be released: locks.withLock failed with a string'),
    ])
  })

  it('does not block a completed renewal forever', async () => {
    const locks: Locks = {
      withLock: async (_key, work) => {
        await work({ signal: new AbortController().signal })
        return new Promise(() => {})
      },
    }
    const { keeper, clock, warnings } = await aKeeper({ locks })
    const renewal = keeper.fresh(ID)
    await pause()
    clock.advance(15)

    expect((await renewal).token.accessToken).toBe('access-1')
    expect(warnings).toEqual([expect.stringContaining('did not respond within 15 seconds')])
  })
})

import { describe, expect, it } from 'vitest'

import type { Locks } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { InstantClock } from '../tokens/__fixtures__/a-keeper.js'
import { InMemoryLocks } from './in-memory.js'
import { underLock } from './under-lock.js'

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function run<T>(withLock: Locks['withLock'], work: (held: AbortSignal) => Promise<T>, signal?: AbortSignal) {
  const clock = new InstantClock()
  const warnings: string[] = []
  const result = underLock(work, {
    locks: { withLock },
    clock,
    key: 'a key',
    leaseSeconds: 60,
    signal,
    warn: (message) => void warnings.push(message),
  })
  return { result, clock, warnings }
}

describe('work under a lock', () => {
  it('runs once with the signal of the lock, and its result is returned', async () => {
    const { signal } = new AbortController()
    const seen: unknown[] = []
    const { result, clock, warnings } = run(
      async (key, work, { leaseSeconds }) => {
        seen.push(key, leaseSeconds)
        await work({ signal })
        await work({ signal })
        return undefined as never // safe cast: `underLock` ignores the result of the lock
      },
      async (held) => seen.push(held),
    )

    expect(await result).toBe(3)
    expect(seen).toEqual(['a key', 60, signal])
    expect(clock.limits).toBe(0)
    expect(warnings).toEqual([])
  })

  it('rejects with its own error, and the error of the lock causes no warning', async () => {
    const error = new Error('the work failed')
    const heard: unknown[] = []
    const { result, warnings } = run(
      async (_key, work) => {
        try {
          return await work({ signal: new AbortController().signal })
        } catch (thrown) {
          heard.push(thrown)
          throw new Error('rolled back', { cause: thrown })
        }
      },
      () => Promise.reject(error),
    )

    expect(await failure(result)).toBe(error)
    expect(heard).toEqual([error])
    expect(warnings).toEqual([])
  })

  it('is awaited even if its caller aborts during the work', async () => {
    const controller = new AbortController()
    const done = Promise.withResolvers<string>()
    const locks = new InMemoryLocks()
    const { result } = run(
      (...args) => locks.withLock(...args),
      () => done.promise,
      controller.signal,
    )
    await pause()
    controller.abort(new Error('enough'))
    done.resolve('done')

    expect(await result).toBe('done')
    expect(locks.size).toBe(0)
  })

  it('does not start if its caller has already aborted', async () => {
    let asked = false
    const { result } = run(
      () => {
        asked = true
        return new Promise(() => {})
      },
      async () => 1,
      AbortSignal.abort('before'),
    )

    expect(await failure(result)).toBe('before')
    expect(asked).toBe(false)
  })

  it('does not start if the lock arrives after its caller has aborted', async () => {
    const controller = new AbortController()
    const free = Promise.withResolvers<void>()
    let runs = 0
    const { result, clock } = run(
      async (_key, work) => {
        await free.promise
        return work({ signal: controller.signal })
      },
      async () => {
        runs += 1
      },
      controller.signal,
    )
    controller.abort('enough')
    expect(await failure(result)).toBe('enough')
    free.resolve()
    await pause()

    expect(runs).toBe(0)
    expect(clock.limits).toBe(0)
  })
})

describe('a faulty lock', () => {
  it.each([undefined, {}, { signal: true }])(
    'that passes no signal to the work is named in the error: %j',
    async (held) => {
      const worked: unknown[] = []
      const { result } = run(
        (_key, work) => work(held as { signal: AbortSignal }), // wrong types on purpose
        async (signal) => worked.push(signal),
      )

      await expect(result).rejects.toThrow('locks.withLock ran its work without { signal }')
      await expect(result).rejects.toThrow(ConfigError)
      expect(worked).toEqual([])
    },
  )

  it('that ends without running the work is named in the error', async () => {
    const { result } = run(
      () => Promise.resolve(undefined as never), // wrong on purpose: this lock never runs the work
      async () => 1,
    )
    const error = await failure(result)

    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toContain('locks.withLock ended without running its work')
  })

  it('that throws a value that is not an error is named in the error', async () => {
    const { result } = run(
      () => {
        throw 'no lock server' // oxlint-disable-line no-throw-literal -- some drivers do
      },
      async () => 1,
    )

    expect(await failure(result)).toMatchObject({
      code: 'PORT',
      message: expect.stringContaining('locks.withLock failed with a string'),
    })
  })
})

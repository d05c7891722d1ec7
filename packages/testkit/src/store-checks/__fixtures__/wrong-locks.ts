import { InMemoryLocks } from '@social/core'
import type { Clock, Locks } from '@social/core/store'

import type { WrongStore } from './wrong-store.js'

type Work<T> = (held: { readonly signal: AbortSignal }) => Promise<T>
type Options = Parameters<Locks['withLock']>[2]
const HELD = { signal: new AbortController().signal }

/** In-memory locks whose `withLock` is replaced by a defective function. */
class Locked implements Locks {
  readonly inner = new InMemoryLocks()
  readonly #instead: <T>(inner: InMemoryLocks, key: string, work: Work<T>, options: Options) => Promise<T>

  constructor(instead: <T>(inner: InMemoryLocks, key: string, work: Work<T>, options: Options) => Promise<T>) {
    this.#instead = instead
  }

  withLock<T>(key: string, work: Work<T>, options: Options): Promise<T> {
    return this.#instead(this.inner, key, work, options)
  }
}

/** Defective locks: a lock is released when its lease ends, although the work still runs. */
class Expiring implements Locks {
  readonly #clock: Clock
  readonly #inner = new InMemoryLocks()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async withLock<T>(key: string, work: Work<T>, options: Options): Promise<T> {
    const result = Promise.withResolvers<T>()
    const lock = this.#inner.withLock(
      key,
      async () => {
        const done = (async () => work(HELD))()
        done.then(result.resolve, result.reject)
        await Promise.race([done.catch(() => {}), this.#clock.sleep(options.leaseSeconds)])
      },
      options,
    )
    lock.catch(result.reject)
    return result.promise
  }
}

/** Defective locks: a lock stays held after its work fails. */
class Leaking implements Locks {
  readonly #last = new Map<string, Promise<unknown>>()

  async withLock<T>(key: string, work: Work<T>): Promise<T> {
    const before = this.#last.get(key)
    const free = Promise.withResolvers<void>()
    this.#last.set(key, free.promise)
    await before
    const result = await work(HELD)
    free.resolve()
    return result
  }
}

export const WRONG_LOCKS: readonly WrongStore<Locks>[] = [
  {
    what: 'loses the result of the work',
    noticedBy: 'runs the work and returns its result',
    make: () =>
      new Locked(async (inner, key, work, options) => {
        await inner.withLock(key, work, options)
        return undefined as never // deliberate defect: the result of the work is dropped
      }),
  },
  {
    what: 'wraps the error of the work',
    noticedBy: 'rejects with the error of the work, and is free again',
    make: () =>
      new Locked(async (inner, key, work, options) => {
        try {
          return await inner.withLock(key, work, options)
        } catch (cause) {
          throw new Error('the locked work failed', { cause })
        }
      }),
  },
  {
    what: 'stays locked when the work fails',
    noticedBy: 'is free again after work that throws synchronously',
    make: () => new Leaking(),
  },
  {
    what: 'locks nothing',
    noticedBy: 'has one holder at a time, and serves all callers',
    make: () => new Locked((_inner, _key, work) => work(HELD)),
  },
  {
    what: 'has one lock for all keys',
    noticedBy: 'does not block different keys',
    make: () => new Locked((inner, _key, work, options) => inner.withLock('all', work, options)),
  },
  {
    what: 'does not listen to a signal while it waits',
    noticedBy: 'rejects a waiting call with the reason of its signal, and does not run its work',
    make: () =>
      new Locked((inner, key, work, { leaseSeconds, signal }) => {
        signal?.throwIfAborted()
        return inner.withLock(key, work, { leaseSeconds })
      }),
  },
  {
    what: 'does not look at a signal that has fired before',
    noticedBy: 'runs nothing if the signal has already fired',
    make: () => new Locked((inner, key, work, { leaseSeconds }) => inner.withLock(key, work, { leaseSeconds })),
  },
  {
    what: 'goes on listening to the signal when the work is done',
    noticedBy: 'removes its listeners from the signal after the work',
    make: () =>
      new Locked((inner, key, work, options) => {
        options.signal?.addEventListener('abort', () => {}, { once: true })
        return inner.withLock(key, work, options)
      }),
  },
  {
    what: 'lets the next one in when the lease is over, although the work goes on',
    noticedBy: 'keeps the lock beyond its lease while the work runs',
    make: (clock) => new Expiring(clock),
  },
]

import type { Locks } from '@social/core/store'

import type { Gate } from '../time/gate.js'
import type { VirtualClock } from '../time/virtual-clock.js'

interface Holder {
  readonly gate: Gate
  readonly lost: AbortController
  readonly leaseSeconds: number
  /**
   * Time when the lease of a stopped holder expires. Null while the holder runs, because it then
   * extends its lease.
   */
  until: number | null
}

/**
 * Locks that several workers share, as in a database. A running worker extends its lease. A
 * stopped worker loses its lease.
 */
export class LeasedLocks {
  readonly #clock: VirtualClock
  readonly #holders = new Map<string, Holder>()
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** Returns the locks for one worker. */
  of(gate: Gate): Locks {
    return {
      withLock: async (key, work, { leaseSeconds, signal }) => {
        const holder: Holder = { gate, leaseSeconds, lost: new AbortController(), until: null }
        gate.onStop(() => {
          holder.until ??= this.#clock.monotonic() + leaseSeconds
        })
        await this.#acquire(key, holder, signal)
        try {
          return await work({ signal: holder.lost.signal })
        } finally {
          if (this.#holders.get(key) === holder) this.#holders.delete(key)
          this.#wakeAll(key)
        }
      },
    }
  }

  async #acquire(key: string, holder: Holder, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const current = this.#holders.get(key)
      if (current === undefined) break
      if (current.until !== null && current.until <= this.#clock.monotonic()) {
        void this.#reportLoss(current)
        break
      }
      await this.#wait(key, current, signal)
    }
    this.#holders.set(key, holder)
  }

  /**
   * Notifies a holder of its lost lease. A paused holder is notified when it next extends the
   * lease, some time after it wakes.
   */
  async #reportLoss({ gate, leaseSeconds, lost }: Holder): Promise<void> {
    if (!gate.isRunning) {
      await gate.pass()
      await this.#clock.sleep(leaseSeconds / 3, { owner: gate })
    }
    lost.abort(new Error('The lease was lost.'))
  }

  /** Waits until the holder releases the lock, or until the lease of a stopped holder expires. */
  #wait(key: string, current: Holder, signal: AbortSignal | undefined): Promise<void> {
    const waiting = this.#waiting.get(key) ?? new Set()
    this.#waiting.set(key, waiting)
    const over = new AbortController()
    return new Promise((resolve, reject) => {
      const end = (): void => {
        waiting.delete(end)
        signal?.removeEventListener('abort', giveUp)
        over.abort()
        resolve()
      }
      const giveUp = (): void => {
        waiting.delete(end)
        over.abort()
        reject(signal?.reason)
      }
      waiting.add(end)
      signal?.addEventListener('abort', giveUp, { once: true })
      const seconds = current.until === null ? 5 : Math.max(0.001, current.until - this.#clock.monotonic())
      this.#clock.sleep(seconds, { signal: over.signal }).then(end, () => undefined)
    })
  }

  #wakeAll(key: string): void {
    for (const wake of this.#waiting.get(key) ?? []) wake()
  }
}

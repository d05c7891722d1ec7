import type { ClaimResult, Clock, SeenUpdates } from '../../contract/index.js'
import { BUSY_SECONDS } from '../../errors/details.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import { Lease, type LeaseMoment, leaseMoment } from '../../http/time/lease.js'
import type { Update } from '../../models/index.js'
import { answerOfPort } from '../../storage/port-error.js'
import { answerWithin } from './answer-within.js'
import { memoryBehind } from './in-memory-seen.js'
import type { SeenMemory } from './seen-memory.js'

/** Makes the lease of a claim. */
interface LeaseOfClaim {
  readonly isShared: boolean
  readonly lease: (live: LiveClaim) => Lease
}

/** A claim on an update, with its lease, while the handlers are at work. */
export class LiveClaim {
  readonly key: string
  readonly claim: string
  readonly lease: Lease
  /** False in the memory of this process, where no other worker can take the claim. */
  readonly #isShared: boolean
  /** Why it was lost; null while it is ours. Another worker may have the update once it is lost. */
  loss: { readonly error: unknown } | null = null
  /** Told when it is lost. */
  onLoss: ((error: unknown) => void) | null = null

  constructor(key: string, claim: string, { lease, isShared }: LeaseOfClaim) {
    this.key = key
    this.claim = claim
    this.lease = lease(this)
    this.#isShared = isShared
  }

  /** True once another worker may have the update, also before an extension reported it. */
  get mayBeTaken(): boolean {
    return this.loss !== null || (this.#isShared && !this.lease.isHeld)
  }

  /** It could not be extended in time. */
  lose(error: unknown): void {
    this.loss ??= { error }
    this.onLoss?.(error)
  }
}

/**
 * The claims of a dispatcher. They are extended while their handlers run: without a timer for handlers that are done within
 * one turn of the event loop. A store that does not answer is waited for no longer than a lease. A claim that could not be
 * extended until its lease was over is lost: it is neither confirmed nor released.
 */
export class ClaimKeeper {
  readonly #seen: SeenUpdates
  /** What the store in memory holds: it answers at once, and nothing has to bound it. Null for any other store. */
  readonly #memory: SeenMemory | null
  readonly #clock: Clock
  readonly #leaseSeconds: number
  /** Those whose handlers are at work since this turn of the event loop. */
  readonly #fresh = new Set<LiveClaim>()

  constructor(seen: SeenUpdates, options: { readonly clock: Clock; readonly leaseSeconds: number }) {
    this.#seen = seen
    this.#memory = memoryBehind(seen)
    this.#clock = options.clock
    this.#leaseSeconds = options.leaseSeconds
  }

  /**
   * Claims an update.
   *
   * @returns Null when the update was handled before. A promise only where the store has to be waited for.
   * @throws UpdateBusyError when another worker has it in hand.
   */
  take(key: string, update: Update): LiveClaim | null | Promise<LiveClaim | null> {
    // The lease begins before the store has answered.
    const from = leaseMoment(this.#clock)
    const isShared = this.#memory === null
    const made = { update, isShared, lease: (live: LiveClaim) => this.#lease(live, from) }
    if (this.#memory) return taken(key, this.#memory.claim(key, this.#leaseSeconds), made)
    return this.#claim(key).then((result) => taken(key, result, made))
  }

  #lease(live: LiveClaim, from: LeaseMoment): Lease {
    return new Lease({
      clock: this.#clock,
      seconds: this.#leaseSeconds,
      from,
      extend: async () => {
        // A store is quiet about a claim that is no longer ours: then an answer proves nothing.
        const { mayBeTaken } = live
        await this.#extend(live)
        if (mayBeTaken) throw new Error('The lease had ended before it was extended.')
        return true
      },
      onLost: (error) => live.lose(error),
    })
  }

  #claim(key: string): ReturnType<SeenUpdates['claim']> {
    const pending = this.#ask(() => this.#seen.claim(key, { leaseSeconds: this.#leaseSeconds }))
    return this.#bounded('claim', pending).catch((error: unknown) => {
      this.#releaseLate(key, pending)
      throw error
    })
  }

  /** Keeps a claim alive until it is confirmed or released: its handlers take their time. */
  keep(live: LiveClaim): void {
    if (this.#fresh.size === 0) setImmediate(() => this.#keepFresh())
    this.#fresh.add(live)
  }

  #keepFresh(): void {
    for (const live of this.#fresh) live.lease.keep()
    this.#fresh.clear()
  }

  /**
   * The handlers of a claim succeeded: the update is remembered, unless the claim turns out to be lost.
   *
   * @returns A promise only where something has to be waited for.
   * @throws What the store threw.
   */
  confirm(live: LiveClaim): void | Promise<void> {
    const { mayBeTaken } = live
    this.#letGo(live)
    if (live.loss) return undefined
    // A handler kept the event loop busy, or the machine was suspended: no extension was possible.
    if (mayBeTaken) return this.#extendAndConfirm(live)
    return this.#tell('confirm', live)
  }

  async #extendAndConfirm(live: LiveClaim): Promise<void> {
    try {
      await this.#extend(live)
    } catch (error) {
      live.lose(error)
      return
    }
    await this.#tell('confirm', live)
  }

  /** The handlers of a claim failed: whoever comes next may have it. @throws What the store threw. */
  release(live: LiveClaim): void | Promise<void> {
    this.#letGo(live)
    return live.loss ? undefined : this.#tell('release', live)
  }

  #tell(what: 'confirm' | 'release', { key, claim }: LiveClaim): void | Promise<void> {
    if (this.#memory) return this.#memory[what](key, claim)
    return this.#bounded(
      what,
      this.#ask(() => this.#seen[what](key, claim)),
    )
  }

  #letGo(live: LiveClaim): void {
    this.#fresh.delete(live)
    void live.lease.end()
  }

  #extend({ key, claim }: LiveClaim): Promise<void> {
    const pending = this.#ask(() => this.#seen.extend(key, claim, { leaseSeconds: this.#leaseSeconds }))
    return this.#bounded('extend', pending, this.#leaseSeconds / 3)
  }

  /** A claim that was given after nobody waited for it any more goes back, rather than blocking the update for a lease. */
  #releaseLate(key: string, pending: ReturnType<SeenUpdates['claim']>): void {
    pending
      .then((result) => (result.state === 'CLAIMED' ? this.#seen.release(key, result.claim) : undefined))
      .catch(() => undefined) // it frees itself by its lease
  }

  /** A store may throw at once as well. */
  async #ask<T>(question: () => Promise<T>): Promise<T> {
    return question()
  }

  #bounded<T>(method: string, pending: Promise<T>, seconds = this.#leaseSeconds): Promise<T> {
    const who = `seenUpdates.${method}`
    return answerWithin(answerOfPort(pending, who), { clock: this.#clock, seconds, who })
  }
}

/** Reads what a store answered to a claim. */
function taken(
  key: string,
  result: ClaimResult,
  made: LeaseOfClaim & { readonly update: Update },
): LiveClaim | null {
  const { update } = made
  if (result?.state === 'SEEN') return null
  if (result?.state === 'BUSY')
    throw busy(
      `Another worker is handling update ${update.id} of ${update.platform}. Deliver it again later.`,
    )
  if (result?.state !== 'CLAIMED' || typeof result.claim !== 'string')
    throw new ConfigError(
      'The store of seen updates gave an answer to claim that is none: it must be SEEN, BUSY, or CLAIMED with a claim.',
    )
  return new LiveClaim(key, result.claim, made)
}

function busy(message: string): UpdateBusyError {
  return new UpdateBusyError(message, { retryAfter: BUSY_SECONDS })
}

import type { ClaimResult, Clock, SeenUpdates } from '../../contract/index.js'
import { BUSY_SECONDS } from '../../errors/details.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import { Lease, type LeaseMoment, leaseMoment } from '../../http/time/lease.js'
import type { Update } from '../../models/index.js'
import { answerOfPort } from '../../storage/port-error.js'
import { handledWithin } from './handled-within.js'
import { memoryBehind } from './in-memory-seen.js'
import type { SeenMemory } from './seen-memory.js'

/**
 * Arguments for a new claim: the function that creates its lease, and whether other workers share
 * the store.
 */
interface LeaseOfClaim {
  readonly isShared: boolean
  readonly lease: (live: LiveClaim) => Lease
}

/** Claim of this worker on an update whose handlers are running, with the lease of the claim. */
export class LiveClaim {
  readonly key: string
  readonly claim: string
  readonly lease: Lease
  /**
   * False if the store is in the memory of this process, where no other worker can take the claim.
   */
  readonly #isShared: boolean
  /**
   * Error that ended the claim. Null while the claim is held. After a loss, another worker may
   * handle the update.
   */
  loss: { readonly error: unknown } | null = null
  /** Called when the claim is lost. */
  onLoss: ((error: unknown) => void) | null = null

  constructor(key: string, claim: string, { lease, isShared }: LeaseOfClaim) {
    this.key = key
    this.claim = claim
    this.lease = lease(this)
    this.#isShared = isShared
  }

  /**
   * True if another worker may handle the update now. The value can be true before a failed
   * extension has reported the loss.
   */
  get mayBeTaken(): boolean {
    return this.loss !== null || (this.#isShared && !this.lease.isHeld)
  }

  /** Records that the claim was lost because its lease could not be extended in time. */
  lose(error: unknown): void {
    this.loss ??= { error }
    this.onLoss?.(error)
  }
}

/**
 * Manages the claims of a dispatcher. The leases are extended while handlers run, except for
 * handlers that finish within one turn of the event loop. Store calls time out after the length of
 * a lease. A claim whose lease ended without an extension is lost, and is neither confirmed nor
 * released.
 */
export class ClaimKeeper {
  readonly #seen: SeenUpdates
  /**
   * Direct access to the in-memory store, whose synchronous calls need no timeout. Null for any
   * other store.
   */
  readonly #memory: SeenMemory | null
  readonly #clock: Clock
  readonly #leaseSeconds: number
  /**
   * Claims whose handlers started in this turn of the event loop. Their leases are extended only
   * if the handlers run longer.
   */
  readonly #fresh = new Set<LiveClaim>()

  constructor(seen: SeenUpdates, options: { readonly clock: Clock; readonly leaseSeconds: number }) {
    this.#seen = seen
    this.#memory = memoryBehind(seen)
    this.#clock = options.clock
    this.#leaseSeconds = options.leaseSeconds
  }

  /**
   * Claims an update for this worker.
   *
   * @returns The claim, or null if the update was already handled. The result is a promise only if
   * the store is asynchronous.
   * @throws UpdateBusyError if another worker holds the update.
   */
  take(key: string, update: Update): LiveClaim | null | Promise<LiveClaim | null> {
    // The lease is counted from before the store call, because the store may start it at any time
    // during the call.
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
        // `extend` does not reject for a lost claim. Whether the lease had ended must be read
        // before the call.
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

  /** Extends the lease of a claim until it is confirmed or released. */
  keep(live: LiveClaim): void {
    if (this.#fresh.size === 0) setImmediate(() => this.#keepFresh())
    this.#fresh.add(live)
  }

  #keepFresh(): void {
    for (const live of this.#fresh) live.lease.keep()
    this.#fresh.clear()
  }

  /**
   * Confirms a claim after its handlers succeeded, unless the claim was lost.
   *
   * @returns A promise only if the store is asynchronous.
   * @throws The error of the store.
   */
  confirm(live: LiveClaim): void | Promise<void> {
    const { mayBeTaken } = live
    this.#endLease(live)
    if (live.loss) return undefined
    // A handler blocked the event loop, or the machine was suspended. The lease ended because no
    // timer could extend it.
    if (mayBeTaken) return this.#extendAndConfirm(live)
    return this.#callStore('confirm', live)
  }

  async #extendAndConfirm(live: LiveClaim): Promise<void> {
    try {
      await this.#extend(live)
    } catch (error) {
      live.lose(error)
      return
    }
    await this.#callStore('confirm', live)
  }

  /**
   * Releases a claim after its handlers failed, so that another worker can claim the update.
   * @throws The error of the store.
   */
  release(live: LiveClaim): void | Promise<void> {
    this.#endLease(live)
    return live.loss ? undefined : this.#callStore('release', live)
  }

  #callStore(what: 'confirm' | 'release', { key, claim }: LiveClaim): void | Promise<void> {
    if (this.#memory) return this.#memory[what](key, claim)
    return this.#bounded(
      what,
      this.#ask(() => this.#seen[what](key, claim)),
    )
  }

  #endLease(live: LiveClaim): void {
    this.#fresh.delete(live)
    void live.lease.end()
  }

  #extend({ key, claim }: LiveClaim): Promise<void> {
    const pending = this.#ask(() => this.#seen.extend(key, claim, { leaseSeconds: this.#leaseSeconds }))
    return this.#bounded('extend', pending, this.#leaseSeconds / 3)
  }

  /**
   * Releases a claim that the store granted after the timeout. Otherwise the unused claim would
   * block the update until its lease ends.
   */
  #releaseLate(key: string, pending: ReturnType<SeenUpdates['claim']>): void {
    pending
      .then((result) => (result.state === 'CLAIMED' ? this.#seen.release(key, result.claim) : undefined))
      .catch(() => undefined) // if the release fails, the claim ends with its lease
  }

  /** Calls the store, and turns a synchronous error into a rejection. */
  async #ask<T>(call: () => Promise<T>): Promise<T> {
    return call()
  }

  #bounded<T>(method: string, pending: Promise<T>, seconds = this.#leaseSeconds): Promise<T> {
    const who = `seenUpdates.${method}`
    return handledWithin(answerOfPort(pending, who), { clock: this.#clock, seconds, who })
  }
}

/**
 * Checks the store's result, and creates the claim from it. Returns null if the update was already
 * handled.
 */
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
      'The store of seen updates returned an invalid result from claim: it must be SEEN, BUSY, or CLAIMED with a claim.',
    )
  return new LiveClaim(key, result.claim, made)
}

function busy(message: string): UpdateBusyError {
  return new UpdateBusyError(message, { retryAfter: BUSY_SECONDS })
}

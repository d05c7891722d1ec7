import type { ClaimResult, Clock, SeenUpdates } from '../../contract/index.js'
import { BUSY_SECONDS } from '../../errors/details.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import type { Update } from '../../models/index.js'
import { answerOfPort } from '../../storage/port-error.js'
import { answerWithin } from './answer-within.js'
import { memoryBehind } from './in-memory-seen.js'
import type { SeenMemory } from './seen-memory.js'

/** A claim on an update, with its lease, while the handlers are at work. */
export class LiveClaim {
  readonly key: string
  readonly claim: string
  /** When the lease is over, by the monotonic clock. */
  heldUntil: number
  /** Why it was lost; null while it is ours. Another worker may have the update once it is lost. */
  loss: { readonly error: unknown } | null = null
  /** Told when it is lost. */
  onLoss: ((error: unknown) => void) | null = null

  constructor(key: string, claim: string, heldUntil: number) {
    this.key = key
    this.claim = claim
    this.heldUntil = heldUntil
  }

  /** It could not be extended in time. */
  lose(error: unknown): void {
    this.loss ??= { error }
    this.onLoss?.(error)
  }
}

/**
 * The claims of a dispatcher. They are extended while their handlers run: one timer for all of them, and none at all for
 * handlers that are done within one turn of the event loop. A store that does not answer is waited for no longer than a
 * lease. A claim that could not be extended until its lease was over is lost: it is neither confirmed nor released.
 */
export class ClaimKeeper {
  readonly #seen: SeenUpdates
  /** What the store in memory holds: it answers at once, and nothing has to bound it. Null for any other store. */
  readonly #memory: SeenMemory | null
  readonly #clock: Clock
  readonly #leaseSeconds: number
  /** Those whose handlers are at work. */
  readonly #live = new Set<LiveClaim>()
  #looking = false
  #stop: AbortController | null = null

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
    if (this.#memory)
      // Nobody else can keep it from being extended, so it is never lost.
      return taken(this.#memory.claim(key, this.#leaseSeconds), { key, heldUntil: Infinity, update })
    // The lease begins before the store has answered.
    const heldUntil = this.#clock.monotonic() + this.#leaseSeconds
    return this.#claim(key).then((result) => taken(result, { key, heldUntil, update }))
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
    this.#live.add(live)
    this.#lookSoon()
  }

  /**
   * The handlers of a claim succeeded: the update is remembered, unless the claim turns out to be lost.
   *
   * @returns A promise only where something has to be waited for.
   * @throws What the store threw.
   */
  confirm(live: LiveClaim): void | Promise<void> {
    this.#remove(live)
    if (live.loss) return undefined
    // A handler kept the event loop busy, or the machine paused: nobody could extend it.
    if (this.#isOver(live)) return this.#extendAndConfirm(live)
    return this.#tell('confirm', live)
  }

  async #extendAndConfirm(live: LiveClaim): Promise<void> {
    await this.#extend(live)
    if (!live.loss) await this.#tell('confirm', live)
  }

  /** The handlers of a claim failed: whoever comes next may have it. @throws What the store threw. */
  release(live: LiveClaim): void | Promise<void> {
    this.#remove(live)
    return live.loss ? undefined : this.#tell('release', live)
  }

  #tell(what: 'confirm' | 'release', { key, claim }: LiveClaim): void | Promise<void> {
    if (this.#memory) return this.#memory[what](key, claim)
    return this.#bounded(
      what,
      this.#ask(() => this.#seen[what](key, claim)),
    )
  }

  #remove(live: LiveClaim): void {
    this.#live.delete(live)
    if (this.#live.size > 0 || !this.#stop) return
    this.#stop.abort()
    this.#stop = null
  }

  #lookSoon(): void {
    if (this.#looking || this.#stop) return
    this.#looking = true
    setImmediate(() => {
      this.#looking = false
      if (this.#live.size > 0 && !this.#stop) void this.#extendUntilIdle(new AbortController())
    })
  }

  async #extendUntilIdle(stop: AbortController): Promise<void> {
    this.#stop = stop
    while (!stop.signal.aborted) {
      try {
        await this.#clock.sleep(this.#leaseSeconds / 3, { signal: stop.signal })
      } catch {
        return // Nothing is left to extend.
      }
      // Not waited for: a store that fails or hangs now gets two more chances before the lease is over.
      for (const live of this.#live) void this.#extend(live)
    }
  }

  /** Extends a claim; it is lost when that failed and its lease is over. */
  async #extend(live: LiveClaim): Promise<void> {
    const heldUntil = this.#clock.monotonic() + this.#leaseSeconds
    const { key, claim } = live
    const pending = this.#ask(() => this.#seen.extend(key, claim, { leaseSeconds: this.#leaseSeconds }))
    try {
      await this.#bounded('extend', pending, this.#leaseSeconds / 3)
      live.heldUntil = Math.max(live.heldUntil, heldUntil)
    } catch (error) {
      if (this.#isOver(live)) live.lose(error)
    }
  }

  #isOver({ heldUntil }: LiveClaim): boolean {
    return heldUntil !== Infinity && this.#clock.monotonic() >= heldUntil
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
  result: ClaimResult,
  { key, heldUntil, update }: { readonly key: string; readonly heldUntil: number; readonly update: Update },
): LiveClaim | null {
  if (result?.state === 'SEEN') return null
  if (result?.state === 'BUSY')
    throw busy(
      `Another worker is handling update ${update.id} of ${update.platform}. Deliver it again later.`,
    )
  if (result?.state !== 'CLAIMED' || typeof result.claim !== 'string')
    throw new ConfigError(
      'The store of seen updates gave an answer to claim that is none: it must be SEEN, BUSY, or CLAIMED with a claim.',
    )
  return new LiveClaim(key, result.claim, heldUntil)
}

function busy(message: string): UpdateBusyError {
  return new UpdateBusyError(message, { retryAfter: BUSY_SECONDS })
}

import type { Clock, SeenUpdates } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { systemClock } from '../../http/time/clock.js'
import { type Update, UpdateKind } from '../../models/index.js'
import { assertSignal } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { describeValue } from '../../models/values/describe-value.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { checkSeconds } from '../polling/poller-options.js'
import { ClaimKeeper, type LiveClaim } from './claim-keeper.js'
import { handledWithin } from './handled-within.js'
import { type HandlerContext, HandlerRun } from './handler-run.js'

/**
 * Handles one update. All handlers run again for the same update if one of them failed, so a
 * handler must be safe to repeat.
 */
export type UpdateHandler = (update: Update, context: HandlerContext) => void | Promise<void>

/** Options of a dispatcher. */
export interface DispatcherOptions {
  /**
   * Store that remembers handled updates, so that repeated ones are skipped. Without a store,
   * every delivered copy is handled.
   */
  readonly seen?: SeenUpdates | undefined
  readonly clock?: Clock | undefined
  /**
   * Lease of a claim on an update in seconds, extended while handlers run. If a worker dies, other
   * workers can handle its update after this time. Default: 60.
   */
  readonly leaseSeconds?: number | undefined
  /**
   * Timeout of one handler in seconds. Default: 300. After the timeout the handler has failed and
   * its signal is aborted. The update is delivered again, even if the handler ignores the signal
   * and still runs.
   */
  readonly handlerSeconds?: number | undefined
}

const OPTION_NAMES = Object.keys({
  seen: true,
  clock: true,
  leaseSeconds: true,
  handlerSeconds: true,
} satisfies Record<keyof DispatcherOptions, true>)

/**
 * Passes updates to the application's handlers. With a store in `seen`, an update that was handled
 * is not handled again.
 *
 * If one handler fails, the update is not remembered and is delivered again. **Every** handler then
 * runs again, including those that succeeded (at-least-once delivery). Handlers must be safe to
 * repeat.
 *
 * @example
 * const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates() })
 * dispatcher.on('COMMENT_CREATED', async (update) => saveComment(update.id, update.raw))
 * new Routes(client, { redirectUri, secrets, deliver: dispatcher.deliver })
 */
export class Dispatcher {
  readonly #keeper: ClaimKeeper | null
  readonly #clock: Clock
  readonly #handlerSeconds: number
  readonly #byKind = new Map<UpdateKind, UpdateHandler[]>()
  readonly #forAny: UpdateHandler[] = []
  /**
   * Cached list of handlers for each kind of update: those of the kind, then those for every kind.
   */
  readonly #together = new Map<UpdateKind, readonly UpdateHandler[]>()

  /** @throws ConfigError for an unknown option, and for a time that is not above 0 seconds. */
  constructor(options: DispatcherOptions = {}) {
    refuseUnknownNames(options, OPTION_NAMES, 'Dispatcher')
    const { seen, clock = systemClock, leaseSeconds = 60, handlerSeconds = 300 } = options
    if (!Number.isFinite(leaseSeconds) || leaseSeconds <= 0)
      throw new ConfigError('leaseSeconds must be above 0. It is the length of a claim on an update.')
    checkSeconds('handlerSeconds', handlerSeconds)
    this.#keeper = seen ? new ClaimKeeper(seen, { clock, leaseSeconds }) : null
    this.#clock = clock
    this.#handlerSeconds = handlerSeconds
  }

  /**
   * Adds a handler for one kind of update. Handlers run in the order they were added, one after another.
   *
   * @returns A function that removes the handler.
   * @throws ConfigError for an unknown kind.
   */
  on(kind: UpdateKind, handler: UpdateHandler): () => void {
    if (typeof kind !== 'string' || !Object.hasOwn(UpdateKind, kind))
      throw new ConfigError(
        `${describeValue(kind)} is not a kind of update. The kinds are ${Object.keys(UpdateKind).join(', ')}.`,
      )
    assertHandler(handler)
    let handlers = this.#byKind.get(kind)
    if (!handlers) this.#byKind.set(kind, (handlers = []))
    return this.#add(handlers, handler)
  }

  /**
   * Adds a handler for every update, including `UNKNOWN`. The handler runs after those for the
   * update's own kind.
   *
   * @returns A function that removes the handler.
   */
  onAny(handler: UpdateHandler): () => void {
    assertHandler(handler)
    return this.#add(this.#forAny, handler)
  }

  /**
   * Runs every handler for an update, even if an earlier handler failed. Updates that were already
   * handled are skipped. This function needs no `this`, so `dispatcher.deliver` can be passed as a
   * callback.
   *
   * @param update - The update to handle.
   * @param options - If `signal` is aborted, no further handler starts, and the promise rejects
   * with the signal's reason.
   * @throws AggregateError with the errors of all failed handlers, also for a single error. Also
   * thrown if the store could not extend the claim on the update while handlers ran. The update is
   * then not remembered.
   * @throws UpdateBusyError if another worker holds the same update. No handler ran.
   */
  readonly deliver = async (
    update: Update,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<void> => {
    const signal = options?.signal
    assertSignal(signal, 'deliver')
    signal?.throwIfAborted()
    assertObject(update, 'deliver', 'an update as it was polled or pushed')
    if (!this.#keeper) return this.#runAll(update, signal, null)

    const taken = this.#keeper.take(keyOf(update), update)
    const live = taken instanceof Promise ? await taken : taken
    if (!live) return
    try {
      await this.#runAll(update, signal, live)
    } catch (error) {
      await this.#release(live, error)
      throw error
    }
    const confirming = this.#keeper.confirm(live)
    if (confirming) await confirming
    if (live.loss) throw lostClaim(update, live.loss.error)
  }

  async #runAll(update: Update, signal: AbortSignal | undefined, live: LiveClaim | null): Promise<void> {
    const handlers = this.#handlersOf(update.kind)
    const failures: unknown[] = []
    for (const handler of handlers) {
      signal?.throwIfAborted()
      if (live?.mayBeTaken) throw lostClaim(update, live.loss?.error)
      const run = new HandlerRun(signal)
      try {
        const pending = handler(update, run)
        if (pending) {
          if (live) this.#keepWhile(live, run)
          await this.#ended(pending, update.kind, run)
        }
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length === 0) return
    signal?.throwIfAborted()
    throw new AggregateError(
      failures,
      `${failures.length} of ${handlers.length} handlers failed for the ${update.kind} update ${update.id} of ${update.platform}.`,
    )
  }

  /**
   * Extends the claim while a handler runs, and aborts the handler's signal if the claim is lost.
   */
  #keepWhile(live: LiveClaim, run: HandlerRun): void {
    live.onLoss = (error) => run.stop(error)
    this.#keeper?.keep(live)
  }

  /** Waits for a handler to end. After the timeout, aborts the handler's signal and rejects. */
  #ended(pending: void | Promise<void>, kind: UpdateKind, run: HandlerRun): Promise<void> {
    const limit = { who: `A handler of ${kind}`, seconds: this.#handlerSeconds }
    return handledWithin(pending, { ...limit, clock: this.#clock }).catch((error: unknown) => {
      run.stop(error)
      throw error
    })
  }

  #handlersOf(kind: UpdateKind): readonly UpdateHandler[] {
    let handlers = this.#together.get(kind)
    if (!handlers) {
      handlers = [...(this.#byKind.get(kind) ?? []), ...this.#forAny]
      this.#together.set(kind, handlers)
    }
    return handlers
  }

  #add(handlers: UpdateHandler[], handler: UpdateHandler): () => void {
    if (typeof handler !== 'function')
      throw new ConfigError('A handler must be a function: (update, context) => …')
    handlers.push(handler)
    this.#together.clear()
    let isIn = true
    return () => {
      if (isIn) handlers.splice(handlers.indexOf(handler), 1)
      isIn = false
      this.#together.clear()
    }
  }

  /**
   * Releases the claim after a failure. If the release fails too, its error is added to the
   * handlers' errors, and the claim ends with its lease.
   */
  async #release(live: LiveClaim, error: unknown): Promise<void> {
    try {
      await this.#keeper?.release(live)
    } catch (failure) {
      if (error instanceof AggregateError) error.errors.push(failure)
    }
  }
}

function lostClaim(update: Update, cause: unknown = new Error('The lease has ended.')): AggregateError {
  return new AggregateError(
    [cause],
    `The claim on the ${update.kind} update ${update.id} of ${update.platform} was lost while its handlers ran: the store did not extend it. The update will be delivered again.`,
  )
}

/**
 * Returns the key of an update in the store. An id is unique only within its connection, so the
 * key contains the network and the connection. The length of the connection's part makes the key
 * unambiguous.
 */
function keyOf({ platform, connectionId, id }: Update): string {
  return `${platform} ${connectionId.length} ${connectionId} ${id}`
}

function assertHandler(handler: unknown): void {
  if (typeof handler !== 'function')
    throw new ConfigError(`A handler must be a function of an update, not ${describeValue(handler)}.`)
}

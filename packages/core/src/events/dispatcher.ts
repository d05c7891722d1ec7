import type { Clock, SeenUpdates } from '../contract/index.js'
import { ConfigError, UpdateBusyError } from '../errors/index.js'
import { systemClock } from '../http/clock.js'
import { type Update, UpdateKind } from '../models/index.js'
import { ClaimKeeper } from './claim-keeper.js'

/** What a handler is told beside the update. */
export interface HandlerContext {
  /** Fires when the delivery is called off; null when nobody can. */
  readonly signal: AbortSignal | null
}

/** Handles an update. It must be safe to repeat: an update comes again when any handler failed. */
export type UpdateHandler = (update: Update, context: HandlerContext) => void | Promise<void>

/** What a dispatcher is made from. */
export interface DispatcherOptions {
  /** Drops copies of what was handled; without it every copy is handled. */
  readonly seen?: SeenUpdates
  readonly clock?: Clock
  /** Seconds after which an update whose worker died is free again; extended while handlers run; 60 unless given. */
  readonly leaseSeconds?: number
}

/** Seconds after which a copy that is in other hands is worth another try. */
const BUSY_SECONDS = 5
const NO_SIGNAL: HandlerContext = Object.freeze({ signal: null })

/**
 * Hands updates to the application's handlers, each update once.
 *
 * Delivery is at least once: when one handler fails, the update is not remembered, the network sends it again, and
 * **every** handler runs again, those that succeeded too. Handlers must be safe to repeat.
 *
 * @example
 * const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates() })
 * dispatcher.on('COMMENT_CREATED', async (update) => saveComment(update.id, update.raw))
 * new Routes(client, { redirectUri, secrets, deliver: dispatcher.deliver })
 */
export class Dispatcher {
  readonly #seen: SeenUpdates | null
  readonly #keeper: ClaimKeeper | null
  readonly #lease: { readonly leaseSeconds: number }
  readonly #byKind = new Map<UpdateKind, UpdateHandler[]>()
  readonly #forAny: UpdateHandler[] = []
  /** What runs for a kind, put together when it is first needed. */
  readonly #together = new Map<UpdateKind, readonly UpdateHandler[]>()

  /** @throws ConfigError when `leaseSeconds` is not a positive number. */
  constructor(options: DispatcherOptions = {}) {
    const { seen, clock = systemClock, leaseSeconds = 60 } = options
    if (!(leaseSeconds > 0) || !Number.isFinite(leaseSeconds))
      throw new ConfigError('leaseSeconds must be more than 0. It is how long a claim on an update lasts.')
    this.#seen = seen ?? null
    this.#lease = { leaseSeconds }
    this.#keeper = seen ? new ClaimKeeper(seen, { clock, leaseSeconds }) : null
  }

  /**
   * Adds a handler for one kind of update. Handlers run in the order they were added, one after another.
   *
   * @returns Takes the handler away again.
   * @throws ConfigError for a kind that does not exist.
   */
  on(kind: UpdateKind, handler: UpdateHandler): () => void {
    if (!Object.hasOwn(UpdateKind, kind))
      throw new ConfigError(
        `"${kind}" is no kind of update. The kinds are ${Object.keys(UpdateKind).join(', ')}.`,
      )
    let handlers = this.#byKind.get(kind)
    if (!handlers) this.#byKind.set(kind, (handlers = []))
    return this.#add(handlers, handler)
  }

  /**
   * Adds a handler for every update, `UNKNOWN` included. These run after the handlers of the kind.
   *
   * @returns Takes the handler away again.
   */
  onAny(handler: UpdateHandler): () => void {
    return this.#add(this.#forAny, handler)
  }

  /**
   * Runs every handler for an update, also when an earlier one failed. A copy of what was handled is dropped. May be
   * passed on as it is: it needs no `this`.
   *
   * @param update - What happened.
   * @param options - `signal` calls the delivery off between two handlers; the rejection is its reason.
   * @throws AggregateError with every failure when a handler failed, also for one; the update is then not remembered.
   * @throws UpdateBusyError when another worker has the same update in hand; nothing was run.
   */
  readonly deliver = async (
    update: Update,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<void> => {
    const signal = options?.signal
    signal?.throwIfAborted()
    if (!this.#seen || !this.#keeper) return this.#runAll(update, signal)

    const key = keyOf(update)
    const result = await this.#seen.claim(key, this.#lease)
    if (result.state === 'SEEN') return
    if (result.state !== 'CLAIMED')
      throw new UpdateBusyError(
        `Another worker is handling update ${update.id} of ${update.platform}. Deliver it again later.`,
        { platform: update.platform, retryAfter: BUSY_SECONDS },
      )

    const live = { key, claim: result.claim }
    this.#keeper.add(live)
    try {
      await this.#runAll(update, signal)
    } catch (error) {
      this.#keeper.remove(live)
      await this.#release(key, result.claim, error)
      throw error
    }
    this.#keeper.remove(live)
    await this.#seen.confirm(key, result.claim)
  }

  async #runAll(update: Update, signal: AbortSignal | undefined): Promise<void> {
    const handlers = this.#handlersOf(update.kind)
    const context = signal ? { signal } : NO_SIGNAL
    const failures: unknown[] = []
    for (const handler of handlers) {
      signal?.throwIfAborted()
      try {
        const pending = handler(update, context)
        if (pending) await pending
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

  #handlersOf(kind: UpdateKind): readonly UpdateHandler[] {
    let handlers = this.#together.get(kind)
    if (!handlers) {
      handlers = [...(this.#byKind.get(kind) ?? []), ...this.#forAny]
      this.#together.set(kind, handlers)
    }
    return handlers
  }

  #add(handlers: UpdateHandler[], handler: UpdateHandler): () => void {
    handlers.push(handler)
    this.#together.clear()
    let isIn = true
    return () => {
      if (isIn) handlers.splice(handlers.indexOf(handler), 1)
      isIn = false
      this.#together.clear()
    }
  }

  /** A store that cannot let go now frees the claim by its lease; the failure joins those of the handlers. */
  async #release(key: string, claim: string, error: unknown): Promise<void> {
    try {
      await this.#seen?.release(key, claim)
    } catch (failure) {
      if (error instanceof AggregateError) error.errors.push(failure)
    }
  }
}

/**
 * An id is unique within its connection only: two networks, or two accounts, may use the same one. The length keeps
 * the parts apart, whatever they hold.
 */
function keyOf({ platform, connectionId, id }: Update): string {
  return `${platform} ${connectionId.length} ${connectionId} ${id}`
}

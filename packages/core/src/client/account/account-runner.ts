import type {
  AllAbilities,
  Call,
  Clock,
  FoundPost,
  Platform,
  PostClaim,
  ReconcileCall,
} from '../../contract/index.js'
import { channels, trace } from '../../diagnostics/channels.js'
import { setNetworkName } from '../../errors/base.js'
import { hideTokens } from '../../http/redaction/redact.js'
import { Deadline } from '../../http/time/deadline.js'
import { type AppCredentials, type Connection, platformOf } from '../../models/index.js'
import type { ReconcileOptions } from '../../publishing/publish-job.js'
import { AccountCall, type AccountCallParts, type CallParts } from '../call.js'
import type { ClientParts } from '../client-parts.js'
import { DryRunCall, type DryRunEnd } from '../posting/dry-run.js'
import { toCandidates } from '../posting/found-posts.js'
import { PublishingCall, type PublishingParts } from '../posting/publishing-call.js'
import type { CallOptions } from '../types.js'
import { type Supporting, supporting } from './abilities.js'

/** Clock whose waits extend the deadline of the call by the time waited. Used for waits that a network requests. */
class SuspendingClock implements Clock {
  readonly #clock: Clock
  readonly #deadline: Deadline

  constructor(clock: Clock, deadline: Deadline) {
    this.#clock = clock
    this.#deadline = deadline
  }

  now(): Date {
    return this.#clock.now()
  }

  monotonic(): number {
    return this.#clock.monotonic()
  }

  sleep(seconds: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<void> {
    const { signal } = this.#deadline
    return this.#deadline.suspend(() => this.#clock.sleep(seconds, { signal, ...options }))
  }
}

/** Parts of an account's call. Each part is computed when it is first used. */
class RunnerCallParts implements AccountCallParts {
  readonly platform: Platform
  readonly operation: string
  readonly deadline: Deadline
  readonly connection: Connection
  readonly errors: 'platform' | 'generic'
  readonly #runner: AccountRunner

  constructor(
    runner: AccountRunner,
    operation: string,
    deadline: Deadline,
    connection: Connection,
    errors: 'platform' | 'generic',
  ) {
    this.platform = runner.platform
    this.operation = operation
    this.deadline = deadline
    this.connection = connection
    this.errors = errors
    this.#runner = runner
  }

  get ensureFresh(): (() => Promise<Connection>) | null {
    const { id, client } = this.#runner
    if (!client.keeper.isDue(this.connection)) return null
    return () => client.keeper.fresh(id, { signal: this.deadline.signal })
  }

  get renew(): (refused: Connection) => Promise<Connection> {
    const { keeper } = this.#runner.client
    return (refused) => keeper.renew(refused, { signal: this.deadline.signal })
  }

  app(): Promise<AppCredentials | null> {
    if (this.platform.features.has('NEEDS_NO_APP')) return Promise.resolve(null)
    return this.#runner.client.storage.getApp(this.connection.platform, this.connection.host)
  }
}

/** Idempotency key of a publish whose response was lost, and a function that claims posts for this key. */
type LostPublish = Pick<ReconcileOptions, 'claimPost'> & { readonly idempotencyKey: string }

/** The call that a platform uses to find out whether a publish with a lost response took effect. */
class LostPublishCall extends AccountCall implements ReconcileCall {
  readonly operation: string
  readonly idempotencyKey: string
  readonly #claimPost: ReconcileOptions['claimPost']

  constructor(parts: CallParts, account: AccountCallParts, { idempotencyKey, claimPost }: LostPublish) {
    super(parts, account)
    this.operation = account.operation
    this.idempotencyKey = idempotencyKey
    this.#claimPost = claimPost
  }

  async claimPost(
    found: readonly FoundPost[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    return this.#claimPost(toCandidates(found, this.networkNow()), options)
  }
}

/**
 * Runs the operations of one account. It applies the deadline, reads the connection, renews the token, makes the
 * call, and reports to diagnostics.
 */
export class AccountRunner {
  readonly id: string
  readonly #client: ClientParts
  #platform: Platform | null = null
  /** Call that was made last. Its tokens are removed from any error of the operation. */
  #newest: AccountCall | null = null
  /** Call of each operation. Operations of one handle can run at the same time. */
  readonly #calls = new WeakMap<Deadline, AccountCall>()

  constructor(client: ClientParts, id: string) {
    this.#client = client
    this.id = id
  }

  get client(): ClientParts {
    return this.#client
  }

  /**
   * Returns the account's platform.
   * @throws ConfigError for an unknown platform. The message names the package to install.
   */
  get platform(): Platform {
    this.#platform ??= this.#client.platformFor(platformOf(this.id))
    return this.#platform
  }

  /** Runs work that requires an ability of the platform, within one deadline for the whole operation. */
  async run<M extends keyof AllAbilities, T>(
    method: M,
    options: CallOptions | undefined,
    work: (platform: Supporting<M>, call: Call) => Promise<T>,
  ): Promise<T> {
    const platform = supporting(this.platform, method)
    return this.within(method, options, async (deadline) => work(platform, await this.call(method, deadline)))
  }

  /**
   * Runs work within one deadline for the whole operation, and reports it to diagnostics. The promise rejects at the
   * deadline or when the caller aborts, even if a store or a platform never responds.
   */
  within<T>(
    operation: string,
    options: CallOptions | undefined,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    return this.publishing(operation, options, (deadline) => deadline.race(work(deadline)))
  }

  /**
   * Like `within`, but does not reject at the deadline. A publish limits its own steps, so that it can still query
   * an uncertain outcome after the deadline.
   */
  async publishing<T>(
    operation: string,
    options: CallOptions | undefined,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const { clock, deadlineSeconds } = this.#client
    options?.signal?.throwIfAborted()
    this.#client.engine.assertOpen()
    const platform = platformOf(this.id)
    const seconds = options?.deadlineSeconds ?? deadlineSeconds
    const deadline = new Deadline({ clock, platform, seconds, signal: options?.signal })
    try {
      const result = await this.#traced(operation, platform, deadline, work)
      const call = this.#calls.get(deadline)
      if (call?.hasAnswer && (call.connection.problem ?? null) !== null)
        await this.#client.health.succeeded(call.connection, operation)
      return result
    } catch (error) {
      const clean = this.#withoutTokens(error)
      const call = this.#calls.get(deadline)
      if (call?.hasAnswer) await this.#client.health.refused(call.connection, operation, clean)
      throw clean
    } finally {
      deadline.end()
    }
  }

  #traced<T>(
    operation: string,
    platform: string,
    deadline: Deadline,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    if (!channels.operation.hasSubscribers) return work(deadline)
    const event = { platform, connectionId: this.id, operation }
    const hiding = (error: unknown): never => {
      throw this.#withoutTokens(error)
    }
    return trace(channels.operation, event, () => work(deadline).catch(hiding))
  }

  #withoutTokens(error: unknown): unknown {
    setNetworkName(error, this.platform.displayName)
    return this.#newest === null ? error : hideTokens(error, this.#newest.connection)
  }

  /** Makes a call that renews the connection, if its token is due, before the first request. */
  async call(
    operation: string,
    deadline: Deadline,
    errors: 'platform' | 'generic' = 'platform',
  ): Promise<AccountCall> {
    const connection = await this.readConnection()
    const parts = new RunnerCallParts(this, operation, deadline, connection, errors)
    return this.#note(deadline, new AccountCall(this.#client.callParts, parts))
  }

  /** Makes the call of a dry run. The call can read from the network, and stops before its first write. */
  async dryRunCall(operation: string, deadline: Deadline, end: DryRunEnd): Promise<DryRunCall> {
    const parts = new RunnerCallParts(this, operation, deadline, await this.readConnection(), 'platform')
    const hasMediaHost = this.#client.mediaHost !== null
    const call = new DryRunCall(this.#client.callParts, parts, { end, hasMediaHost })
    return this.#note(deadline, call)
  }

  #note<C extends AccountCall>(deadline: Deadline, call: C): C {
    this.#newest = call
    this.#calls.set(deadline, call)
    return call
  }

  /** Makes the call that finds out whether a publish with a lost response took effect. */
  async reconcileCall(
    operation: string,
    deadline: Deadline,
    lostPublish: LostPublish,
  ): Promise<ReconcileCall> {
    const parts = new RunnerCallParts(this, operation, deadline, await this.readConnection(), 'platform')
    return new LostPublishCall(this.#client.callParts, parts, lostPublish)
  }

  /** Returns the stored connection. @throws ConfigError with the id, if no connection is stored. */
  readConnection(): Promise<Connection> {
    return this.#client.keeper.read(this.id)
  }

  /** Makes a call that publishes. Waits that the network requests do not count against its deadline. */
  publishingCall(
    operation: string,
    deadline: Deadline,
    connection: Connection,
    publishing: PublishingParts,
  ): PublishingCall {
    const { engine, random, allowLoopback } = this.#client.callParts
    const clock = new SuspendingClock(this.#client.clock, deadline)
    const parts = new RunnerCallParts(this, operation, deadline, connection, 'platform')
    return this.#note(
      deadline,
      new PublishingCall({ engine, clock, random, allowLoopback }, parts, publishing),
    )
  }
}

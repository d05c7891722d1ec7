import type { AllAbilities, Call, Clock, Platform } from '../contract/index.js'
import { traceOperation } from '../diagnostics/channels.js'
import { Deadline } from '../http/deadline.js'
import { type Connection, platformOf } from '../models/index.js'
import { type Supporting, supporting } from './abilities.js'
import { AccountCall, type AccountCallParts, type CallParts } from './call.js'
import type { ClientParts } from './client-parts.js'
import { PublishingCall, type PublishingParts } from './publishing-call.js'
import type { CallOptions } from './types.js'

/** Waits that a network asks for do not count against the deadline of the call. */
function suspendingClock(clock: Clock, deadline: Deadline): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (seconds, options) =>
      deadline.suspend(() => clock.sleep(seconds, { signal: deadline.signal, ...options })),
  }
}

/** Runs the operations of one account: deadline, connection, token, call, diagnostics. */
export class AccountRunner {
  readonly id: string
  readonly #client: ClientParts

  constructor(client: ClientParts, id: string) {
    this.#client = client
    this.id = id
  }

  get client(): ClientParts {
    return this.#client
  }

  /** @throws ConfigError for an unknown platform, saying which package to install. */
  get platform(): Platform {
    return this.#client.platformFor(platformOf(this.id))
  }

  /** Runs work that needs an ability. */
  async run<M extends keyof AllAbilities, T>(
    method: M,
    options: CallOptions | undefined,
    work: (platform: Supporting<M>, call: Call) => Promise<T>,
  ): Promise<T> {
    const platform = supporting(this.platform, method)
    return this.within(method, options, async (deadline) => work(platform, await this.call(method, deadline)))
  }

  /** Runs work inside one overall deadline, seen by diagnostics. */
  async within<T>(
    operation: string,
    options: CallOptions | undefined,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const { clock, deadlineSeconds } = this.#client
    options?.signal?.throwIfAborted()
    const deadline = new Deadline({
      clock,
      platform: platformOf(this.id),
      seconds: options?.deadlineSeconds ?? deadlineSeconds,
      ...(options?.signal && { signal: options.signal }),
    })
    try {
      return await traceOperation({ platform: platformOf(this.id), connectionId: this.id, operation }, () =>
        work(deadline),
      )
    } finally {
      deadline.end()
    }
  }

  /** A call whose connection is made fresh before its first request. */
  async call(
    operation: string,
    deadline: Deadline,
    errors: 'platform' | 'generic' = 'platform',
  ): Promise<AccountCall> {
    return new AccountCall(this.#client.callParts, await this.#callParts(operation, deadline, errors))
  }

  /** The same for what publishes: its waits do not count against the deadline. */
  async publishingCall(
    operation: string,
    deadline: Deadline,
    publishing: PublishingParts,
  ): Promise<PublishingCall> {
    const parts: CallParts = {
      ...this.#client.callParts,
      clock: suspendingClock(this.#client.clock, deadline),
    }
    return new PublishingCall(parts, await this.#callParts(operation, deadline, 'platform'), publishing)
  }

  async #callParts(
    operation: string,
    deadline: Deadline,
    errors: 'platform' | 'generic',
  ): Promise<AccountCallParts> {
    const { keeper, storage } = this.#client
    const connection = await keeper.read(this.id)
    return {
      platform: this.platform,
      operation,
      deadline,
      connection,
      ensureFresh: keeper.isDue(connection) ? () => this.#fresh(deadline) : null,
      renew: (refused) => keeper.renew(refused, { signal: deadline.signal }),
      app: () =>
        this.platform.features.has('NEEDS_NO_APP')
          ? Promise.resolve(null)
          : storage.getApp(connection.platform, connection.host),
      errors,
    }
  }

  #fresh(deadline: Deadline): Promise<Connection> {
    return this.#client.keeper.fresh(this.id, { signal: deadline.signal })
  }
}

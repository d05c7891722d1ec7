import type { Call, Clock, LoginCall, Platform, PlatformHttp, Random } from '../contract/index.js'
import { publishWarning } from '../diagnostics/channels.js'
import { AuthError, NoConnectionError } from '../errors/index.js'
import type { PublishRecorder } from '../http/attempts/visible-request.js'
import type { HttpBinding, HttpEngine } from '../http/engine.js'
import type { Deadline } from '../http/time/deadline.js'
import type { AppCredentials, Connection } from '../models/index.js'
import { lazyHttp } from './lazy-http.js'

/** Parts that all calls of a client share. */
export interface CallParts {
  readonly engine: HttpEngine
  readonly clock: Clock
  readonly random: Random
  readonly allowLoopback: boolean
}

/** Publishes a message on the `social.warning` diagnostics channel. */
export function warn(platform: string | null, message: string): void {
  publishWarning({ platform, message })
}

/** Makes a call without a connection, for sign-ins and for registering apps. */
export function makeLoginCall(
  parts: CallParts,
  platform: Platform,
  operation: string,
  deadline: Deadline,
  app: AppCredentials | null,
): LoginCall {
  return {
    http: parts.engine.bind({
      platform,
      base: null,
      connection: () => null,
      app: () => Promise.resolve(app),
      renew: null,
      deadline,
      operation,
    }),
    clock: parts.clock,
    random: parts.random,
    signal: deadline.signal,
    allowLoopback: parts.allowLoopback,
    warn: (message) => warn(platform.name, message),
  }
}

/** Parts of an account's call, in addition to `CallParts`. */
export interface AccountCallParts {
  readonly platform: Platform
  readonly operation: string
  readonly deadline: Deadline
  readonly connection: Connection
  /** Renews the token if it is due, before the first request. Null if the token is fresh or must not be renewed. */
  readonly ensureFresh: (() => Promise<Connection>) | null
  /** Renews a connection after the network refused its token. Null inside a renewal. */
  readonly renew: ((refused: Connection) => Promise<Connection>) | null
  app(): Promise<AppCredentials | null>
  /** Called right before the first byte of each request is sent. Throws if the request must not be sent. */
  readonly assertMayLeave?: () => void
  /**
   * Selects how error responses are mapped: with the platform's `readError` (default), or only by status, for direct
   * access.
   */
  readonly errors?: 'platform' | 'generic'
}

/**
 * Reports a connection that was deleted during a call as a refused sign-in. Platforms handle a `NotFoundError` of
 * their requests, because it means a missing post or file.
 */
async function whileConnected(renewal: Promise<Connection>): Promise<Connection> {
  try {
    return await renewal
  } catch (error) {
    if (!NoConnectionError.is(error)) throw error
    throw new AuthError('The account was disconnected during the call. Sign the account in again.', {
      platform: error.platform,
      cause: error,
    })
  }
}

/** HTTP binding of an account's call. It holds the latest connection, which changes after a renewal. */
class AccountBinding implements HttpBinding {
  readonly platform: Platform
  readonly base: string
  readonly deadline: Deadline
  readonly operation: string
  readonly errors: 'platform' | 'generic'
  readonly publish: PublishRecorder | null
  readonly assertMayLeave: (() => void) | null
  readonly #parts: AccountCallParts
  #connection: Connection
  #app: Promise<AppCredentials | null> | null = null
  #hasAnswer = false

  constructor(parts: AccountCallParts, publish: PublishRecorder | null) {
    this.publish = publish
    this.platform = parts.platform
    this.base = parts.platform.apiBase(parts.connection)
    this.deadline = parts.deadline
    this.operation = parts.operation
    this.errors = parts.errors ?? 'platform'
    this.assertMayLeave = parts.assertMayLeave ?? null
    this.#parts = parts
    this.#connection = parts.connection
  }

  connection(): Connection {
    return this.#connection
  }

  /** True once the network has answered a signed request. */
  get hasAnswer(): boolean {
    return this.#hasAnswer
  }

  onAnswer(): void {
    this.#hasAnswer = true
  }

  app(): Promise<AppCredentials | null> {
    this.#app ??= this.#parts.app()
    return this.#app
  }

  get renew(): ((refused: Connection) => Promise<void>) | null {
    const { renew } = this.#parts
    return renew && (async (refused) => void (this.#connection = await whileConnected(renew(refused))))
  }

  get ensureFresh(): (() => Promise<void>) | null {
    const { ensureFresh } = this.#parts
    return ensureFresh && (async () => void (this.#connection = await whileConnected(ensureFresh())))
  }
}

/** A call of one account. It always uses the account's latest connection. */
export class AccountCall implements Call {
  readonly http: PlatformHttp
  readonly clock: Clock
  readonly random: Random
  readonly allowLoopback: boolean
  readonly #binding: AccountBinding
  readonly #engine: HttpEngine
  #fresh: Promise<void> | null = null

  constructor(parts: CallParts, account: AccountCallParts, publish: PublishRecorder | null = null) {
    this.#binding = new AccountBinding(account, publish)
    this.#engine = parts.engine
    this.clock = parts.clock
    this.random = parts.random
    this.allowLoopback = parts.allowLoopback
    const http = parts.engine.bind(this.#binding)
    this.http = this.#binding.ensureFresh ? lazyHttp(http, () => this.whenFresh()) : http
  }

  /** Renews the token if it is due. Does so at most once per call. */
  protected async whenFresh(): Promise<void> {
    await (this.#fresh ??= this.#binding.ensureFresh?.() ?? Promise.resolve())
  }

  get connection(): Connection {
    return this.#binding.connection()
  }

  /** True once the network has answered a signed request of this call. */
  get hasAnswer(): boolean {
    return this.#binding.hasAnswer
  }

  get signal(): AbortSignal {
    return this.#binding.deadline.signal
  }

  get addresses(): Readonly<Record<string, string>> | undefined {
    return this.#binding.platform.addresses
  }

  app(): Promise<AppCredentials | null> {
    return this.#binding.app()
  }

  networkNow(): Date {
    return this.#engine.networkNow(this.#binding.base)
  }

  warn(message: string): void {
    warn(this.#binding.platform.name, message)
  }
}

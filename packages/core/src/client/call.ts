import type { Call, Clock, LoginCall, Platform, PlatformHttp, Random } from '../contract/index.js'
import { publishWarning } from '../diagnostics/channels.js'
import type { Deadline } from '../http/deadline.js'
import type { HttpEngine } from '../http/engine.js'
import type { AppCredentials, Connection } from '../models/index.js'
import { lazyHttp } from './lazy-http.js'

/** What every call is made from. */
export interface CallParts {
  readonly engine: HttpEngine
  readonly clock: Clock
  readonly random: Random
  readonly allowLoopback: boolean
}

/** Says something to whoever listens to `social.warning`. */
export function warn(platform: string | null, message: string): void {
  publishWarning({ platform, message })
}

/** A call without a connection: for signing in and registering apps. */
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

/** What a call of an account needs beside. */
export interface AccountCallParts {
  readonly platform: Platform
  readonly operation: string
  readonly deadline: Deadline
  readonly connection: Connection
  /** Renews when due, before the first request; null when it is fresh already, or must not be renewed. */
  readonly ensureFresh: (() => Promise<Connection>) | null
  /** Renews a connection whose token was refused; null inside a renewal. */
  readonly renew: ((refused: Connection) => Promise<Connection>) | null
  readonly app: () => Promise<AppCredentials | null>
  /** `generic` for direct access. */
  readonly errors?: 'platform' | 'generic'
}

/** A call of one account. Its connection is always the newest. */
export class AccountCall implements Call {
  readonly http: PlatformHttp
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
  readonly allowLoopback: boolean
  readonly #parts: AccountCallParts
  #connection: Connection
  #app: Promise<AppCredentials | null> | null = null

  constructor(parts: CallParts, account: AccountCallParts) {
    this.#parts = account
    this.#connection = account.connection
    this.clock = parts.clock
    this.random = parts.random
    this.signal = account.deadline.signal
    this.allowLoopback = parts.allowLoopback
    const { renew, ensureFresh } = account
    const http = parts.engine.bind({
      platform: account.platform,
      base: account.platform.apiBase(account.connection),
      connection: () => this.#connection,
      app: () => this.app(),
      renew: renew && (async (refused) => void (this.#connection = await renew(refused))),
      deadline: account.deadline,
      operation: account.operation,
      ...(account.errors === undefined ? {} : { errors: account.errors }),
    })
    this.http = ensureFresh ? lazyHttp(http, async () => void (this.#connection = await ensureFresh())) : http
  }

  get connection(): Connection {
    return this.#connection
  }

  app(): Promise<AppCredentials | null> {
    this.#app ??= this.#parts.app()
    return this.#app
  }

  warn(message: string): void {
    warn(this.#parts.platform.name, message)
  }
}

import type { PlatformHttp } from '../contract/calls.js'
import type { Clock, Random } from '../contract/ports.js'
import { ClosedError } from '../errors/index.js'
import { assertMethods, assertString } from '../models/values/assert-kind.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import { NetworkClock } from './attempts/network-clock.js'
import { RateLimitMemory } from './attempts/rate-limit-memory.js'
import { RetryPolicy, type RetrySettings } from './attempts/retry-policy.js'
import type { EngineParts, HttpBinding, SpendingGate } from './binding.js'
import { BoundHttp } from './bound-http.js'
import { BoundedMap } from './bounded-map.js'
import { undiciTransport } from './sockets/transport.js'
import type { RateLimitState, Transport } from './types.js'

export type { HttpBinding } from './binding.js'

/**
 * Maximum number of stored DPoP nonces, one for each origin and connection. A removed nonce costs
 * one more request. Our choice.
 */
const MAX_NONCES = 10_000
/**
 * Maximum number of stored base URLs. Calls with a stored base URL need no URL parsing. Our
 * choice.
 */
const MAX_BASES = 1_000

/** Options of an HTTP engine. */
export interface HttpEngineOptions {
  /** Sends the requests. Default: the transport of the library. */
  readonly transport?: Transport | undefined
  readonly clock: Clock
  readonly random: Random
  readonly retries?: RetrySettings | undefined
  /** True if requests to loopback addresses are allowed, for example in tests. */
  readonly allowLoopback?: boolean | undefined
  /** Reserves units before each billed attempt. Null without spending limits. */
  readonly spending?: SpendingGate | null | undefined
}

const NAMES: readonly (keyof HttpEngineOptions)[] = [
  'transport',
  'clock',
  'random',
  'retries',
  'allowLoopback',
  'spending',
]

/**
 * HTTP engine of one client, with shared sockets, retries, and the rate limits of each connection.
 * Every call gets its own HTTP client from `bind`.
 */
export class HttpEngine {
  readonly #parts: EngineParts
  #isClosed = false

  /** @throws ConfigError if a retry setting is out of range. */
  constructor(options: HttpEngineOptions) {
    refuseUnknownNames(options, NAMES, 'HttpEngine')
    assertMethods(options.clock, ['now', 'monotonic', 'sleep'], 'HttpEngine: clock')
    assertMethods(options.random, ['bytes', 'fraction'], 'HttpEngine: random')
    const { clock, random, retries = {}, allowLoopback = false } = options
    this.#parts = {
      clock,
      random,
      allowLoopback,
      policy: new RetryPolicy(retries, random),
      transport: options.transport ?? undiciTransport({ allowLoopback }),
      isOwnTransport: options.transport === undefined,
      memory: new RateLimitMemory(clock),
      nonces: new BoundedMap(MAX_NONCES),
      bases: new BoundedMap(MAX_BASES),
      publicOrigins: new BoundedMap(MAX_BASES),
      times: new NetworkClock(clock),
      spending: options.spending ?? null,
      assertOpen: () => this.assertOpen(),
    }
  }

  /** @throws ClosedError after `close`. */
  assertOpen(): void {
    if (this.#isClosed)
      throw new ClosedError('The client is closed, so the request was not sent. Create another client.')
  }

  /** Creates the HTTP client for one call. */
  bind(binding: HttpBinding): PlatformHttp {
    return new BoundHttp(this.#parts, binding)
  }

  /**
   * Returns the rate limit that the connection's latest response with rate limit headers reported.
   * Null if there was none.
   */
  rateLimit(connectionId: string): RateLimitState | null {
    return this.#parts.memory.rateLimit(connectionId)
  }

  /** Returns the units that the network billed for the connection's requests since the process started, by bucket. */
  usage(connectionId: string): Readonly<Record<string, number>> {
    return this.#parts.memory.usage(connectionId)
  }

  /**
   * Returns the current time at the origin of a base URL, computed from the latest `Date` header
   * of this origin.
   */
  networkNow(base: string): Date {
    assertString(base, 'networkNow: base')
    const { times, bases } = this.#parts
    return times.now(bases.get(base)?.origin ?? URL.parse(base)?.origin ?? '')
  }

  /** Closes all sockets. Requests in progress fail. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#parts.transport.close()
  }
}

import type { PlatformHttp } from '../contract/calls.js'
import type { Clock, Random } from '../contract/ports.js'
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

/** DPoP nonces that are kept, one for each origin and connection. Our choice: one that is forgotten costs one more request. */
const MAX_NONCES = 10_000
/** Addresses of networks whose origin is kept, so that it is not worked out again for every call. Our choice. */
const MAX_BASES = 1_000

/** What an engine is made from. */
export interface HttpEngineOptions {
  /** Carries the requests; sockets of its own unless given. */
  readonly transport?: Transport | undefined
  readonly clock: Clock
  readonly random: Random
  readonly retries?: RetrySettings | undefined
  /** Lets loopback pass the address guard. */
  readonly allowLoopback?: boolean | undefined
  /** Asked before each billed attempt. */
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
 * The HTTP of one client: shared sockets, retries, and what the replies told of each connection's rate limits. Calls get
 * a view of it that is bound to them.
 */
export class HttpEngine {
  readonly #parts: EngineParts

  /** @throws ConfigError when a retry setting is out of range. */
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
    }
  }

  /** HTTP for one call. */
  bind(binding: HttpBinding): PlatformHttp {
    return new BoundHttp(this.#parts, binding)
  }

  /** What the connection's last reply told of a rate limit; null when none did. */
  rateLimit(connectionId: string): RateLimitState | null {
    return this.#parts.memory.rateLimit(connectionId)
  }

  /** Units the network billed for the connection's requests since the process began, by bucket. */
  usage(connectionId: string): Readonly<Record<string, number>> {
    return this.#parts.memory.usage(connectionId)
  }

  /** What time it is at the network behind an address, as its newest reply told. */
  networkNow(base: string): Date {
    assertString(base, 'networkNow: base')
    const { times, bases } = this.#parts
    return times.now(bases.get(base)?.origin ?? URL.parse(base)?.origin ?? '')
  }

  /** Closes the sockets; what is under way fails. */
  close(): Promise<void> {
    return this.#parts.transport.close()
  }
}

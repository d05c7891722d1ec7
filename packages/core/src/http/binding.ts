import type { PlatformBase } from '../contract/platform.js'
import type { Clock, Random } from '../contract/ports.js'
import type { AppCredentials, Connection } from '../models/index.js'
import type { NetworkClock } from './attempts/network-clock.js'
import type { RateLimitMemory } from './attempts/rate-limit-memory.js'
import type { RetryPolicy } from './attempts/retry-policy.js'
import type { PublishRecorder } from './attempts/visible-request.js'
import type { BoundedMap } from './bounded-map.js'
import type { Base } from './requests/outgoing-request.js'
import type { Deadline } from './time/deadline.js'
import type { RequestCost, Transport } from './types.js'

/** Values to which the HTTP client of a call is bound. */
export interface HttpBinding {
  readonly platform: Pick<PlatformBase, 'name' | 'http' | 'readError' | 'origins' | 'authHeaders' | 'sign'>
  /** Base URL of paths; null if only absolute URLs are allowed. */
  readonly base: string | null
  /** Returns the current connection; null during a sign-in. Called before each attempt. */
  connection(): Connection | null
  /** Returns the credentials of the application. Called only for requests that are signed with its secret. */
  app(): Promise<AppCredentials | null>
  /** Renews a connection whose token the network refused. Null if the call must not renew tokens. */
  readonly renew: ((refused: Connection) => Promise<void>) | null
  readonly deadline: Deadline
  /** Records the requests of a publish. Omitted in calls that do not publish. */
  readonly publish?: PublishRecorder | null | undefined
  /** Called immediately before the first byte of each request. An error thrown here prevents the request. */
  readonly assertMayLeave?: (() => void) | null | undefined
  /** Name of the operation, for diagnostics. */
  readonly operation: string
  /** `generic` maps errors only by their status. `platform`, the default, calls the platform's `readError` first. */
  readonly errors?: 'platform' | 'generic' | undefined
}

/** Units reserved for one attempt. */
export interface ReservedUnits {
  /**
   * Reports the actual cost and releases the other reserved units. Returns null if there is nothing to wait for.
   * Never rejects.
   */
  charge(units: number): Promise<void> | null
}

/** Reserves units before each billed attempt. */
export interface SpendingGate {
  /**
   * Reserves units for the maximum cost of an attempt.
   *
   * @returns Null if the bucket has no limit.
   * @throws SpendingLimitError when the limit is exceeded.
   */
  reserve(
    platform: string,
    cost: Pick<RequestCost, 'units' | 'needs' | 'bucket'>,
    signal: AbortSignal,
  ): Promise<ReservedUnits> | null
}

/** Values that all calls of a client share. */
export interface EngineParts {
  readonly transport: Transport
  /** True for the library's own transport, which works without an `AbortSignal`. */
  readonly isOwnTransport: boolean
  readonly clock: Clock
  readonly random: Random
  readonly allowLoopback: boolean
  readonly policy: RetryPolicy
  readonly memory: RateLimitMemory
  /** Latest DPoP nonce of each origin and connection. */
  readonly nonces: BoundedMap<string, string>
  /** Parsed base URLs, as `readBase` returns them. */
  readonly bases: BoundedMap<string, Base>
  /** Origins that a person entered and that passed the check for public hosts. */
  readonly publicOrigins: BoundedMap<string, true>
  /** Computes the current time at each origin. */
  readonly times: NetworkClock
  /** Reserves units before each billed attempt. Null without spending limits. */
  readonly spending: SpendingGate | null
}

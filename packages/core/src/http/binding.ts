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

/** Values of the call for which an HTTP client is created. */
export interface HttpBinding {
  readonly platform: Pick<PlatformBase, 'name' | 'http' | 'readError' | 'origins' | 'authHeaders' | 'sign'>
  /** Base URL that relative paths are appended to. Null if only absolute URLs are allowed. */
  readonly base: string | null
  /**
   * Returns the connection that signs the request. Null during a sign-in. Called before each
   * attempt.
   */
  connection(): Connection | null
  /**
   * Returns the credentials of the application. Called only for requests that are signed with the
   * application's secret.
   */
  app(): Promise<AppCredentials | null>
  /** Renews a connection whose token the network refused. Null if the call must not renew tokens. */
  readonly renew: ((refused: Connection) => Promise<void>) | null
  readonly deadline: Deadline
  /** Records the requests of a publish. Omitted in calls that publish nothing. */
  readonly publish?: PublishRecorder | null | undefined
  /** Called immediately before the first byte of each request. An error thrown here prevents the request. */
  readonly assertMayLeave?: (() => void) | null | undefined
  /** Called for each response to a signed request, whatever its status. */
  readonly onAnswer?: (() => void) | undefined
  /** Name of the operation, for diagnostic events. */
  readonly operation: string
  /**
   * With `generic`, the status alone decides the class of an error. With `platform`, the
   * platform's `readError` is called first. Default: `platform`.
   */
  readonly errors?: 'platform' | 'generic' | undefined
}

/** Units that are reserved for one attempt. */
export interface ReservedUnits {
  /**
   * Reports the billed units, and releases the rest of the reservation. Never rejects. Returns
   * null if there is no promise to wait for.
   */
  charge(units: number): Promise<void> | null
}

/** Checks the spending limits, and reserves units before each billed attempt. */
export interface SpendingGate {
  /**
   * Reserves units for the maximum cost of an attempt.
   *
   * @returns Null if no limit applies to the bucket.
   * @throws SpendingLimitError if the limit would be exceeded.
   */
  reserve(
    platform: string,
    cost: Pick<RequestCost, 'units' | 'needs' | 'bucket'>,
    signal: AbortSignal,
  ): Promise<ReservedUnits> | null
}

/** Objects that all calls of a client share. */
export interface EngineParts {
  readonly transport: Transport
  /** True for the library's own transport, which does not need an `AbortSignal`. */
  readonly isOwnTransport: boolean
  readonly clock: Clock
  readonly random: Random
  readonly allowLoopback: boolean
  readonly policy: RetryPolicy
  readonly memory: RateLimitMemory
  /** Latest DPoP nonce of each origin and connection (RFC 9449, section 8). */
  readonly nonces: BoundedMap<string, string>
  /** Base URLs that were parsed by `readBase`. */
  readonly bases: BoundedMap<string, Base>
  /** Origins that a user entered and whose hosts were found to be public. */
  readonly publicOrigins: BoundedMap<string, true>
  /** Computes the current time at each origin from its responses. */
  readonly times: NetworkClock
  /** Reserves units before each billed attempt. Null if the client has no spending limits. */
  readonly spending: SpendingGate | null
  /** @throws ClosedError if the client is closed. Checked before each attempt of a request. */
  assertOpen(): void
}

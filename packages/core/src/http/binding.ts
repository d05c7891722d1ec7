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

/** What a call's HTTP is bound to. */
export interface HttpBinding {
  readonly platform: Pick<PlatformBase, 'name' | 'http' | 'readError' | 'origins' | 'authHeaders' | 'sign'>
  /** Where paths are joined onto; null where only whole addresses make sense. */
  readonly base: string | null
  /** The newest connection; null during a sign-in. Asked before each attempt. */
  connection(): Connection | null
  /** Asked for where requests are signed with the application's secret. */
  app(): Promise<AppCredentials | null>
  /** Renews the connection whose token was refused; null where that must not happen. */
  readonly renew: ((refused: Connection) => Promise<void>) | null
  readonly deadline: Deadline
  /** Told of the requests of a publish; left out where nothing is published. */
  readonly publish?: PublishRecorder | null | undefined
  /** Called right before the first byte of each request leaves; an error it throws keeps the request from being sent. */
  readonly assertMayLeave?: (() => void) | null | undefined
  /** Name of the operation, for diagnostics. */
  readonly operation: string
  /** `generic` maps errors by their status alone; `platform`, the default, asks `readError` first. */
  readonly errors?: 'platform' | 'generic' | undefined
}

/** Room that is kept for one attempt. */
export interface KeptRoom {
  /** Tells what the attempt cost: the rest is given back. Null = nothing to wait for. Never rejects. */
  settle(units: number): Promise<void> | null
}

/** Asked before each attempt that is billed. */
export interface SpendingGate {
  /**
   * Keeps room for what an attempt may cost.
   *
   * @returns Null where nothing limits its bucket.
   * @throws SpendingLimitError when there is no room.
   */
  reserve(
    platform: string,
    cost: Pick<RequestCost, 'units' | 'needs' | 'bucket'>,
    signal: AbortSignal,
  ): Promise<KeptRoom> | null
}

/** What all calls of a client share. */
export interface EngineParts {
  readonly transport: Transport
  /** True for the library's own, which needs no `AbortSignal`. */
  readonly isOwnTransport: boolean
  readonly clock: Clock
  readonly random: Random
  readonly allowLoopback: boolean
  readonly policy: RetryPolicy
  readonly memory: RateLimitMemory
  /** The newest DPoP nonce by origin and connection. */
  readonly nonces: BoundedMap<string, string>
  /** What `readBase` made of the addresses that paths were joined onto. */
  readonly bases: BoundedMap<string, Base>
  /** Origins that came from a person and were found to be public. */
  readonly publicOrigins: BoundedMap<string, true>
  /** What time it is at each origin. */
  readonly times: NetworkClock
  /** Asked before each billed attempt; null where the application has set no limits. */
  readonly spending: SpendingGate | null
}

import {
  type AppCredentials,
  type Call,
  type Clock,
  type Connection,
  Deadline,
  HttpEngine,
  type LoginCall,
  type PublishRecorder,
  type Random,
  type ReconcileCall,
  refuseUnknownNames,
  type RetrySettings,
  type Transport,
} from '@social/core/platform'

import { aConnection, anApp } from '../builders/account.js'
import { FakeClock } from '../time/fake-clock.js'
import { fakeRandom } from '../time/fake-random.js'
import { RecordingTransport } from '../transport/recording-transport.js'
import type { Replies } from '../transport/replies.js'
import { type ClaimRecords, claimsOf } from './claims.js'
import { type CallPlatform, plainPlatform } from './plain-platform.js'

export type { CallPlatform } from './plain-platform.js'

/** Settings of a test call without an account. Every setting has a default. */
export interface LoginCallSettings<T extends Transport = RecordingTransport, C extends Clock = FakeClock> {
  /**
   * Platform whose authentication and error rules apply to requests. Default: bearer tokens at
   * `https://{platform}.example`.
   */
  readonly platform?: CallPlatform | undefined
  /** Replies of the recording transport, by `METHOD /path`. */
  readonly replies?: Replies | undefined
  /** Transport that replaces the default recording transport. */
  readonly transport?: T | undefined
  /** Clock of the call. Default: a fake clock that advances automatically. */
  readonly clock?: C | undefined
  /** Source of random values. Default: the same values in every run. */
  readonly random?: Random | undefined
  readonly signal?: AbortSignal | undefined
  readonly retries?: RetrySettings | undefined
  readonly allowLoopback?: boolean | undefined
  /** App credentials. Default: generated credentials. Null: no credentials. */
  readonly app?: AppCredentials | null | undefined
}

/** Settings of a test call. Every setting has a default. */
export interface CallSettings<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> extends LoginCallSettings<T, C> {
  /** Account of the call. Default: `aConnection()` with the platform's name. */
  readonly connection?: Connection | undefined
  /**
   * Renews a refused token, and returns the connection with the new token. Without this function a
   * refused token causes an error.
   */
  readonly renew?: ((refused: Connection) => Connection | Promise<Connection>) | undefined
}

const LOGIN_NAMES: Record<keyof LoginCallSettings, true> = {
  platform: true,
  replies: true,
  transport: true,
  clock: true,
  random: true,
  signal: true,
  retries: true,
  allowLoopback: true,
  app: true,
}
const OWN_NAMES: Record<Exclude<keyof CallSettings, keyof LoginCallSettings>, true> = {
  connection: true,
  renew: true,
}

/** Names of all settings that `aCall` accepts. */
export const CALL_NAMES: readonly string[] = [...Object.keys(LOGIN_NAMES), ...Object.keys(OWN_NAMES)]

/** Data that a test can read after a call. */
export interface CallRecords<T extends Transport = RecordingTransport, C extends Clock = FakeClock> {
  readonly transport: T
  readonly clock: C
  /** Warnings that the platform passed to `warn`, in order. */
  readonly warnings: readonly string[]
}

/** A call without an account, with additional fields that a test can read. */
export type TestLoginCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock> = LoginCall &
  CallRecords<T, C>

/** A call with additional fields that a test can read. */
export type TestCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock> = Call &
  CallRecords<T, C>

/** Fields that calls with and without an account have in common. */
interface Parts<T extends Transport, C extends Clock> extends CallRecords<T, C> {
  readonly platform: CallPlatform
  readonly random: Random
  readonly deadline: Deadline
  readonly engine: HttpEngine
  readonly allowLoopback: boolean
  readonly warnings: string[]
}

function partsOf<T extends Transport, C extends Clock>(
  settings: LoginCallSettings<T, C>,
  platformName: string,
): Parts<T, C> {
  const { replies = {}, signal, retries, allowLoopback = false, random = fakeRandom() } = settings
  // safe cast: without the setting `transport`, the type parameter T is its default
  // RecordingTransport
  const transport = settings.transport ?? (new RecordingTransport(replies) as unknown as T)
  const clock = settings.clock ?? (new FakeClock({ autoAdvance: true }) as unknown as C) // safe cast: without the setting `clock`, the type parameter C is its default FakeClock
  return {
    platform: settings.platform ?? plainPlatform(platformName),
    transport,
    clock,
    random,
    allowLoopback,
    warnings: [],
    // No timeout: the test runner has its own timeout, and waits of the platform use the fake
    // clock.
    deadline: new Deadline({ clock, seconds: Number.POSITIVE_INFINITY, signal }),
    engine: new HttpEngine({ transport, clock, random, allowLoopback, ...(retries && { retries }) }),
  }
}

/**
 * Builds a call for testing one method of a platform. The call uses the real HTTP engine with a
 * recording transport and a fake clock. A token renewal replaces `call.connection`, as in a client.
 *
 * @param settings - Changed settings.
 * @example
 * const call = aCall({ platform: mastodon(), replies: { 'GET /api/v1/statuses/7': status } })
 * await mastodon().readPost('7', call)
 * call.transport.paths // ['GET /api/v1/statuses/7']
 */
export function aCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock>(
  settings: CallSettings<T, C> = {},
): TestCall<T, C> {
  refuseUnknownNames(settings, CALL_NAMES, 'aCall')
  return makeCall(settings, null)
}

/**
 * Builds a call for testing `reconcile`.
 *
 * @param settings - Changed settings. Default: `operation` is `post`, `idempotencyKey` is `key-1`.
 */
export function aReconcileCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock>(
  settings: CallSettings<T, C> & {
    readonly operation?: string | undefined
    readonly idempotencyKey?: string | undefined
    /** Ids of posts that belong to other idempotency keys. Default: none. */
    readonly ownedByOthers?: readonly string[] | undefined
  } = {},
): TestCall<T, C> & ReconcileCall & ClaimRecords {
  const names = [...CALL_NAMES, 'operation', 'idempotencyKey', 'ownedByOthers']
  refuseUnknownNames(settings, names, 'aReconcileCall')
  const { operation = 'post', idempotencyKey = 'key-1', ownedByOthers } = settings
  return Object.assign(makeCall(settings, null), { operation, idempotencyKey, ...claimsOf(ownedByOthers) })
}

/** Builds the call of `aCall`. The recorder `publish` receives the publish steps of the call. */
export function makeCall<T extends Transport, C extends Clock>(
  settings: CallSettings<T, C>,
  publish: PublishRecorder | null,
): TestCall<T, C> {
  const name = settings.platform?.name ?? settings.connection?.platform ?? 'fake'
  const parts = partsOf(settings, name)
  const { platform, transport, clock, random, deadline, allowLoopback, warnings } = parts
  const { renew } = settings
  let connection = settings.connection ?? aConnection({ platform: name })
  const app = async (): Promise<AppCredentials | null> =>
    settings.app === undefined ? anApp({ platform: name, host: connection.host }) : settings.app
  return {
    http: parts.engine.bind({
      platform,
      base: platform.apiBase(connection),
      connection: () => connection,
      app,
      renew: renew ? async (refused) => void (connection = await renew(refused)) : null,
      publish,
      deadline,
      operation: 'test',
    }),
    get connection() {
      return connection
    },
    app,
    networkNow: () => parts.engine.networkNow(platform.apiBase(connection)),
    transport,
    clock,
    random,
    signal: deadline.signal,
    allowLoopback,
    warnings,
    warn: (message) => void warnings.push(message),
  }
}

/**
 * Builds a call for testing a sign-in, or another method without an account.
 *
 * @param settings - Changed settings.
 */
export function aLoginCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock>(
  settings: LoginCallSettings<T, C> = {},
): TestLoginCall<T, C> {
  refuseUnknownNames(settings, Object.keys(LOGIN_NAMES), 'aLoginCall')
  const name = settings.platform?.name ?? 'fake'
  const parts = partsOf(settings, name)
  const { platform, transport, clock, random, deadline, allowLoopback, warnings } = parts
  return {
    http: parts.engine.bind({
      platform,
      base: null,
      connection: () => null,
      app: async () => (settings.app === undefined ? anApp({ platform: name }) : settings.app),
      renew: null,
      deadline,
      operation: 'test',
    }),
    transport,
    clock,
    random,
    signal: deadline.signal,
    allowLoopback,
    warnings,
    warn: (message) => void warnings.push(message),
  }
}

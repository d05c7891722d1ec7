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

/** Settings of a test call without an account. All have defaults. */
export interface LoginCallSettings<T extends Transport = RecordingTransport, C extends Clock = FakeClock> {
  /** Platform whose rules apply to requests. Default: a plain platform at `https://{platform}.example`. */
  readonly platform?: CallPlatform | undefined
  /** Replies by `METHOD /path`, for the recording transport. */
  readonly replies?: Replies | undefined
  /** Replaces the default recording transport. */
  readonly transport?: T | undefined
  /** Default: a fake clock that advances automatically. */
  readonly clock?: C | undefined
  /** Default: the same random numbers in every run. */
  readonly random?: Random | undefined
  readonly signal?: AbortSignal | undefined
  readonly retries?: RetrySettings | undefined
  readonly allowLoopback?: boolean | undefined
  /** App credentials. Default: generated credentials. Null means none. */
  readonly app?: AppCredentials | null | undefined
}

/** Settings of a test call. All have defaults. */
export interface CallSettings<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> extends LoginCallSettings<T, C> {
  /** Default: `aConnection()` of the platform. */
  readonly connection?: Connection | undefined
  /** Renews a refused token and returns the renewed connection. Without this function a refused token is an error. */
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

/** Names of all settings of `aCall`. */
export const CALL_NAMES: readonly string[] = [...Object.keys(LOGIN_NAMES), ...Object.keys(OWN_NAMES)]

/** Records of a test call. */
export interface CallRecords<T extends Transport = RecordingTransport, C extends Clock = FakeClock> {
  readonly transport: T
  readonly clock: C
  /** Warnings passed to `warn`, in order. */
  readonly warnings: readonly string[]
}

/** A call without an account, with records for a test. */
export type TestLoginCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock> = LoginCall &
  CallRecords<T, C>

/** A call with records for a test. */
export type TestCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock> = Call &
  CallRecords<T, C>

/** Common parts of both kinds of call. */
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
  // safe cast: without the setting, the type parameter is its default, the type of this value
  const transport = settings.transport ?? (new RecordingTransport(replies) as unknown as T)
  const clock = settings.clock ?? (new FakeClock({ autoAdvance: true }) as unknown as C) // safe cast: the same reason as for the transport
  return {
    platform: settings.platform ?? plainPlatform(platformName),
    transport,
    clock,
    random,
    allowLoopback,
    warnings: [],
    // The test runner has its own timeout. The platform's waits use the fake clock.
    deadline: new Deadline({ clock, seconds: Number.POSITIVE_INFINITY, signal }),
    engine: new HttpEngine({ transport, clock, random, allowLoopback, ...(retries && { retries }) }),
  }
}

/**
 * A call for testing one method of a platform: the real HTTP engine with a recording transport and a fake clock. A
 * renewal changes `connection`, as in a client.
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
 * A call for testing `reconcile`.
 *
 * @param settings - Changed settings. Default: `operation` is `post`, `idempotencyKey` is `key-1`.
 */
export function aReconcileCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock>(
  settings: CallSettings<T, C> & {
    readonly operation?: string | undefined
    readonly idempotencyKey?: string | undefined
    /** Ids of posts that belong to other keys. Default: none. */
    readonly ownedByOthers?: readonly string[] | undefined
  } = {},
): TestCall<T, C> & ReconcileCall & ClaimRecords {
  const names = [...CALL_NAMES, 'operation', 'idempotencyKey', 'ownedByOthers']
  refuseUnknownNames(settings, names, 'aReconcileCall')
  const { operation = 'post', idempotencyKey = 'key-1', ownedByOthers } = settings
  return Object.assign(makeCall(settings, null), { operation, idempotencyKey, ...claimsOf(ownedByOthers) })
}

/** Makes the call of `aCall`. `publish` is notified of the requests of a publish. */
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
 * A call for testing a sign-in, or any method without an account.
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

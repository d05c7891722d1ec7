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

/** What a call for a test without an account is made from. Everything has a default. */
export interface LoginCallSettings<T extends Transport = RecordingTransport, C extends Clock = FakeClock> {
  /** Whose rules requests follow; a plain one at `https://{platform}.example` unless given. */
  readonly platform?: CallPlatform | undefined
  /** Replies by `METHOD /path`, for the recording transport. */
  readonly replies?: Replies | undefined
  /** Replaces the default recording transport. */
  readonly transport?: T | undefined
  /** A fake clock that advances by itself unless given. */
  readonly clock?: C | undefined
  /** The same in every run unless given. */
  readonly random?: Random | undefined
  readonly signal?: AbortSignal | undefined
  readonly retries?: RetrySettings | undefined
  readonly allowLoopback?: boolean | undefined
  /** The application's credentials; made up unless given, null for none. */
  readonly app?: AppCredentials | null | undefined
}

/** Settings of a test call. Everything has a default. */
export interface CallSettings<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> extends LoginCallSettings<T, C> {
  /** `aConnection()` of the platform unless given. */
  readonly connection?: Connection | undefined
  /** Gives the connection after a refused token was renewed; a refused token is an error unless given. */
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

/** Every setting of `aCall`. */
export const CALL_NAMES: readonly string[] = [...Object.keys(LOGIN_NAMES), ...Object.keys(OWN_NAMES)]

/** Records of a test call. */
export interface CallRecords<T extends Transport = RecordingTransport, C extends Clock = FakeClock> {
  readonly transport: T
  readonly clock: C
  /** Warnings passed to `warn`, in order. */
  readonly warnings: readonly string[]
}

/** A call without an account that a test can look into. */
export type TestLoginCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock> = LoginCall &
  CallRecords<T, C>

/** A call that a test can look into. */
export type TestCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock> = Call &
  CallRecords<T, C>

/** What both kinds of call are put together from. */
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
  // The defaults of the type parameters are what stands here when the caller gave none.
  const transport = settings.transport ?? (new RecordingTransport(replies) as unknown as T)
  const clock = settings.clock ?? (new FakeClock({ autoAdvance: true }) as unknown as C) // as above
  return {
    platform: settings.platform ?? plainPlatform(platformName),
    transport,
    clock,
    random,
    allowLoopback,
    warnings: [],
    // A test has the time-out of its runner; what the platform waits for is the fake clock's business.
    deadline: new Deadline({ clock, seconds: Number.POSITIVE_INFINITY, signal }),
    engine: new HttpEngine({ transport, clock, random, allowLoopback, ...(retries && { retries }) }),
  }
}

/**
 * A ready-made call for trying one method of a platform: the real HTTP engine over a recording transport and a fake
 * clock. A renewal in the middle changes `connection`, as in a client.
 *
 * @param settings - What is special about it.
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
 * A ready-made call for trying `reconcile`.
 *
 * @param settings - What is special about it; `operation` is `post` and `idempotencyKey` is `key-1` unless given.
 */
export function aReconcileCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock>(
  settings: CallSettings<T, C> & {
    readonly operation?: string | undefined
    readonly idempotencyKey?: string | undefined
    /** Ids of posts that belong to other keys; none unless given. */
    readonly ownedByOthers?: readonly string[] | undefined
  } = {},
): TestCall<T, C> & ReconcileCall & ClaimRecords {
  const names = [...CALL_NAMES, 'operation', 'idempotencyKey', 'ownedByOthers']
  refuseUnknownNames(settings, names, 'aReconcileCall')
  const { operation = 'post', idempotencyKey = 'key-1', ownedByOthers } = settings
  return Object.assign(makeCall(settings, null), { operation, idempotencyKey, ...claimsOf(ownedByOthers) })
}

/** As `aCall`; `publish` is told of the requests of a publish. */
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
 * A ready-made call for trying a sign-in, or anything else without an account.
 *
 * @param settings - What is special about it.
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

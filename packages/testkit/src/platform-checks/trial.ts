import type {
  AppCredentials,
  Connection,
  LoginRequest,
  Platform,
  Random,
  Receipt,
} from '@social/core/platform'

import { aCall, aLoginCall, aReconcileCall, type TestCall, type TestLoginCall } from '../calls/a-call.js'
import { aPublishCall, fakeMediaHost, type TestPublishCall } from '../calls/a-publish-call.js'
import { FakeClock } from '../time/fake-clock.js'
import { fakeRandom } from '../time/fake-random.js'
import { askingHttp } from './fakes/asking-http.js'
import { type CheckTransportSettings, CheckTransport } from './fakes/check-transport.js'
import type { PlatformChecksHooks } from './hooks.js'

/** Fields of `Subject` that a trial uses. */
export interface Tried {
  readonly hooks: Pick<PlatformChecksHooks, 'makeTransport'>
  readonly platform: Platform
  connection(): Connection
  login(): LoginRequest
  /** Returns app credentials. Null if the network requires none. */
  app(host: string | null): AppCredentials | null
}

/** Settings of a `Trial`. */
export interface TrialSettings extends Omit<CheckTransportSettings, 'given'> {
  /** Account of the calls. Default: the account of the subject. */
  readonly connection?: Connection
  readonly clock?: FakeClock
  readonly random?: Random
  /** Receipt of an earlier publish attempt. */
  readonly receipt?: Receipt | null
  /** Called with the seconds of each sleep that has no abort signal. */
  readonly onEndlessWait?: (seconds: number) => void
}

/**
 * Builds calls for a platform, on a fake network that accepts every request or uses given replies.
 */
export class Trial {
  readonly transport: CheckTransport
  readonly clock: FakeClock
  readonly #subject: Tried
  readonly #settings: TrialSettings
  readonly #random: Random

  constructor(subject: Tried, settings: TrialSettings = {}) {
    this.#subject = subject
    this.#settings = settings
    this.clock = settings.clock ?? new FakeClock({ autoAdvance: true })
    this.#random = settings.random ?? fakeRandom()
    const given = subject.hooks.makeTransport?.() ?? null
    this.transport = new CheckTransport({ ...settings, given })
  }

  call(): TestCall<CheckTransport> {
    return this.#watched(aCall(this.#parts()))
  }

  publishCall(): TestPublishCall<CheckTransport> {
    const { receipt = null } = this.#settings
    return this.#watched(aPublishCall({ ...this.#parts(), receipt, mediaHost: fakeMediaHost() }))
  }

  reconcileCall(operation: string): ReturnType<typeof aReconcileCall<CheckTransport>> {
    return this.#watched(aReconcileCall({ ...this.#parts(), operation }))
  }

  loginCall(): TestLoginCall<CheckTransport> {
    const { platform } = this.#subject
    const { transport, clock } = this
    const app = this.#subject.login().app
    return this.#watched(aLoginCall({ platform, transport, clock, random: this.#random, app }))
  }

  #watched<C extends TestLoginCall<CheckTransport>>(call: C): C {
    const { onEndlessWait } = this.#settings
    const watched = asking(call)
    if (onEndlessWait === undefined) return watched
    return Object.defineProperty(watched, 'clock', {
      value: watching(call.clock, onEndlessWait),
      enumerable: true,
    })
  }

  #parts() {
    const { platform } = this.#subject
    const { transport, clock } = this
    const connection = this.#settings.connection ?? this.#subject.connection()
    return {
      platform,
      transport,
      clock,
      random: this.#random,
      connection,
      app: this.#subject.app(connection.host),
    }
  }
}

/**
 * Replaces the HTTP client of a call, so that the fake network can read the schema of each
 * expected reply.
 */
function asking<C extends TestLoginCall<CheckTransport>>(call: C): C {
  return Object.defineProperty(call, 'http', { value: askingHttp(call.http), enumerable: true })
}

/** Wraps the clock that the platform uses, and reports each sleep without an abort signal. */
function watching(clock: FakeClock, onEndlessWait: (seconds: number) => void): FakeClock {
  const sleep: FakeClock['sleep'] = (seconds, options) => {
    if (options?.signal === undefined) onEndlessWait(seconds)
    return clock.sleep(seconds, options)
  }
  return new Proxy(clock, {
    get(target, name) {
      if (name === 'sleep') return sleep
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

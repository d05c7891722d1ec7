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

/** The parts of a `Subject` that a trial uses. */
export interface Tried {
  readonly hooks: Pick<PlatformChecksHooks, 'makeTransport'>
  readonly platform: Platform
  connection(): Connection
  login(): LoginRequest
  /** App credentials; null if the network needs none. */
  app(host: string | null): AppCredentials | null
}

/** Settings of a trial. */
export interface TrialSettings extends Omit<CheckTransportSettings, 'given'> {
  /** The account. Default: the account of the check. */
  readonly connection?: Connection
  readonly clock?: FakeClock
  readonly random?: Random
  /** Receipt of an earlier attempt. */
  readonly receipt?: Receipt | null
  /** Called for each wait without a signal. */
  readonly onEndlessWait?: (seconds: number) => void
}

/** A platform with a network that accepts everything, or with given replies. */
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

/** The call, with a transport that receives the schema of each reply. */
function asking<C extends TestLoginCall<CheckTransport>>(call: C): C {
  return Object.defineProperty(call, 'http', { value: askingHttp(call.http), enumerable: true })
}

/** The clock, which reports each wait without a signal. Only the platform uses it: the client has its own. */
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

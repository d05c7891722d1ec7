import type { PlatformHttp } from '../../contract/calls.js'
import type { Clock, Random } from '../../contract/ports.js'
import { Connection } from '../../models/index.js'
import type { HttpBinding } from '../binding.js'
import { Deadline } from '../time/deadline.js'
import { HttpEngine, type HttpEngineOptions } from '../engine.js'
import type { Transport, TransportRequest, TransportResponse } from '../types.js'

/** Scripted response: status and JSON or text, or an error with which the attempt fails. */
export type Scripted =
  | Error
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((request: TransportRequest) => Scripted | Promise<Scripted>)

/** Transport that returns the scripted responses in order. The last response repeats. */
export class ScriptedTransport implements Transport {
  readonly requests: TransportRequest[] = []
  isClosed = false
  readonly #script: readonly Scripted[]

  constructor(script: readonly Scripted[]) {
    this.#script = script
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal.throwIfAborted()
    this.requests.push(request)
    let reply = this.#script[Math.min(this.requests.length, this.#script.length) - 1] ?? {}
    while (typeof reply === 'function') reply = await reply(request)
    if (reply instanceof Error) throw reply
    const { status = 200, headers = {}, body = {} } = reply
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { status, headers, body: Buffer.from(text) }
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}

/** Clock whose sleeps end immediately. Each sleep is recorded and advances the clock. */
export class QuickClock implements Clock {
  readonly sleeps: number[] = []
  #seconds = 0

  now(): Date {
    return new Date(Date.UTC(2026, 0, 1) + this.#seconds * 1000)
  }

  monotonic(): number {
    return this.#seconds
  }

  pass(seconds: number): void {
    this.#seconds += seconds
  }

  async sleep(seconds: number, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    // Only the timeout of a whole call is this long. The call stops that timer, so this sleep never
    // ends.
    if (seconds > 1000) return new Promise(() => undefined)
    options.signal?.throwIfAborted()
    this.sleeps.push(seconds)
    this.#seconds += seconds
  }
}

/** Random source that always returns the same values, so that waits have no jitter. */
export const noChance: Random = { bytes: (count) => new Uint8Array(count).fill(7), fraction: () => 0 }

export const ORIGIN = 'https://api.example'

/** Creates a connection whose token is easy to find in printed output. */
export function aConnection(accessToken = 'access-token-1', accountId = '1'): Connection {
  return new Connection({
    platform: 'x',
    accountId,
    accountName: 'Me',
    token: { accessToken, refreshToken: 'refresh-token-1' },
  })
}

/** Platform that signs requests with a bearer token and maps errors by their status. */
export const bearerPlatform: HttpBinding['platform'] = {
  name: 'x',
  origins: () => [ORIGIN],
  authHeaders: ({ token }) => ({ Authorization: `Bearer ${token.accessToken}` }),
  readError: () => null,
}

/** Settings of `aBench`. */
export interface BenchSettings {
  readonly platform?: Partial<HttpBinding['platform']>
  readonly binding?: Partial<HttpBinding>
  readonly engine?: Partial<HttpEngineOptions>
  readonly deadlineSeconds?: number
}

/** HTTP engine for a test, with scripted responses and one connected account. */
export interface Bench {
  readonly engine: HttpEngine
  readonly http: PlatformHttp
  readonly transport: ScriptedTransport
  readonly clock: QuickClock
  readonly deadline: Deadline
  /** Creates the HTTP client of another call with the same engine. */
  readonly bind: (binding?: Partial<HttpBinding>) => PlatformHttp
}

/** Creates an HTTP engine with scripted responses and one connected account. */
export function aBench(script: readonly Scripted[], settings: BenchSettings = {}): Bench {
  const transport = new ScriptedTransport(script)
  const clock = new QuickClock()
  const engine = new HttpEngine({ transport, clock, random: noChance, ...settings.engine })
  const deadline = new Deadline({ clock, seconds: settings.deadlineSeconds ?? 100_000 })
  const connection = aConnection()
  const bind = (binding: Partial<HttpBinding> = {}): PlatformHttp =>
    engine.bind({
      platform: { ...bearerPlatform, ...settings.platform },
      base: `${ORIGIN}/v1`,
      connection: () => connection,
      app: () => Promise.resolve(null),
      renew: null,
      deadline,
      operation: 'test',
      ...settings.binding,
      ...binding,
    })
  return { engine, transport, clock, deadline, bind, http: bind() }
}

import type { PlatformHttp } from '../../contract/calls.js'
import type { Clock, Random } from '../../contract/ports.js'
import { Connection } from '../../models/index.js'
import type { HttpBinding } from '../binding.js'
import { Deadline } from '../time/deadline.js'
import { HttpEngine, type HttpEngineOptions } from '../engine.js'
import type { Transport, TransportRequest, TransportResponse } from '../types.js'

/** A response in a test: JSON, text, or an error to reject with. */
export type Scripted =
  | Error
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((request: TransportRequest) => Scripted | Promise<Scripted>)

/** A transport that returns the scripted responses in order; the last one repeats. */
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

/** A clock whose sleeps end immediately. It records them and advances. */
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
    // A sleep this long is the alarm of a deadline, which is stopped later.
    if (seconds > 1000) return new Promise(() => undefined)
    options.signal?.throwIfAborted()
    this.sleeps.push(seconds)
    this.#seconds += seconds
  }
}

/** Random source that always returns the same values. */
export const noChance: Random = { bytes: (count) => new Uint8Array(count).fill(7), fraction: () => 0 }

export const ORIGIN = 'https://api.example'

/** An account whose token is easy to find in printed output. */
export function aConnection(accessToken = 'access-token-1', accountId = '1'): Connection {
  return new Connection({
    platform: 'x',
    accountId,
    accountName: 'Me',
    token: { accessToken, refreshToken: 'refresh-token-1' },
  })
}

/** A platform that signs with a bearer token and maps errors by status. */
export const bearerPlatform: HttpBinding['platform'] = {
  name: 'x',
  origins: () => [ORIGIN],
  authHeaders: ({ token }) => ({ Authorization: `Bearer ${token.accessToken}` }),
  readError: () => null,
}

/** Settings of a bench. */
export interface BenchSettings {
  readonly platform?: Partial<HttpBinding['platform']>
  readonly binding?: Partial<HttpBinding>
  readonly engine?: Partial<HttpEngineOptions>
  readonly deadlineSeconds?: number
}

/** An engine with scripted responses and one account. */
export interface Bench {
  readonly engine: HttpEngine
  readonly http: PlatformHttp
  readonly transport: ScriptedTransport
  readonly clock: QuickClock
  readonly deadline: Deadline
  /** HTTP client of another call of the same engine. */
  readonly bind: (binding?: Partial<HttpBinding>) => PlatformHttp
}

/** Creates an engine with scripted responses. */
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

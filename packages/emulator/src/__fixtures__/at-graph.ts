import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import type { NetworkModule } from '../framework/module.js'
import type { Operations } from '../framework/control/operations.js'

/** Start time of every test. */
export const NOW = new Date('2026-11-22T12:00:00.000Z')

/** Redirect URI of the app in the tests. */
export const REDIRECT_URI = 'https://app.example/callback'

/** Request of a test. */
export interface Sent {
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly multipart?: FormData
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Response with untyped JSON: the tests check its fields. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

function bodyOf(
  sent: Sent,
  headers: Headers,
): string | URLSearchParams | FormData | Uint8Array<ArrayBuffer> | null {
  if (sent.json !== undefined) {
    headers.set('content-type', 'application/json')
    return JSON.stringify(sent.json)
  }
  if (sent.form !== undefined) return new URLSearchParams(sent.form)
  if (sent.multipart !== undefined) return sent.multipart
  return sent.bytes === undefined ? null : Uint8Array.from(sent.bytes)
}

/** A Meta network in this process, with a frozen clock. */
export class AtGraph<O extends Operations> {
  readonly clock = new SettableClock({ start: NOW, frozen: true })
  readonly network: EmulatedNetwork<O>
  readonly #version: string

  constructor(module: NetworkModule<string, O>, version = 'v26.0') {
    this.network = new EmulatedNetwork(module, { origin: 'https://graph.example', clock: this.clock })
    this.#version = version
  }

  get control(): EmulatedNetwork<O>['control'] {
    return this.network.control
  }

  /**
   * Sends a request such as `POST 17841/media` below the API version. A path with a leading slash and a full
   * URL are used unchanged.
   */
  async call(route: string, sent: Sent = {}): Promise<Answer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const headers = new Headers(sent.headers)
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`)
    const isWhole = path.startsWith('/') || path.startsWith('http')
    const url = new URL(isWhole ? path : `/${this.#version}/${path}`, this.network.origin)
    const body = bodyOf(sent, headers)
    const { response } = await this.network.exchange(
      new Request(url, { method, headers, body, redirect: 'manual' }),
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const parsed: unknown = isJson ? JSON.parse(text) : null
    return { status: response.status, headers: response.headers, body: parsed, text }
  }
}

/** Status, code and subcode of an error response. */
export function refusalOf({ status, body }: Answer): readonly [number, unknown, unknown] {
  const { error } = body as { readonly error?: { readonly code?: unknown; readonly error_subcode?: unknown } } // the test fails otherwise
  return [status, error?.code, error?.error_subcode]
}

/** Message of an error response. */
export function messageOf({ body }: Answer): string {
  const { error } = body as { readonly error?: { readonly message?: string } } // the test fails otherwise
  return error?.message ?? ''
}

/** Id in a response. */
export function idOf({ body, text }: Answer): string {
  const { id } = body as { readonly id?: string } // the test fails otherwise
  if (id === undefined) throw new Error(`No id: ${text}`)
  return id
}

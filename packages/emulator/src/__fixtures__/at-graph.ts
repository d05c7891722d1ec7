import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import type { NetworkModule } from '../framework/module.js'
import type { Operations } from '../framework/control/operations.js'

/** Time of the frozen clock at the start of every test. */
export const NOW = new Date('2026-11-22T12:00:00.000Z')

/** Redirect URI of the app in the tests. */
export const REDIRECT_URI = 'https://app.example/callback'

/** Request that a test sends. */
export interface Sent {
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly multipart?: FormData
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Response whose JSON body has no type. Tests check the fields of the body. */
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

/** Runs an emulated Meta network inside the test process, with a frozen clock. */
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
   * Sends a request such as `POST 17841/media` to a path below the API version. A path that starts
   * with a slash and a full URL are used unchanged.
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

/** Returns the status, code and subcode of an error response. */
export function refusalOf({ status, body }: Answer): readonly [number, unknown, unknown] {
  const { error } = body as { readonly error?: { readonly code?: unknown; readonly error_subcode?: unknown } } // safe cast: all fields are optional, and the test compares the values
  return [status, error?.code, error?.error_subcode]
}

/** Returns the message of an error response, or an empty string if the body has no message. */
export function messageOf({ body }: Answer): string {
  const { error } = body as { readonly error?: { readonly message?: string } } // safe cast: all fields are optional, and the test compares the message
  return error?.message ?? ''
}

/** Returns the id in a response. @throws Error if the body has no id. */
export function idOf({ body, text }: Answer): string {
  const { id } = body as { readonly id?: string } // safe cast: the next line throws if the body has no id
  if (id === undefined) throw new Error(`No id: ${text}`)
  return id
}

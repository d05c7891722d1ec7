import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import type { GoogleBusinessOperations } from '../google-business/control/operations.js'
import { googleBusinessNetwork } from '../google-business/module.js'
import type { GoogleBusinessOptions } from '../google-business/settings.js'
import { contractProblems } from './google-contract.js'

/** Request that a test sends. */
export interface SentToGoogle {
  readonly token?: string
  readonly query?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** Response whose JSON body has no type. Tests check the type of the body. */
export interface GoogleAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

/**
 * Runs the emulated Google Business Profile inside the test process, with a frozen clock. Every
 * successful response is checked against Google's Discovery document of the service.
 */
export class AtGoogleBusiness {
  readonly clock = new SettableClock({ start: new Date('2026-11-21T12:00:00Z'), frozen: true })
  readonly network: EmulatedNetwork<GoogleBusinessOperations>

  constructor(options: GoogleBusinessOptions = {}) {
    const origin = 'https://google.example'
    this.network = new EmulatedNetwork(googleBusinessNetwork(options), { origin, clock: this.clock })
  }

  get control(): EmulatedNetwork<GoogleBusinessOperations>['control'] {
    return this.network.control
  }

  /** Signs a person in and returns the access token. */
  signIn(person = 'Ada'): string {
    return this.control.signIn({ person }).accessToken
  }

  /**
   * Finds a location by title. Returns the full name of the location, and the account id and
   * location id inside the name.
   */
  find(title = "Ada's Bakery") {
    const location = this.control.state().locations.find(({ fields }) => fields['title'] === title)
    const [, account = '', , id = ''] = (location?.name ?? '').split('/')
    return { name: location?.name ?? '', account, id, short: `locations/${id}` }
  }

  /** Sends a request such as `GET /accountmanagement/v1/accounts`. A full URL is used unchanged. */
  async call(route: string, sent: SentToGoogle = {}): Promise<GoogleAnswer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const url = new URL(path, this.network.origin)
    for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value)
    const headers = new Headers()
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`)
    let body: string | null = null
    if (sent.json !== undefined) {
      body = JSON.stringify(sent.json)
      headers.set('content-type', 'application/json')
    }
    if (sent.form !== undefined) {
      body = new URLSearchParams(sent.form).toString()
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    const { response } = await this.network.exchange(
      new Request(url, { method, headers, body, redirect: 'manual' }),
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const answered: unknown = isJson ? JSON.parse(text) : null
    const problems = response.ok ? contractProblems(method, url.pathname, answered) : []
    if (problems !== null && problems.length > 0)
      throw new Error(`The response does not match the Discovery document: ${problems.join('; ')}`)
    return { status: response.status, headers: response.headers, body: answered, text }
  }
}

/** Returns the status, reason and details of an error response. */
export const refusalOf = ({ status, body }: GoogleAnswer): readonly unknown[] => {
  const { error } = body as { readonly error: { readonly status?: string; readonly details?: unknown } } // safe cast: a body without `error` fails the test
  return [status, error.status, JSON.stringify(error.details ?? null)]
}

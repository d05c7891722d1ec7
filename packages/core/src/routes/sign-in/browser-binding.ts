import { createHash } from 'node:crypto'

import type { Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { sameText } from '../../oauth2/state.js'
import type { SignInBinding } from '../options.js'
import { readCookies } from '../readers/cookies.js'
import type { RouteRequest } from '../request.js'
import { callHost } from '../routes-failure.js'

/**
 * Lifetime of a pending sign-in in seconds (ten minutes). It applies to the stored notes and to the cookie that
 * binds the sign-in to a browser. Our choice.
 */
export const SIGN_IN_SECONDS = 600

/**
 * Cookie name prefix with which browsers accept a cookie only from this host over https.
 * https://www.rfc-editor.org/rfc/rfc6265 (section 4.1.3.2 of its revision, draft-ietf-httpbis-rfc6265bis)
 */
const HOST_PREFIX = '__Host-'
/** Number of characters in the cookie's name that are derived from the state: 132 bits of the state's digest. */
const NAME_LENGTH = 22
/** Number of random bytes in the cookie's value: 256 bits. */
const VALUE_BYTES = 32

/** Values that bind a sign-in to its browser. */
export interface Bound {
  /** Digest of the browser's secret. It is stored in the notes, and useless without the secret. */
  readonly browser: string | null
  /** The `set-cookie` header for the reply to the browser. */
  readonly cookie: string | null
}

/** Whether a request comes from the browser that started the sign-in. */
export type BrowserMatch = 'SAME' | 'OTHER' | 'NO_COOKIE'

/**
 * Binds sign-ins to browsers, against login CSRF (RFC 6819, section 4.4.1.8). An attacker may know the state of a
 * sign-in, or make a person follow a link with a state. The binding stops the attacker from finishing the person's
 * sign-in, and the person from finishing the attacker's sign-in.
 */
export class BrowserBinding {
  readonly #bind: SignInBinding
  readonly #random: Random
  readonly #attributes: string
  /**
   * `__Host-` with https, because other servers of the domain and plain http cannot set a cookie with this prefix.
   */
  readonly #namePrefix: string

  constructor(
    bind: SignInBinding,
    options: { readonly random: Random; readonly redirectUri: string; readonly baseUrl: string },
  ) {
    this.#bind = bind
    this.#random = options.random
    const { redirectUri, baseUrl } = options
    const isSecure = new URL(redirectUri).protocol === 'https:' // the URL parser also accepts `HTTPS://`
    this.#namePrefix = isSecure ? HOST_PREFIX : ''
    // A `__Host-` name requires the cookie path `/`. Otherwise the path must contain both `callback` and `choose`.
    // If they have no common folder, the path is `/` as well.
    const isBelow = !isSecure && redirectUri.startsWith(`${baseUrl}/`)
    const path = isBelow ? new URL(baseUrl).pathname : '/'
    this.#attributes = `; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  /** Binds a sign-in to the browser of this request. Returns null if the browser has no secret. */
  async begin(state: string, request: RouteRequest): Promise<Bound | null> {
    if (this.#bind === 'off') return { browser: null, cookie: null }
    if (this.#bind === 'cookie') {
      const value = Buffer.from(this.#random.bytes(VALUE_BYTES)).toString('base64url')
      const cookie = `${this.#cookieName(state)}=${value}${this.#attributes}; Max-Age=${SIGN_IN_SECONDS}`
      return { browser: digest(value), cookie }
    }
    const session = await this.#sessionOf(request)
    return session === '' ? null : { browser: digest(session), cookie: null }
  }

  /** Checks whether a request comes from the browser that started the sign-in. */
  async match(state: string, browser: string | null, request: RouteRequest): Promise<BrowserMatch> {
    if (this.#bind === 'off') return browser === null ? 'SAME' : 'OTHER'
    if (browser === null) return 'OTHER'
    if (this.#bind !== 'cookie')
      return sameText(digest(await this.#sessionOf(request)), browser) ? 'SAME' : 'OTHER'
    const values = readCookies(request.headers['cookie'] ?? '', this.#cookieName(state))
    if (values.length === 0) return 'NO_COOKIE'
    return values.some((value) => sameText(digest(value), browser)) ? 'SAME' : 'OTHER'
  }

  /** Returns the `set-cookie` header that deletes the cookie of a finished sign-in. */
  end(state: string): string | null {
    return this.#bind === 'cookie' ? `${this.#cookieName(state)}=${this.#attributes}; Max-Age=0` : null
  }

  /**
   * Returns the cookie's name. Each sign-in has its own cookie, so that two tabs do not overwrite each other's
   * cookie.
   */
  #cookieName(state: string): string {
    const digestOfState = createHash('sha256').update(state).digest('base64url')
    return `${this.#namePrefix}social_${digestOfState.slice(0, NAME_LENGTH)}`
  }

  async #sessionOf(request: RouteRequest): Promise<string> {
    // Many frameworks return undefined or null for a session that does not exist yet. Both refuse the sign-in.
    const bind = this.#bind
    const result = typeof bind === 'function' ? await callHost('bind', null, () => bind(request)) : null
    const session = result ?? ''
    if (typeof session !== 'string')
      throw new ConfigError('bind must return a string: a secret of this browser only.')
    return session
  }
}

function digest(value: string): string {
  return createHash('sha256').update(`social sign-in ${value}`).digest('base64url')
}

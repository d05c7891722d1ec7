import { createHash } from 'node:crypto'

import type { Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { sameText } from '../../oauth2/state.js'
import type { SignInBinding } from '../options.js'
import { readCookies } from '../readers/cookies.js'
import type { RouteRequest } from '../request.js'
import { callHost } from '../routes-failure.js'

/** Seconds, ten minutes, that a half-finished sign-in lives: its notes, and the cookie that ties it to a browser. Our choice. */
export const SIGN_IN_SECONDS = 600

/** https://www.rfc-editor.org/rfc/rfc6265 (section 4.1.3.2 of its revision, draft-ietf-httpbis-rfc6265bis) */
const HOST_PREFIX = '__Host-'
/** Characters of the cookie's name that come from the state: 132 bits of its digest. */
const NAME_LETTERS = 22
/** Bytes behind the cookie's value: 256 bits. */
const VALUE_BYTES = 32

/** Binding data of a sign-in and its browser. */
export interface Bound {
  /** Digest stored in the notes, useless without the browser's secret. */
  readonly browser: string | null
  /** The `set-cookie` header that goes to the browser. */
  readonly cookie: string | null
}

/** Match between a browser and a sign-in. */
export type BrowserMatch = 'SAME' | 'OTHER' | 'NO_COOKIE'

/**
 * Ties sign-ins to browsers, against login CSRF (RFC 6819, section 4.4.1.8): somebody who only knows a state, because it
 * leaked or because they made the person follow a link, can neither finish that sign-in nor have the person finish theirs.
 */
export class BrowserBinding {
  readonly #bind: SignInBinding
  readonly #random: Random
  readonly #attributes: string
  /** `__Host-` wherever there is https: then no other server of the domain can set the cookie, and no plain http can. */
  readonly #namePrefix: string

  constructor(
    bind: SignInBinding,
    options: { readonly random: Random; readonly redirectUri: string; readonly baseUrl: string },
  ) {
    this.#bind = bind
    this.#random = options.random
    const { redirectUri, baseUrl } = options
    const isSecure = new URL(redirectUri).protocol === 'https:' // however it is written: HTTPS://
    this.#namePrefix = isSecure ? HOST_PREFIX : ''
    // Such a name is only taken with the path of the whole host. Without it, both the callback and the choice must get
    // the cookie; where they have no folder in common, it goes everywhere.
    const isBelow = !isSecure && redirectUri.startsWith(`${baseUrl}/`)
    const path = isBelow ? new URL(baseUrl).pathname : '/'
    this.#attributes = `; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  /** Binds a sign-in to the browser of this request; null if the browser has no secret. */
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

  /** The `set-cookie` header that deletes the cookie of a finished sign-in. */
  end(state: string): string | null {
    return this.#bind === 'cookie' ? `${this.#cookieName(state)}=${this.#attributes}; Max-Age=0` : null
  }

  /** One cookie for each sign-in: two tabs do not overwrite each other's. */
  #cookieName(state: string): string {
    const digestOfState = createHash('sha256').update(state).digest('base64url')
    return `${this.#namePrefix}social_${digestOfState.slice(0, NAME_LETTERS)}`
  }

  async #sessionOf(request: RouteRequest): Promise<string> {
    // A session that is not there yet is often undefined or null; either refuses the sign-in.
    const bind = this.#bind
    const answer = typeof bind === 'function' ? await callHost('bind', null, () => bind(request)) : null
    const session = answer ?? ''
    if (typeof session !== 'string')
      throw new ConfigError('bind must answer with text: something only this browser has.')
    return session
  }
}

function digest(value: string): string {
  return createHash('sha256').update(`social sign-in ${value}`).digest('base64url')
}

import { createHash } from 'node:crypto'

import type { Random } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { sameText } from '../oauth2/state.js'
import type { SignInBinding } from './options.js'
import type { RouteRequest } from './request.js'

/** Seconds a half-finished sign-in lives: its notes, and the cookie that ties it to a browser. */
export const SIGN_IN_SECONDS = 600

const NAME_LETTERS = 22
const VALUE_BYTES = 32

/** What ties a sign-in to the browser that starts it. */
export interface Bound {
  /** What goes into the notes: a digest, so that the memory alone opens nothing. */
  readonly browser: string | null
  /** The `set-cookie` header that goes to the browser. */
  readonly cookie: string | null
}

/** How a browser stands to a sign-in. */
export type BrowserMatch = 'SAME' | 'OTHER' | 'NO_COOKIE'

/**
 * Ties sign-ins to browsers: somebody who only knows a state, because it leaked or because they made the person follow
 * a link, can neither finish that sign-in nor have the person finish theirs.
 */
export class BrowserBinding {
  readonly #bind: SignInBinding
  readonly #random: Random
  readonly #attributes: string

  constructor(
    bind: SignInBinding,
    options: { readonly random: Random; readonly redirectUri: string; readonly baseUrl: string },
  ) {
    this.#bind = bind
    this.#random = options.random
    const { redirectUri, baseUrl } = options
    // Both the callback and the choice must get the cookie; where they have no folder in common, it goes everywhere.
    const path = redirectUri.startsWith(`${baseUrl}/`) ? new URL(baseUrl).pathname : '/'
    const secure = redirectUri.startsWith('https:') ? '; Secure' : ''
    this.#attributes = `; Path=${path}; HttpOnly; SameSite=Lax${secure}`
  }

  /** Ties a sign-in to the browser of this request; null when the browser has nothing to tie it to. */
  async begin(state: string, request: RouteRequest): Promise<Bound | null> {
    if (this.#bind === 'off') return { browser: null, cookie: null }
    if (this.#bind === 'cookie') {
      const value = Buffer.from(this.#random.bytes(VALUE_BYTES)).toString('base64url')
      const cookie = `${cookieName(state)}=${value}${this.#attributes}; Max-Age=${SIGN_IN_SECONDS}`
      return { browser: digest(value), cookie }
    }
    const session = await this.#sessionOf(request)
    return session === '' ? null : { browser: digest(session), cookie: null }
  }

  /** Tells whether a request comes from the browser that started the sign-in. */
  async match(state: string, browser: string | null, request: RouteRequest): Promise<BrowserMatch> {
    if (this.#bind === 'off') return browser === null ? 'SAME' : 'OTHER'
    if (browser === null) return 'OTHER'
    if (this.#bind !== 'cookie')
      return sameText(digest(await this.#sessionOf(request)), browser) ? 'SAME' : 'OTHER'
    const values = readCookies(request.headers['cookie'] ?? '', cookieName(state))
    if (values.length === 0) return 'NO_COOKIE'
    return values.some((value) => sameText(digest(value), browser)) ? 'SAME' : 'OTHER'
  }

  /** The `set-cookie` header that takes the cookie of a finished sign-in away. */
  end(state: string): string | null {
    return this.#bind === 'cookie' ? `${cookieName(state)}=${this.#attributes}; Max-Age=0` : null
  }

  async #sessionOf(request: RouteRequest): Promise<string> {
    const session = typeof this.#bind === 'function' ? await this.#bind(request) : ''
    if (typeof session !== 'string')
      throw new ConfigError('bind must answer with text: something only this browser has.')
    return session
  }
}

/** One cookie for each sign-in: two tabs do not overwrite each other's. */
function cookieName(state: string): string {
  return `social_${createHash('sha256').update(state).digest('base64url').slice(0, NAME_LETTERS)}`
}

function digest(value: string): string {
  return createHash('sha256').update(`social sign-in ${value}`).digest('base64url')
}

/** Every value of a cookie: a sibling domain may have set one of the same name. */
function readCookies(header: string, name: string): readonly string[] {
  const values: string[] = []
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) values.push(pair.slice(at + 1).trim())
  }
  return values
}

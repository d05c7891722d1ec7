import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotFoundError,
  type PlatformBase,
  PlatformError,
  PostGoneError,
  RateLimitError,
  type SocialBaseError,
  TokenExpiredError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

const NOW = new Date('2026-11-22T12:00:00Z')

/** What was asked when the network refused; a post unless given. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path?: string
  readonly status?: number
  readonly message?: string
}

/** A code and subcode of Meta, the error they are, and what it says. */
export type RefusalRow = readonly [
  code: number,
  subcode: number | null,
  type: new (...args: never) => SocialBaseError,
  content: RegExp,
]

/** One network of Meta and what is its own in what it refuses. */
export interface Refusing {
  readonly platform: string
  readonly displayName: string
  readonly readError: PlatformBase['readError']
  /** Its API with the version: `https://graph.threads.net/v1.0`. */
  readonly api: string
  readonly rows: readonly RefusalRow[]
  /** Every path that publishes something, and some that do not. */
  readonly publishing: { readonly yes: readonly string[]; readonly no: readonly Asked[] }
  /** Requests that name a post or comment, so that what is not there is gone; and some that name something else. */
  readonly naming: { readonly posts: readonly Asked[]; readonly others: readonly Asked[] }
  /** A permission as the network's words name it, and the path of a request that needs it. */
  readonly permission: { readonly name: string; readonly path: string }
  /** A token endpoint, and what says which app's pair is the right one. */
  readonly signIn: { readonly url: string; readonly pair: RegExp }
  /** Parts of words that a pattern may begin to read. */
  readonly halves: readonly string[]
}

/** What every network of Meta refuses alike. */
const SHARED_ROWS: readonly RefusalRow[] = [
  [190, 463, TokenExpiredError, /run out/],
  [190, 458, AuthError, /removed the app/],
  [190, 492, AuthError, /role/],
  [613, null, RateLimitError, /slow down/],
  [100, null, InvalidPostError, /As it said/],
]

/** Reads refusals as the network's client does. */
export function refusing({ readError, api, publishing }: Refusing) {
  const [published = ''] = publishing.yes
  return {
    /** A refusal in the usual form. */
    errorOf: (code: number, subcode: number | null, asked: Asked = {}) => {
      const { method = 'POST', path = published, status = 400, message = 'As it said.' } = asked
      const error = { message, type: 'OAuthException', code, error_subcode: subcode }
      const request = { method, url: `${api}${path}`, headers: {}, body: null }
      return readError({ status, headers: {}, body: { error } }, request, NOW)
    },
    /** A refusal of any form. */
    readBody: (url: string, body: object) =>
      readError({ status: 400, headers: {}, body }, { method: 'POST', url, headers: {}, body: null }, NOW),
  }
}

/** What the network refuses is told as what it is: the codes, the permissions, the posts that are gone, the sign-in. */
export function checksRefusals(network: Refusing): void {
  const { platform, displayName, publishing, naming, permission, signIn } = network
  const { errorOf, readBody } = refusing(network)

  describe(`what ${displayName} refuses`, () => {
    it.each([...network.rows, ...SHARED_ROWS])('with %i/%s is told as what it is', (...row) => {
      const [code, subcode, type, content] = row
      const error = errorOf(code, subcode)
      expect(error).toBeInstanceOf(type)
      expect(error?.message).toMatch(content)
      expect(error?.message).toContain('As it said')
      expect(error?.platform).toBe(platform)
    })

    it.each(publishing.yes)('at %s is a bad post', (path) => {
      expect(errorOf(100, null, { path })).toBeInstanceOf(InvalidPostError)
      expect(errorOf(100, null, { path, method: 'GET' })).not.toBeInstanceOf(InvalidPostError)
    })

    it.each(publishing.no)('where nothing is published is no bad post: %j', (asked) => {
      const error = errorOf(100, null, asked)
      expect(error).toBeInstanceOf(PlatformError)
      expect(error).not.toBeInstanceOf(InvalidPostError)
    })

    it('names the permission of a refusal', () => {
      const { name, path } = permission
      const error = errorOf(10, null, { message: `(#10) This needs the ${name} permission`, path })
      expect(error).toBeInstanceOf(MissingPermissionError)
      expect(error).toMatchObject({ needs: name })
    })

    it.each([
      { error: { message: 'Invalid platform app', type: 'OAuthException', code: 1 } },
      { error: { message: 'Invalid platform app', type: 'OAuthException', code: 100 } },
      { error: { message: 'Invalid platform app', type: 'OAuthException', code: 101 } },
      { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' },
    ])('of a token endpoint is a refused sign-in, that names the right pair: %j', (body) => {
      const error = readBody(signIn.url, body)
      expect(error).toBeInstanceOf(AuthError)
      expect(error?.message).toMatch(signIn.pair)
    })
  })

  describe('what is not there', () => {
    it.each(naming.posts)('is gone where a post or comment was named: %j', (asked) => {
      expect(errorOf(100, 33, asked)).toBeInstanceOf(PostGoneError)
    })

    it.each(naming.others)('is missing, not gone, where something else was named: %j', (asked) => {
      const error = errorOf(100, 33, asked)
      expect(error).toBeInstanceOf(NotFoundError)
      expect(PostGoneError.is(error)).toBe(false)
    })
  })

  const readAll = (text: string) =>
    readBody(`${network.api}${publishing.yes[0]}`, {
      error: { message: text, error_user_msg: text, type: text, code: 200 },
    })

  it.each([...network.halves, ' ', 'x'])('is read in linear time, with many "%s"', (part) => {
    expect(growthOf(readAll, (letters) => part.repeat(letters / part.length))).toBeLessThan(MAX_GROWTH)
  })
}

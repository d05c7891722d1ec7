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

/** Request that the network refuses. By default the request creates a post. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path?: string
  readonly status?: number
  readonly message?: string
}

/** Error code and subcode of Meta, with the expected error class and message. */
export type RefusalRow = readonly [
  code: number,
  subcode: number | null,
  type: new (...args: never) => SocialBaseError,
  content: RegExp,
]

/** Network of Meta, with the error responses that only this network returns. */
export interface Refusing {
  readonly platform: string
  readonly displayName: string
  readonly readError: PlatformBase['readError']
  /** Base URL of the API with its version, such as `https://graph.threads.net/v1.0`. */
  readonly api: string
  readonly rows: readonly RefusalRow[]
  /** All paths that publish something (`yes`), and some requests that publish nothing (`no`). */
  readonly publishing: { readonly yes: readonly string[]; readonly no: readonly Asked[] }
  /**
   * Requests that name a post or comment, and requests that name another object. Only for the
   * first does a missing object mean that the post is gone.
   */
  readonly naming: { readonly posts: readonly Asked[]; readonly others: readonly Asked[] }
  /**
   * Permission that the network's error message names, and the path of a request that requires it.
   */
  readonly permission: { readonly name: string; readonly path: string }
  /**
   * Token endpoint, and a pattern for the part of the error message that names the correct app
   * credentials.
   */
  readonly signIn: { readonly url: string; readonly pair: RegExp }
  /**
   * Text fragments that match the start of a pattern in the error reader. They test its running
   * time.
   */
  readonly halves: readonly string[]
}

/** Error codes that all networks of Meta share. */
const SHARED_ROWS: readonly RefusalRow[] = [
  [190, 463, TokenExpiredError, /expired/],
  [190, 458, AuthError, /removed the app/],
  [190, 492, AuthError, /role/],
  [613, null, RateLimitError, /rate limit is exhausted/],
  [100, null, InvalidPostError, /Quoted text/],
]

/** Creates functions that read error responses in the same way as the network's client. */
export function refusing({ readError, api, publishing }: Refusing) {
  const [published = ''] = publishing.yes
  return {
    /** Reads an error response in Meta's common format. */
    errorOf: (code: number, subcode: number | null, asked: Asked = {}) => {
      const { method = 'POST', path = published, status = 400, message = 'Quoted text.' } = asked
      const error = { message, type: 'OAuthException', code, error_subcode: subcode }
      const request = { method, url: `${api}${path}`, headers: {}, body: null }
      return readError({ status, headers: {}, body: { error } }, request, NOW)
    },
    /** Reads an error response with any body. */
    readBody: (url: string, body: object) =>
      readError({ status: 400, headers: {}, body }, { method: 'POST', url, headers: {}, body: null }, NOW),
  }
}

/**
 * Defines tests that error responses become the correct error class. They cover error codes,
 * permissions, missing posts and sign-in.
 */
export function checksRefusals(network: Refusing): void {
  const { platform, displayName, publishing, naming, permission, signIn } = network
  const { errorOf, readBody } = refusing(network)

  describe(`a refusal of ${displayName}`, () => {
    it.each([...network.rows, ...SHARED_ROWS])(
      'with the code %i/%s is reported as the correct error',
      (...row) => {
        const [code, subcode, type, content] = row
        const error = errorOf(code, subcode)
        expect(error).toBeInstanceOf(type)
        expect(error?.message).toMatch(content)
        expect(error?.message).toContain('Quoted text')
        expect(error?.platform).toBe(platform)
      },
    )

    it.each(publishing.yes)('at %s is an InvalidPostError', (path) => {
      expect(errorOf(100, null, { path })).toBeInstanceOf(InvalidPostError)
      expect(errorOf(100, null, { path, method: 'GET' })).not.toBeInstanceOf(InvalidPostError)
    })

    it.each(publishing.no)('of a request that publishes nothing is not an InvalidPostError: %j', (asked) => {
      const error = errorOf(100, null, asked)
      expect(error).toBeInstanceOf(PlatformError)
      expect(error).not.toBeInstanceOf(InvalidPostError)
    })

    it('names the missing permission', () => {
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
    ])('of a token endpoint is an AuthError that names the correct app credentials: %j', (body) => {
      const error = readBody(signIn.url, body)
      expect(error).toBeInstanceOf(AuthError)
      expect(error?.message).toMatch(signIn.pair)
    })
  })

  describe('a missing object', () => {
    it.each(naming.posts)('is a PostGoneError when the request names a post or comment: %j', (asked) => {
      expect(errorOf(100, 33, asked)).toBeInstanceOf(PostGoneError)
    })

    it.each(naming.others)('is another NotFoundError when the request names something else: %j', (asked) => {
      const error = errorOf(100, 33, asked)
      expect(error).toBeInstanceOf(NotFoundError)
      expect(PostGoneError.is(error)).toBe(false)
    })
  })

  const readAll = (text: string) =>
    readBody(`${network.api}${publishing.yes[0]}`, {
      error: { message: text, error_user_msg: text, type: text, code: 200 },
    })

  it.each([...network.halves, ' ', 'x'])('a refusal with many "%s" is read in linear time', (part) => {
    expect(growthOf(readAll, (letters) => part.repeat(letters / part.length))).toBeLessThan(MAX_GROWTH)
  })
}

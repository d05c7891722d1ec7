import {
  AuthError,
  BlockedError,
  type ErrorDetails,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  networkText,
  NotFoundError,
  type OutgoingRequest,
  type PlatformBase,
  PlatformError,
  PostGoneError,
  quoteNetwork,
  rawOf,
  type SocialBaseError,
} from '@social/core/platform'

/** Fields that classify a refusal. */
interface Refusal {
  readonly status: number
  /** The server's own words; '' when it gave none: proxies answer HTML, some programs nothing at all. */
  readonly words: string
  readonly method: string
  readonly path: string
}

interface Row {
  readonly status: number
  /** Only below this path. */
  readonly path?: RegExp
  /** Only with these words. */
  readonly says?: RegExp
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

const OAUTH = /^\/oauth\//
const STATUSES = /^\/api\/v1\/statuses(\/|$)/
const POST_OR_MEDIA = /^\/api\/(v1\/statuses(\/[^/]+)?$|v[12]\/media(\/|$))/

/** The scope each call needs, narrowest first; from `security` of https://docs.joinmastodon.org/methods/ (read 2026-09-24). */
const SCOPES: readonly (readonly [method: string, path: RegExp, scope: string])[] = [
  ['POST', /\/(un)?favourite$/, 'write:favourites'],
  ['POST', /^\/api\/v1\/conversations\//, 'write:conversations'],
  ['GET', /^\/api\/v[12]\/media/, 'write:media'],
  ['POST', /^\/api\/v[12]\/media/, 'write:media'],
  ['GET', /^\/api\/v1\/notifications/, 'read:notifications'],
  ['GET', /^\/api\/v1\/accounts/, 'read:accounts'],
  ['GET', /^\/api\/v1\/(statuses|conversations|scheduled_statuses)/, 'read:statuses'],
  ['GET', /./, 'read'],
  ['', /^\/api\/v1\/(statuses|markers|scheduled_statuses)/, 'write:statuses'],
]

function scopeOf({ method, path }: Refusal): string {
  const row = SCOPES.find(([verb, pattern]) => (verb === '' || verb === method) && pattern.test(path))
  return row?.[2] ?? 'write'
}

/** The server's refusals; the first row that fits. What has no row is told by its status alone.
 *  https://docs.joinmastodon.org/methods/statuses/ and the pages beside it (read 2026-09-24) */
const ROWS: readonly Row[] = [
  {
    status: 401,
    path: OAUTH,
    make: ({ words }, details) =>
      new AuthError(
        `${quoteNetwork('mastodon refused the app', words)} The saved app is unknown on this server. Register it again with client.createApp, then start the sign-in again.`,
        details,
      ),
  },
  {
    status: 400,
    path: OAUTH,
    make: ({ words }, details) =>
      new AuthError(
        `${quoteNetwork('mastodon refused the sign-in', words)} Start it again; an app that was registered for fewer scopes has to be registered again first.`,
        details,
      ),
  },
  {
    status: 401,
    make: ({ words }, details) =>
      new AuthError(`${quoteNetwork('mastodon refused the token', words)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: 403,
    says: /outside the authorized scopes/i,
    make: (refusal, details) => {
      const needs = scopeOf(refusal)
      return new MissingPermissionError({
        ...details,
        needs,
        suggestion: `Sign the account in again and ask for ${needs}.`,
      })
    },
  },
  {
    status: 403,
    says: /\bblock(s|ed|ing)?\b/i,
    make: ({ words }, details) =>
      new BlockedError(
        `${quoteNetwork('mastodon refused, because of a block between the two accounts', words)} Nothing can be done from this side.`,
        details,
      ),
  },
  {
    status: 403,
    make: ({ words }, details) =>
      new NotAllowedError(
        `${quoteNetwork('mastodon does not allow it', words)} Look at the account on its server.`,
        details,
      ),
  },
  {
    status: 404,
    path: STATUSES,
    make: ({ words }, details) =>
      new PostGoneError(
        `${quoteNetwork('The post is not there, or this account may not see it', words)} Leave it out.`,
        details,
      ),
  },
  {
    status: 410,
    make: ({ words }, details) =>
      new NotFoundError(
        `${quoteNetwork('mastodon says it is gone: the account was suspended or removed', words)} Leave it out.`,
        details,
      ),
  },
  {
    status: 413,
    make: (_refusal, details) =>
      new InvalidPostError(
        'The file is too big for this server. Make it smaller; account.limits() tells how big it may be.',
        details,
      ),
  },
  {
    status: 422,
    says: /requires an authenticated user/i,
    make: ({ words }, details) =>
      new AuthError(
        `${quoteNetwork('mastodon refused the token', words)} Sign the account in again.`,
        details,
      ),
  },
  {
    status: 422,
    path: POST_OR_MEDIA,
    make: ({ words }, details) =>
      new InvalidPostError(
        `${quoteNetwork('mastodon refused the post', words)} Correct it, and post again.`,
        details,
      ),
  },
]

/** The refusal as an error of the library; null leaves it to the status. */
export const readError: PlatformBase['readError'] = (reply, request: OutgoingRequest) => {
  if (reply.status < 400) return null
  const raw = rawOf(reply.body)
  const words = networkText(
    [raw['error'], raw['error_description']].filter((part) => typeof part === 'string').join(' - '),
  )
  const refusal = {
    status: reply.status,
    words,
    method: request.method,
    path: new URL(request.url).pathname,
  }
  const row = ROWS.find(
    ({ status, path, says }) =>
      status === refusal.status && (path?.test(refusal.path) ?? true) && (says?.test(words) ?? true),
  )
  return row?.make(refusal, { platform: 'mastodon', raw }) ?? null
}

/**
 * True when the server no longer has an uploaded file. It removes files that no post names after about a day, its operator
 * may do so sooner. A status that names such a file is refused, and was not made.
 * `validate_media!` in app/services/post_status_service.rb of the server (read 2026-11-22)
 */
export function isClearedFile(error: unknown): boolean {
  if (PlatformError.is(error)) return NotFoundError.is(error.cause)
  const { error: words } = InvalidPostError.is(error) ? error.raw : {}
  return /not found or already attached/i.test(networkText(words))
}

/** True for the refusal of a file that the server still works on: to be sent again in a moment. */
export function isStillProcessing(error: unknown): boolean {
  const { error: words } = InvalidPostError.is(error) ? error.raw : {}
  return /have not finished processing/i.test(networkText(words))
}

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

/** Fields of the server's error response that decide the error class. */
interface Refusal {
  readonly status: number
  /**
   * Error message of the server. The message is '' if the body has none: proxies return HTML, and
   * some programs return an empty body.
   */
  readonly message: string
  readonly method: string
  readonly path: string
}

interface Row {
  readonly status: number
  /** If set, the row applies only to requests whose path matches. */
  readonly path?: RegExp
  /** If set, the row applies only if the error message matches. */
  readonly pattern?: RegExp
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

const OAUTH = /^\/oauth\//
const STATUSES = /^\/api\/v1\/statuses(\/|$)/
const POST_OR_MEDIA = /^\/api\/(v1\/statuses(\/[^/]+)?$|v[12]\/media(\/|$))/

/**
 * Scope that each request requires. Rows with narrower paths come first. Source: `security` of
 * https://docs.joinmastodon.org/methods/ (read 2026-09-24)
 */
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

/**
 * Refusals of the server and their errors. The first row that matches applies. If no row matches,
 * the status alone decides the error class.
 * https://docs.joinmastodon.org/methods/statuses/ and the other pages of methods (read 2026-09-24)
 */
const ROWS: readonly Row[] = [
  {
    status: 401,
    path: OAUTH,
    make: ({ message }, details) =>
      new AuthError(
        `${quoteNetwork('mastodon refused the app', message)} This server does not know the stored app. Register it again with client.createApp, then start the sign-in again.`,
        details,
      ),
  },
  {
    status: 400,
    path: OAUTH,
    make: ({ message }, details) =>
      new AuthError(
        `${quoteNetwork('mastodon refused the sign-in', message)} Start the sign-in again. If the app was registered for fewer scopes, register it again first.`,
        details,
      ),
  },
  {
    status: 401,
    make: ({ message }, details) =>
      new AuthError(`${quoteNetwork('mastodon refused the token', message)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: 403,
    pattern: /outside the authorized scopes/i,
    make: (refusal, details) => {
      const needs = scopeOf(refusal)
      return new MissingPermissionError({
        ...details,
        needs,
        suggestion: `Sign the account in again and request ${needs}.`,
      })
    },
  },
  {
    status: 403,
    pattern: /\bblock(s|ed|ing)?\b/i,
    make: ({ message }, details) =>
      new BlockedError(
        `${quoteNetwork('mastodon refused the request: one of the two accounts blocks the other', message)} The connected account cannot change this.`,
        details,
      ),
  },
  {
    status: 403,
    make: ({ message }, details) =>
      new NotAllowedError(
        `${quoteNetwork('mastodon does not allow this request', message)} Check the state of the account on its server.`,
        details,
      ),
  },
  {
    status: 404,
    path: STATUSES,
    make: ({ message }, details) =>
      new PostGoneError(
        `${quoteNetwork('The post does not exist, or is not visible to this account', message)} Remove it from your data.`,
        details,
      ),
  },
  {
    status: 410,
    make: ({ message }, details) =>
      new NotFoundError(
        `${quoteNetwork('mastodon reports that the account was suspended or removed', message)} Remove it from your data.`,
        details,
      ),
  },
  {
    status: 413,
    make: (_refusal, details) =>
      new InvalidPostError(
        'The file is too large for this server. Make it smaller. account.limits() returns the maximum size.',
        details,
      ),
  },
  {
    status: 422,
    pattern: /requires an authenticated user/i,
    make: ({ message }, details) =>
      new AuthError(
        `${quoteNetwork('mastodon refused the token', message)} Sign the account in again.`,
        details,
      ),
  },
  {
    status: 422,
    path: POST_OR_MEDIA,
    make: ({ message }, details) =>
      new InvalidPostError(
        `${quoteNetwork('mastodon refused the post', message)} Correct it, and post again.`,
        details,
      ),
  },
]

/**
 * Converts a refusal to an error of the library. Returns null if the status alone decides the
 * error class.
 */
export const readError: PlatformBase['readError'] = (reply, request: OutgoingRequest) => {
  if (reply.status < 400) return null
  const raw = rawOf(reply.body)
  const message = networkText(
    [raw['error'], raw['error_description']].filter((part) => typeof part === 'string').join(' - '),
  )
  const refusal = {
    status: reply.status,
    message,
    method: request.method,
    path: new URL(request.url).pathname,
  }
  const row = ROWS.find(
    ({ status, path, pattern }) =>
      status === refusal.status && (path?.test(refusal.path) ?? true) && (pattern?.test(message) ?? true),
  )
  return row?.make(refusal, { platform: 'mastodon', raw }) ?? null
}

/**
 * Returns true if the server refused a status because the server has deleted an uploaded file. A
 * server deletes unused files after about a day, or after a shorter time that its operator chose.
 * The status was not created. `validate_media!` in app/services/post_status_service.rb of the
 * server (read 2026-11-22)
 */
export function isClearedFile(error: unknown): boolean {
  if (PlatformError.is(error)) return NotFoundError.is(error.cause)
  const { error: message } = InvalidPostError.is(error) ? error.raw : {}
  return /not found or already attached/i.test(networkText(message))
}

/**
 * Returns true if the server refused a status because a file is still being processed. The status
 * can be sent again shortly after.
 */
export function isStillProcessing(error: unknown): boolean {
  const { error: message } = InvalidPostError.is(error) ? error.raw : {}
  return /have not finished processing/i.test(networkText(message))
}

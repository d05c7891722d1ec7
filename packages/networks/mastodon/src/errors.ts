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
  type PostField,
  quoteNetwork,
  rawOf,
  type SocialBaseError,
} from '@social/core/platform'

import { type OwnCode, TEXTS } from './messages.js'

/** Fields of the server's error response that decide the error class. */
interface Refusal {
  readonly status: number
  /**
   * Error message of the server. The message is '' if the body has none: proxies return HTML, and
   * some programs return an empty body.
   */
  readonly message: string
  /** True if the body is an HTML page, which Mastodon never sends to a program. */
  readonly isPage: boolean
  readonly method: string
  readonly path: string
}

interface Row {
  readonly status: number
  /** If set, the row applies only to requests whose path matches. */
  readonly path?: RegExp
  /** If true, the row applies only to HTML pages. */
  readonly isPage?: true
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
 * Refusals because of the state of the account. `require_user!` in
 * app/controllers/api/base_controller.rb of the server
 */
const ACCOUNT_ROWS: readonly Row[] = [
  {
    status: 403,
    pattern: /missing a confirmed e-mail/i,
    make: ({ message }, details) =>
      new NotAllowedError(
        `${quoteNetwork('mastodon requires a confirmed e-mail address', message)} The owner has to open the link in the e-mail of the server.`,
        { ...details, reason: 'EMAIL_TO_CONFIRM' },
      ),
  },
  {
    status: 403,
    pattern: /pending approval/i,
    make: ({ message }, details) =>
      new NotAllowedError(
        `${quoteNetwork('mastodon has not approved the account yet', message)} The operators of the server have to approve it.`,
        { ...details, reason: 'APPROVAL_PENDING', userText: TEXTS.APPROVAL_PENDING },
      ),
  },
  {
    status: 403,
    pattern: /login is currently disabled/i,
    make: ({ message }, details) =>
      new NotAllowedError(
        `${quoteNetwork('mastodon has disabled the account', message)} The owner has to log in on the website of the server.`,
        { ...details, reason: 'ACCOUNT_SUSPENDED', userText: TEXTS.ACCOUNT_DISABLED },
      ),
  },
]

/** Refusals of a post, by the error message of the server. The first pattern that matches applies. */
const POST_REFUSALS: readonly {
  readonly pattern: RegExp
  readonly code: OwnCode
  readonly field: PostField
}[] = [
  { pattern: /character limit/i, code: 'SERVER_TEXT_TOO_LONG', field: 'text' },
  { pattern: /cannot attach more than/i, code: 'SERVER_TOO_MANY_FILES', field: 'media' },
  { pattern: /content type/i, code: 'SERVER_FILE_TYPE', field: 'media' },
  { pattern: /file size|too large/i, code: 'SERVER_FILE_TOO_LARGE', field: 'media' },
]

/** Creates the refusal of a post. The data of the issue follow from the error message of the server. */
function refusedPost({ message, path }: Refusal, details: ErrorDetails): InvalidPostError {
  const sentence = `${quoteNetwork('mastodon refused the post', message)} Correct it, and post again.`
  const known = POST_REFUSALS.find(({ pattern }) => pattern.test(message))
  const field = known?.field ?? (STATUSES.test(path) ? 'post' : 'media')
  const issue = known
    ? { field, code: known.code, message: sentence, userText: TEXTS[known.code] }
    : { field, code: 'POST_INVALID', message: sentence }
  return new InvalidPostError(sentence, { ...details, issues: [issue] })
}

/**
 * Refusals of the server and their errors. The first row that matches applies. If no row matches,
 * the status alone decides the error class.
 * https://docs.joinmastodon.org/methods/statuses/ and the other pages of methods (read 2026-09-24)
 */
const ROWS: readonly Row[] = [
  ...[401, 403].map((status): Row => ({
    // A server can be behind a protection against bots, such as Cloudflare or Anubis. It refuses
    // programs with a page, whatever they send: https://github.com/nuclearfog/Shitter/issues/54
    status,
    isPage: true,
    make: (_refusal, details) =>
      new PlatformError(
        'A protection in front of the mastodon server refused the request with a web page. Ask the operators of the server to let programs use its API.',
        {
          ...details,
          platform: 'mastodon',
          statusCode: status,
          isOutage: true,
          reason: 'SERVER_PROTECTED',
          userText: TEXTS.SERVER_PROTECTED,
        },
      ),
  })),
  {
    status: 401,
    path: OAUTH,
    make: ({ message }, details) =>
      new AuthError(
        `${quoteNetwork('mastodon refused the app', message)} This server does not know the stored app. Register it again with client.createApp, then start the sign-in again.`,
        { ...details, reason: 'APP_UNKNOWN', userText: TEXTS.APP_UNKNOWN },
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
        ...(/revoked/i.test(message) && { reason: 'ACCESS_REVOKED' }),
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
  ...ACCOUNT_ROWS,
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
    make: (_refusal, details) => {
      const message =
        'The file is too large for this server. Make it smaller. account.limits() returns the maximum size.'
      const userText = TEXTS.SERVER_FILE_TOO_LARGE
      const issue = { field: 'media', code: 'SERVER_FILE_TOO_LARGE', message, userText } as const
      return new InvalidPostError(message, { ...details, issues: [issue] })
    },
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
    make: refusedPost,
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
    isPage: typeof reply.body === 'string' && /^\s*<(!doctype|html)/i.test(reply.body),
    method: request.method,
    path: new URL(request.url).pathname,
  }
  const row = ROWS.find(
    ({ status, path, pattern, isPage }) =>
      status === refusal.status &&
      (isPage !== true || refusal.isPage) &&
      (path?.test(refusal.path) ?? true) &&
      (pattern?.test(message) ?? true),
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

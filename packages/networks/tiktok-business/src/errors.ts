import {
  AuthError,
  ConfigError,
  InvalidPostError,
  MissingPermissionError,
  networkText,
  NotAllowedError,
  NotFoundError,
  type OutgoingRequest,
  type PlatformBase,
  PlatformError,
  PostGoneError,
  quoteNetwork,
  RateLimitError,
  type RawData,
  rawOf,
  type ReplyHead,
  type SocialBaseError,
} from '@social/core/platform'

import { WAIT_AFTER_MINUTE_LIMIT, WAIT_AFTER_SECOND_LIMIT } from './limits.js'
import { TEXTS } from './messages.js'

/** Fields of an error response that determine the error of the library. */
interface Refusal {
  readonly code: number
  /** TikTok's error message, sanitised and truncated. Empty when missing. */
  readonly message: string
  readonly path: string
  readonly status: number
  readonly reply: ReplyHead
  readonly now: Date
  readonly raw: RawData
}

type Row = (refusal: Refusal) => SocialBaseError

const PLATFORM = 'tiktok_business'
const DAY_SECONDS = 86_400
const base = ({ raw }: Refusal) => ({ platform: PLATFORM, raw })
const quoted = (opening: string, { code, message }: Refusal): string =>
  quoteNetwork(`${opening} (${code})`, message)

const isComments = ({ path }: Refusal): boolean => path.includes('/comment/')
const isReply = ({ path }: Refusal): boolean => path.endsWith('/reply/create/')
const isRenewal = ({ path }: Refusal): boolean => path.endsWith('/oauth2/refresh_token/')

/**
 * Scope that each call requires, by a part of the API path.
 * https://business-api.tiktok.com/portal/docs?id=1738083939371009 (copy of August 2026)
 */
const SCOPES: readonly (readonly [part: string, scope: string])[] = [
  ['/video/list/', 'video.list'],
  ['/comment/list/', 'comment.list'],
  ['/comment/reply/list/', 'comment.list'],
  ['/comment/', 'comment.list.manage'],
]

const missingPermission: Row = (refusal) =>
  new MissingPermissionError({
    ...base(refusal),
    needs: SCOPES.find(([part]) => refusal.path.includes(part))?.[1] ?? 'a permission',
    reason: 'PERMISSION_LOST',
    suggestion:
      "Sign the account in again and leave every permission selected. The comment must be on one of the account's own videos.",
  })

const tokenRefused: Row = (refusal) =>
  new AuthError(quoted('tiktok_business refused the token: it expired or was revoked', refusal), {
    ...base(refusal),
    // TikTok names a removed app only in its message. @see F-TB-14
    ...(/auth_removed|revoked/i.test(refusal.message) && { reason: 'ACCESS_REVOKED' }),
    tokenRefused: true,
  })

const signInRefused: Row = (refusal) =>
  new AuthError(
    `${quoted('tiktok_business refused the sign-in', refusal)} Start the sign-in again.`,
    base(refusal),
  )

/**
 * Builds the error for wrong app credentials. In a token refresh, the connection itself may still
 * be valid.
 */
const appRefused: Row = (refusal) =>
  isRenewal(refusal)
    ? new ConfigError(
        `${quoted('tiktok_business refused the app', refusal)} Compare its id and secret with those in the portal of TikTok for Business. Credentials of TikTok's other portal do not work. The connection may still be valid.`,
        { ...base(refusal), reason: 'APP_REFUSED', userText: TEXTS.APP_REFUSED },
      )
    : signInRefused(refusal)

const notAllowed =
  (opening: string, advice: string): Row =>
  (refusal) =>
    new NotAllowedError(`${quoted(opening, refusal)} ${advice}`, {
      ...base(refusal),
      reason: 'APPROVAL_MISSING',
      userText: TEXTS.APPROVAL_MISSING,
    })

/**
 * Builds the error for invalid parameters. In a reply, the text is invalid. In any other request,
 * the library made an error.
 */
const wrongParameters: Row = (refusal) => {
  if (!isReply(refusal)) return refused(refusal)
  const message = `${quoted('tiktok_business refused the reply', refusal)} Correct it, and send it again.`
  const issue = { field: 'text', code: 'REPLY_REFUSED', userText: TEXTS.REPLY_REFUSED, message } as const
  return new InvalidPostError(message, { ...base(refusal), issues: [issue] })
}

const gone: Row = (refusal) =>
  isComments(refusal)
    ? new PostGoneError(quoted('The comment or video does not exist any more', refusal), base(refusal))
    : new NotFoundError(quoted('tiktok_business did not find the item', refusal), base(refusal))

/** Builds the error for an error code that is not listed. */
const refused: Row = (refusal) =>
  new PlatformError(quoted('tiktok_business refused the call', refusal), {
    ...base(refusal),
    statusCode: refusal.status,
    isOutage: false,
  })

/**
 * Builds the error for a failure inside TikTok, reported with HTTP status 200. A write may or may
 * not have taken effect.
 */
const outage: Row = (refusal) =>
  new PlatformError(quoted('tiktok_business failed internally', refusal), {
    ...base(refusal),
    statusCode: refusal.status,
    isOutage: true,
  })

/**
 * Returns the seconds until 00:00 UTC, by TikTok's `Date` header if present, otherwise by the
 * local clock.
 */
function secondsToMidnight({ reply, now }: Refusal): number {
  const serverTime = Date.parse(reply.headers['date'] ?? '')
  const seconds = (Number.isNaN(serverTime) ? now.getTime() : serverTime) / 1000
  return DAY_SECONDS - (seconds % DAY_SECONDS)
}

/**
 * Builds the error for a rate limit. TikTok sends no header with the waiting time, so the limit is
 * read from the message.
 * https://business-api.tiktok.com/portal/docs?id=1740029171730433
 */
const rateLimited: Row = (refusal) => {
  const message = refusal.message.toUpperCase()
  const isDay = message.includes('QPD')
  const retryAfter = message.includes('QPS')
    ? WAIT_AFTER_SECOND_LIMIT
    : message.includes('QPM')
      ? WAIT_AFTER_MINUTE_LIMIT
      : isDay
        ? secondsToMidnight(refusal)
        : null
  const advice = isDay
    ? 'The daily limit is exhausted. It resets at 00:00 UTC.'
    : retryAfter === null
      ? 'Send fewer requests.'
      : `Wait ${retryAfter} seconds.`
  return new RateLimitError(`${quoted('tiktok_business reports a rate limit', refusal)} ${advice}`, {
    ...base(refusal),
    retryAfter,
    ...(isDay && { passesSoon: false, reason: 'QUOTA' }),
  })
}

/**
 * Builds the error for code 40130, which means that a requested field needs a missing scope. One
 * client reported the same code for a rate limit.
 */
const fieldNotAllowed: Row = (refusal) =>
  /limit/i.test(refusal.message) ? rateLimited(refusal) : missingPermission(refusal)

const rows = (row: Row, ...codes: readonly number[]) => codes.map((code) => [code, row] as const)

/**
 * Maps TikTok's return codes to errors:
 * https://business-api.tiktok.com/portal/docs?id=1737172488964097 (copy of August 2026). Codes are
 * never matched by range, because 40100, a rate limit, is between the codes of authentication.
 */
const ROWS: ReadonlyMap<number, Row> = new Map([
  ...rows(rateLimited, 40_016, 40_100, 40_132, 40_133),
  ...rows(tokenRefused, 40_102, 40_104, 40_105, 40_106),
  ...rows(signInRefused, 40_101, 40_103, 40_107, 40_108, 40_110, 40_131),
  ...rows(appRefused, 40_113),
  ...rows(missingPermission, 40_001),
  ...rows(fieldNotAllowed, 40_130),
  ...rows(
    notAllowed(
      'tiktok_business does not allow this request for the app, the account or the country',
      'The portal of TikTok for Business shows the required approvals.',
    ),
    40_118,
    40_119,
    40_124,
    40_125,
    41_000,
  ),
  ...rows(wrongParameters, 40_000, 40_002, 40_011),
  ...rows(gone, 40_007, 40_053),
  ...rows(outage, 40_200, 40_201, 40_700, 50_000, 50_002, 51_305, 60_001),
])

/** Return codes of success. Code 20001 is partial success, whose failed parts are in `data`. */
const SUCCESS: ReadonlySet<number> = new Set([0, 20_001])

function rowFor({ code }: Refusal): Row {
  const known = ROWS.get(code)
  if (known) return known
  if (code >= 40_100 && code < 40_200) return signInRefused
  // All codes from 50000, also unlisted ones, are failures of TikTok itself.
  return code >= 50_000 ? outage : refused
}

/**
 * Converts an error response of TikTok to an error of the library. Returns null when only the HTTP
 * status decides. TikTok sends nearly all errors with status 200.
 */
export const readError: PlatformBase['readError'] = (reply, request: OutgoingRequest, now) => {
  const raw = rawOf(reply.body)
  const { code } = raw
  if (typeof code !== 'number' || SUCCESS.has(code)) return null
  // A 5xx is an outage, regardless of the response body.
  if (reply.status >= 500) return null
  const { pathname: path } = new URL(request.url)
  const refusal = { code, message: networkText(raw['message']), path, status: reply.status, reply, now, raw }
  return rowFor(refusal)(refusal)
}

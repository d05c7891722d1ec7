import {
  AuthError,
  networkText,
  NotFoundError,
  type PlatformBase,
  PlatformError,
  RateLimitError,
  rawOf,
  type SocialBaseError,
} from '@social/core/platform'

import { because } from '../messages.js'
import { base, quote, type Refusal } from './refusal.js'
import { notAllowed, perMinute, ROWS, tokenRefused } from './rows.js'

/** Maps an error response by TikTok's error code. For a 5xx, only codes of a rate limit apply. */
function byCode(refusal: Refusal): SocialBaseError | null {
  const error = ROWS.get(refusal.code)?.(refusal) ?? null
  return error !== null && (refusal.reply.status < 500 || RateLimitError.is(error)) ? error : null
}

/** Maps an error response by its HTTP status, when no row matches its code. */
function byStatus(refusal: Refusal): SocialBaseError | null {
  const { reply } = refusal
  if (reply.status === 401) return tokenRefused(refusal)
  if (reply.status === 403) return notAllowed('tiktok does not allow this request', '')(refusal)
  if (reply.status === 404)
    return new NotFoundError(quote('tiktok did not find the item', refusal), base(refusal))
  if (reply.status === 429) return perMinute(refusal)
  return new PlatformError(quote('tiktok refused the call', refusal), {
    ...base(refusal),
    statusCode: reply.status,
  })
}

/**
 * Error codes with which the token endpoints definitely refuse a request. Other codes may be
 * temporary failures of TikTok, which must not end a connection.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'access_denied',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
])

/** Error codes that concern the app of the developer. A person cannot correct them. */
const OF_THE_APP: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
])

/**
 * Reads errors of the token endpoints, which have their own format and sometimes HTTP status 200.
 * https://developers.tiktok.com/doc/oauth-error-handling (copy of October 2026)
 */
function readOauthError(refusal: Refusal): SocialBaseError | null {
  const { code, reply } = refusal
  if (REFUSALS.has(code) && reply.status < 500)
    return new AuthError(`${quote('tiktok refused the sign-in', refusal)} Start the sign-in again.`, {
      ...base(refusal),
      ...(code === 'access_denied' && { reason: 'SIGN_IN_CANCELLED' }),
      ...(OF_THE_APP.has(code) && because('APP_REFUSED')),
    })
  if (reply.status === 429 || (code === '' && reply.status < 400)) return null
  return new PlatformError(quote('tiktok could not process the sign-in', refusal), {
    ...base(refusal),
    statusCode: reply.status,
  })
}

/**
 * Converts an error response of TikTok to an error of the library. Returns null when only the HTTP
 * status decides. TikTok also sends errors with status 200.
 */
export const readError: PlatformBase['readError'] = (reply, request, now) => {
  const raw = rawOf(reply.body)
  const path = new URL(request.url).pathname
  const { error } = raw
  if (typeof error === 'object' && error !== null) {
    const { code, message } = rawOf(error)
    const refusal = { code: networkText(code), message: networkText(message), path, reply, now, raw }
    if (refusal.code === 'ok' || refusal.code === '') return null
    return byCode(refusal) ?? byStatus(refusal)
  }
  if (!path.includes('/oauth/')) return null
  return readOauthError({
    code: networkText(error),
    message: networkText(raw['error_description']),
    path,
    reply,
    now,
    raw,
  })
}

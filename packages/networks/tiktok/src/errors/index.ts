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

import { base, quote, type Refusal } from './refusal.js'
import { notAllowed, perMinute, ROWS, tokenRefused } from './rows.js'

/** Maps a refusal by its code. With a 5xx only the codes of a rate limit count. */
function byCode(refusal: Refusal): SocialBaseError | null {
  const error = ROWS.get(refusal.code)?.(refusal) ?? null
  return error !== null && (refusal.reply.status < 500 || RateLimitError.is(error)) ? error : null
}

/** Maps a refusal without a row by its status. */
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
 * Codes of the token endpoints that are refusals. Other codes may be failures of TikTok, which must not end a
 * connection.
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

/**
 * Token endpoints: their errors have another format, and sometimes status 200.
 * https://developers.tiktok.com/doc/oauth-error-handling (copy of October 2026)
 */
function readOauthError(refusal: Refusal): SocialBaseError | null {
  const { code, reply } = refusal
  if (REFUSALS.has(code) && reply.status < 500)
    return new AuthError(
      `${quote('tiktok refused the sign-in', refusal)} Start the sign-in again.`,
      base(refusal),
    )
  if (reply.status === 429 || (code === '' && reply.status < 400)) return null
  return new PlatformError(quote('tiktok could not process the sign-in', refusal), {
    ...base(refusal),
    statusCode: reply.status,
  })
}

/** TikTok's refusals as errors. Null: the status alone decides. A refusal can have status 200. */
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

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

/** A used-up allowance is told by its code alone. Any other refusal is none with a 5xx, whatever it says. */
function byCode(refusal: Refusal): SocialBaseError | null {
  const error = ROWS.get(refusal.code)?.(refusal) ?? null
  return error !== null && (refusal.reply.status < 500 || RateLimitError.is(error)) ? error : null
}

/** Anything without a row, by its status. */
function byStatus(refusal: Refusal): SocialBaseError | null {
  const { reply } = refusal
  if (reply.status === 401) return tokenRefused(refusal)
  if (reply.status === 403) return notAllowed('tiktok does not allow it', '')(refusal)
  if (reply.status === 404) return new NotFoundError(quote('tiktok does not have it', refusal), base(refusal))
  if (reply.status === 429) return perMinute(refusal)
  return new PlatformError(quote('tiktok refused the call', refusal), {
    ...base(refusal),
    statusCode: reply.status,
  })
}

/** Words of the token endpoints that are refusals. Any other may be TikTok's own trouble, which must not end a connection. */
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

/** The token endpoints: another shape, and sometimes status 200. https://developers.tiktok.com/doc/oauth-error-handling (copy of October 2026) */
function readOauthError(refusal: Refusal): SocialBaseError | null {
  const { code, reply } = refusal
  if (REFUSALS.has(code) && reply.status < 500)
    return new AuthError(`${quote('tiktok refused the sign-in', refusal)} Start it again.`, base(refusal))
  if (reply.status === 429 || (code === '' && reply.status < 400)) return null
  return new PlatformError(quote('tiktok cannot answer the sign-in right now', refusal), {
    ...base(refusal),
    statusCode: reply.status,
  })
}

/** TikTok's refusals as errors; null leaves it to the status. A refusal can come with status 200. */
export const readError: PlatformBase['readError'] = (reply, request, now) => {
  const raw = rawOf(reply.body)
  const path = new URL(request.url).pathname
  const { error } = raw
  if (typeof error === 'object' && error !== null) {
    const { code, message } = rawOf(error)
    const refusal = { code: networkText(code), words: networkText(message), path, reply, now, raw }
    if (refusal.code === 'ok' || refusal.code === '') return null
    return byCode(refusal) ?? byStatus(refusal)
  }
  if (!path.includes('/oauth/')) return null
  return readOauthError({
    code: networkText(error),
    words: networkText(raw['error_description']),
    path,
    reply,
    now,
    raw,
  })
}

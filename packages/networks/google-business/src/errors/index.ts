import {
  InvalidPostError,
  type OutgoingRequest,
  type PlatformBase,
  quoteNetwork,
  networkText,
  rawOf,
  type ReplyHead,
  retryAfterSeconds,
  type SocialBaseError,
} from '@social/core/platform'

import { REPLY_REJECTED } from '../messages.js'
import { readRefusal, type Refusal } from './refusal.js'
import { ALLOWANCE_ROWS, CLOSED_ROWS, ROWS } from './rows.js'

export { SCOPE } from './rows.js'

/**
 * Returns an error if a successful response reports that Google rejected the reply.
 * https://developers.google.com/my-business/content/latest-updates
 */
function readRejectedReply(reply: ReplyHead & { readonly body: unknown }): SocialBaseError | null {
  const raw = rawOf(reply.body)
  if (raw['reviewReplyState'] !== 'REJECTED') return null
  const message = `${quoteNetwork('google_business rejected the reply', networkText(raw['policyViolation']))} Change the text.`
  return new InvalidPostError(message, {
    platform: 'google_business',
    raw,
    issues: [{ field: 'text', code: 'REPLY_REJECTED', message, userText: REPLY_REJECTED }],
  })
}

/**
 * Converts an error response of Google to an error of the library. Returns null when only the HTTP
 * status decides.
 */
export const readError: PlatformBase['readError'] = (reply, request: OutgoingRequest, now) => {
  const { pathname: path } = new URL(request.url)
  const { method } = request
  if (reply.status < 300) return method === 'PUT' && path.endsWith('/reply') ? readRejectedReply(reply) : null
  if (reply.status < 400) return null
  const retryAfter = retryAfterSeconds(reply.headers, now)
  const refusal = readRefusal(reply.body, { status: reply.status, method, path, retryAfter })
  return rowOf(refusal)?.make(refusal) ?? null
}

function rowOf(refusal: Refusal) {
  // A 5xx is a failure inside Google, so its reason is ignored, except for an exhausted quota and a
  // closed service.
  const rows = refusal.status < 500 ? ROWS : [...ALLOWANCE_ROWS, ...CLOSED_ROWS]
  return rows.find(
    ({ reasons, when }) =>
      (reasons === undefined || refusal.reasons.some((reason) => reasons.includes(reason))) &&
      (when?.(refusal) ?? true),
  )
}

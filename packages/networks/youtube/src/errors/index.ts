import { type PlatformBase, rawOf, retryAfterSeconds } from '@social/core/platform'

import { type Refusal, readRefusal } from './refusal.js'
import { ALLOWANCE_ROWS, ROWS } from './rows.js'

export { CREATE_CHANNEL, SCOPES } from './rows.js'

/**
 * Converts an error response of Google to an error of the library. Returns null when only the HTTP
 * status decides.
 */
export const readError: PlatformBase['readError'] = (reply, request, now) => {
  if (reply.status < 400) return null
  const raw = rawOf(reply.body)
  const refusal: Refusal = {
    ...readRefusal(raw),
    status: reply.status,
    retryAfter: retryAfterSeconds(reply.headers, now),
    path: new URL(request.url).pathname,
    method: request.method,
  }
  // A 5xx is a failure inside Google, so its reason is ignored, except for an exhausted quota or
  // rate limit.
  const rows = reply.status < 500 ? ROWS : ALLOWANCE_ROWS
  for (const reason of refusal.reasons) {
    const row = rows.find(
      ({ status, reasons, when }) =>
        reasons.includes(reason) &&
        (status === undefined || status === refusal.status) &&
        (when?.(refusal) ?? true),
    )
    if (row) return row.make(refusal, { platform: 'youtube', raw })
  }
  return null
}

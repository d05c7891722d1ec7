import { type PlatformBase, rawOf, retryAfterSeconds } from '@social/core/platform'

import { type Refusal, readRefusal } from './refusal.js'
import { ALLOWANCE_ROWS, ROWS } from './rows.js'

export { CREATE_CHANNEL, SCOPES } from './rows.js'

/** The refusal as an error of the library. Null: the status alone decides. */
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
  // A failure inside Google is not a refusal. Only an exhausted quota is read from it.
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

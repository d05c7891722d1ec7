import { networkText, type OutgoingRequest, type PlatformBase, rawOf } from '@social/core/platform'

import { fits, type Refusal } from './refusal.js'
import { ROWS } from './rows.js'

export { POSTING_SCOPES } from './refusal.js'

/**
 * Converts an error response of Pinterest to an error of the library. Returns null when only the
 * HTTP status decides.
 */
export const readError: PlatformBase['readError'] = (reply, request: OutgoingRequest) => {
  if (reply.status < 400) return null
  const raw = rawOf(reply.body)
  const { code, message, message_detail: detail } = raw
  const text = networkText(`${networkText(message)} ${networkText(detail)}`)
  const refusal: Refusal = {
    status: reply.status,
    code: typeof code === 'number' ? code : null,
    message: text,
    method: request.method,
    path: new URL(request.url).pathname,
    headers: reply.headers,
  }
  // A response without code and message comes from a proxy or the video storage, so only the HTTP
  // status decides.
  if (refusal.code === null && text === '' && reply.status !== 429) return null
  return ROWS.find((row) => fits(row, refusal))?.make(refusal, { platform: 'pinterest', raw }) ?? null
}

import type { ReplyHeaders } from '@social/core/platform'

import { isSandbox } from '../addresses.js'
import type { Settings } from '../options.js'

/** Pinterest's notation for a window of a day. Only Trial access has daily limits.
 *  https://developers.pinterest.com/docs/reference/rate-limits/ (read 2026-11-22) */
const DAY_WINDOW = 'w=86400'

/** Notice that only the owner sees a pin; null for public pins. */
export function noticeOf(headers: ReplyHeaders, settings: Settings): string | null {
  if (isSandbox(settings))
    return 'The pin is in the sandbox of Pinterest. Only the owner of the account can see it.'
  if (headers['x-ratelimit-limit']?.includes(DAY_WINDOW) !== true) return null
  return 'The app has Trial access to Pinterest. Only the owner of the account can see the pin.'
}

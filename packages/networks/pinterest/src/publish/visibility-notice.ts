import type { ReplyHeaders } from '@social/core/platform'

import { isSandbox } from '../addresses.js'
import type { Settings } from '../options.js'

/** How Pinterest writes a window of a day: only Trial access is counted by the day.
 *  https://developers.pinterest.com/docs/reference/rate-limits/ (read 2026-11-22) */
const DAY_WINDOW = 'w=86400'

/** What the writer of a pin should know: who sees it. Null where nothing speaks against everybody. */
export function noticeOf(headers: ReplyHeaders, settings: Settings): string | null {
  if (isSandbox(settings))
    return 'It was made in the sandbox of Pinterest: only the owner of the account sees it.'
  if (headers['x-ratelimit-limit']?.includes(DAY_WINDOW) !== true) return null
  return 'The app has Trial access at Pinterest: only the owner of the account sees it.'
}

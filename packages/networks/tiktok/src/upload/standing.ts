import type { Call, RawData } from '@social/core/platform'

import type { StatusData } from '../schemas.js'
import { readStatus } from '../state.js'
import type { Kept } from './kept.js'

/** How much of a video TikTok has: once it is all of it the post takes its course. `UNKNOWN` where it does not say. */
function arrivalOf(data: StatusData, size: number): 'ALL' | 'PART' | 'UNKNOWN' {
  const { status, uploaded_bytes: uploaded } = data
  if (status === 'SEND_TO_USER_INBOX' || status === 'PUBLISH_COMPLETE') return 'ALL'
  if (typeof uploaded !== 'number') return status === 'FAILED' ? 'ALL' : 'UNKNOWN'
  return uploaded >= size ? 'ALL' : 'PART'
}

/** Seconds between two looks at an upload: TikTok's count lags behind what it has. */
const SECONDS_BETWEEN_LOOKS = 5
/** Looks at an upload before its outcome counts as unknown. */
const MOST_LOOKS = 3

/** Where an upload stands whose last piece was sent. */
export interface Standing {
  /** `PART` is proof that bytes are missing: TikTok failed it for that, or said so twice. */
  readonly arrival: 'ALL' | 'PART' | 'UNKNOWN'
  readonly bytes: number
  readonly status: string
  readonly raw: RawData
}

/** Looks at an upload until it is clear whether all of it arrived. One look that says "less" proves nothing. */
export async function standingOf(kept: Kept, call: Call): Promise<Standing> {
  let saidPart = false
  for (let look = 1; ; look += 1) {
    const { data, raw } = await readStatus(kept.publishId, call)
    const arrival = arrivalOf(data, kept.size)
    const standing = { arrival, bytes: data.uploaded_bytes ?? 0, status: data.status, raw }
    if (arrival === 'ALL') return standing
    if (arrival === 'PART' && (saidPart || data.status === 'FAILED')) return standing
    if (look === MOST_LOOKS) return { ...standing, arrival: 'UNKNOWN' }
    saidPart = arrival === 'PART'
    await call.clock.sleep(SECONDS_BETWEEN_LOOKS, { signal: call.signal })
  }
}

import type { Call, RawData } from '@social/core/platform'

import type { StatusData } from '../schemas.js'
import { readStatus } from '../state.js'
import type { Kept } from './receipt.js'

/** How much of a video TikTok has: once it is all of it the post takes its course. `UNKNOWN` where it does not say. */
function arrivalOf(data: StatusData, size: number): 'ALL' | 'PART' | 'UNKNOWN' {
  const { status, uploaded_bytes: uploaded } = data
  if (status === 'SEND_TO_USER_INBOX' || status === 'PUBLISH_COMPLETE') return 'ALL'
  if (typeof uploaded !== 'number') return status === 'FAILED' ? 'ALL' : 'UNKNOWN'
  return uploaded >= size ? 'ALL' : 'PART'
}

/** Seconds between the looks at an upload. TikTok's count lags behind what it has; how far, is told nowhere. */
const SECONDS_BETWEEN_QUERIES = [5, 25]

/** Where an upload stands whose last piece was sent. */
export interface UploadStatus {
  /** `PART` is proof that bytes are missing: TikTok failed it for that, or said so twice. */
  readonly arrival: 'ALL' | 'PART' | 'UNKNOWN'
  readonly bytes: number
  readonly status: string
  readonly raw: RawData
}

/**
 * Looks at an upload until it is clear whether all of it arrived. One look that says "less" proves nothing; two do, with
 * the longest pause between them.
 *
 * @param looks - At most so many; three unless given. Fewer prove nothing, but may find it.
 */
export async function readUploadStatus(kept: Kept, call: Call, { looks = 3 } = {}): Promise<UploadStatus> {
  let saidPart = false
  for (let look = 1; ; look += 1) {
    const { data, raw } = await readStatus(kept.publishId, call)
    const arrival = arrivalOf(data, kept.size)
    const uploadStatus = { arrival, bytes: data.uploaded_bytes ?? 0, status: data.status, raw }
    if (arrival === 'ALL' || (arrival === 'PART' && data.status === 'FAILED')) return uploadStatus
    const pause = look < looks ? SECONDS_BETWEEN_QUERIES[look - 1] : undefined
    if (pause === undefined) {
      const isProof = saidPart && look > SECONDS_BETWEEN_QUERIES.length
      return isProof ? uploadStatus : { ...uploadStatus, arrival: 'UNKNOWN' }
    }
    saidPart ||= arrival === 'PART'
    await call.clock.sleep(pause, { signal: call.signal })
  }
}

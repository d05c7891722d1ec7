import type { Call, RawData } from '@social/core/platform'

import type { StatusData } from '../schemas.js'
import { readStatus } from '../state.js'
import type { SavedUpload } from './receipt.js'

/** Part of the video that TikTok has. With `ALL` the post is processed. `UNKNOWN` if TikTok does not report it. */
function arrivalOf(data: StatusData, size: number): 'ALL' | 'PART' | 'UNKNOWN' {
  const { status, uploaded_bytes: uploaded } = data
  if (status === 'SEND_TO_USER_INBOX' || status === 'PUBLISH_COMPLETE') return 'ALL'
  if (typeof uploaded !== 'number') return status === 'FAILED' ? 'ALL' : 'UNKNOWN'
  return uploaded >= size ? 'ALL' : 'PART'
}

/** Seconds between queries of an upload. TikTok's byte count lags by an undocumented time. */
const SECONDS_BETWEEN_QUERIES = [5, 25]

/** Status of an upload whose last piece was sent. */
export interface UploadStatus {
  /** `PART` proves that bytes are missing: TikTok failed the post for that, or reported it twice. */
  readonly arrival: 'ALL' | 'PART' | 'UNKNOWN'
  readonly bytes: number
  readonly status: string
  readonly raw: RawData
}

/**
 * Queries an upload until it is certain whether all bytes arrived. Missing bytes are proved only by two queries, with
 * the longest pause between them.
 *
 * @param maxQueries - Maximum number of queries. Default: 3. Fewer cannot prove missing bytes.
 */
export async function readUploadStatus(
  saved: SavedUpload,
  call: Call,
  { maxQueries = 3 } = {},
): Promise<UploadStatus> {
  let reportedPart = false
  for (let query = 1; ; query += 1) {
    const { data, raw } = await readStatus(saved.publishId, call)
    const arrival = arrivalOf(data, saved.size)
    const uploadStatus = { arrival, bytes: data.uploaded_bytes ?? 0, status: data.status, raw }
    if (arrival === 'ALL' || (arrival === 'PART' && data.status === 'FAILED')) return uploadStatus
    const pause = query < maxQueries ? SECONDS_BETWEEN_QUERIES[query - 1] : undefined
    if (pause === undefined) {
      const isProof = reportedPart && query > SECONDS_BETWEEN_QUERIES.length
      return isProof ? uploadStatus : { ...uploadStatus, arrival: 'UNKNOWN' }
    }
    reportedPart ||= arrival === 'PART'
    await call.clock.sleep(pause, { signal: call.signal })
  }
}

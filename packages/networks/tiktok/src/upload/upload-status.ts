import type { Call, RawData } from '@social/core/platform'

import type { StatusData } from '../schemas.js'
import { readStatus } from '../state.js'
import type { SavedUpload } from './receipt.js'

/**
 * Returns how much of the video TikTok has. `ALL` also means that TikTok processes or has
 * processed the post. `UNKNOWN` means that TikTok did not report a byte count.
 */
function arrivalOf(data: StatusData, size: number): 'ALL' | 'PART' | 'UNKNOWN' {
  const { status, uploaded_bytes: uploaded } = data
  if (status === 'SEND_TO_USER_INBOX' || status === 'PUBLISH_COMPLETE') return 'ALL'
  if (typeof uploaded !== 'number') return status === 'FAILED' ? 'ALL' : 'UNKNOWN'
  return uploaded >= size ? 'ALL' : 'PART'
}

/**
 * Seconds before the second and the third query, because TikTok's byte count lags by an
 * undocumented time.
 */
const SECONDS_BETWEEN_QUERIES = [5, 25]

/** Status of an upload whose last piece was sent. */
export interface UploadStatus {
  /**
   * `PART` proves that bytes are missing: TikTok failed the post because of them, or reported them
   * in two queries.
   */
  readonly arrival: 'ALL' | 'PART' | 'UNKNOWN'
  readonly bytes: number
  readonly status: string
  readonly raw: RawData
}

/**
 * Queries an upload until it is known whether all bytes arrived. Two queries with the longest
 * pause in between must report missing bytes to prove them.
 *
 * @param maxQueries - Maximum number of queries. Default: 3. With fewer queries, missing bytes
 * cannot be proved.
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

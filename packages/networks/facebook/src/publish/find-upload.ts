import {
  type Call,
  NotFoundError,
  type PostResult,
  type Reconciled,
  type ReconcileCall,
} from '@social/core/platform'

import { toPostState, toVideoResult } from '../map/index.js'
import type { VideoStatus } from '../schemas.js'
import { readVideoStatus, stageOf, type VideoStage } from '../upload/index.js'
import type { SavedRequest, SavedUpload } from './receipt.js'
import { unknownPost } from './unknown-post.js'

/** Seconds after the last request for a video during which Facebook may still process that request. Our choice. */
const REQUEST_SECONDS = 300
/**
 * Seconds after which a requested video is either published or will never be published. Facebook processes a video
 * for minutes to hours. Our choice.
 */
const PUBLISH_SECONDS = 86_400
/**
 * Minimum and maximum seconds between two queries of a video. The interval is a quarter of the time since the
 * request. Our choice.
 */
const MIN_QUERY_SECONDS = 30
const MAX_QUERY_SECONDS = 900

/** A video upload whose last request got no response. */
export interface LostUpload {
  readonly upload: SavedUpload
  readonly sent: Pick<SavedRequest, 'sentAt' | 'writtenAt' | 'scheduledFor'>
}

/** State of a video upload, as read from Facebook. */
interface SeenUpload {
  /** Result of the published post. Null while no post is known to exist. */
  readonly found: PostResult | null
  readonly answer: Reconciled
  /** True when the last request may be sent again. One upload is one video: a second request cannot make a second video. */
  readonly isRepeatable: boolean
}

type Finding = Call & { readonly idempotencyKey: string }

function secondsSince({ sent }: LostUpload, call: Pick<Call, 'networkNow'>): number {
  return (call.networkNow().getTime() - Date.parse(sent.sentAt)) / 1000
}

/** Builds the result for a video whose last request arrived at Facebook. */
export function toUploadResult({ upload, sent }: LostUpload, status: VideoStatus, call: Finding): PostResult {
  const stage = stageOf(status)
  const state = sent.scheduledFor === null || stage === 'FAILED' ? toPostState(status) : 'SCHEDULED'
  const video = { id: upload.videoId, pageId: call.connection.accountId, state, status }
  return toVideoResult(video, { status }, call.idempotencyKey)
}

/** Reads the status of a video. Returns null when Facebook does not show the video. */
export async function readKnownStatus(videoId: string, call: Call): Promise<VideoStatus | null> {
  try {
    return await readVideoStatus(videoId, call)
  } catch (error) {
    if (NotFoundError.is(error)) return null
    throw error
  }
}

function unknownUpload(stage: VideoStage, lost: LostUpload, call: Pick<Call, 'networkNow'>): Reconciled {
  const since = secondsSince(lost, call)
  if (since >= PUBLISH_SECONDS) return { state: 'UNKNOWN', retryAfter: null }
  const seconds = Math.min(Math.max(since / 4, MIN_QUERY_SECONDS), MAX_QUERY_SECONDS)
  const isEarly = stage === 'NOT_REQUESTED' && since < REQUEST_SECONDS
  return { state: 'UNKNOWN', retryAfter: isEarly ? REQUEST_SECONDS - since : seconds }
}

/**
 * Reads whether the last request for an upload arrived. Only an expired, unpublished upload proves
 * that the request did not arrive. While Facebook processes a video, its publishing status is
 * `not_started` in both cases.
 */
export async function findUpload(lost: LostUpload, call: Finding): Promise<SeenUpload> {
  const status = await readKnownStatus(lost.upload.videoId, call)
  const stage = status === null ? 'UNKNOWN' : stageOf(status)
  if (status !== null && (stage === 'PUBLISHED' || stage === 'FAILED')) {
    const result = toUploadResult(lost, status, call)
    return { found: result, answer: { state: 'FOUND', result }, isRepeatable: false }
  }
  const isOver = secondsSince(lost, call) >= REQUEST_SECONDS
  if (stage === 'LOST' && isOver)
    return { found: null, answer: { state: 'NOT_PUBLISHED' }, isRepeatable: false }
  const isRepeatable = stage === 'NOT_REQUESTED' && isOver
  return { found: null, answer: unknownUpload(stage, lost, call), isRepeatable }
}

/** Implements `reconcile` for a video upload. A receipt without an upload proves nothing. */
export async function reconcileUpload(
  upload: SavedUpload | null,
  sent: SavedRequest,
  call: ReconcileCall,
): Promise<Reconciled> {
  if (upload === null) return unknownPost(sent, call)
  return (await findUpload({ upload, sent }, call)).answer
}

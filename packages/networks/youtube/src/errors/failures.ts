import { makePostFailure, networkText, type PostFailure, type PostFailureInit } from '@social/core/platform'

import { because } from '../messages.js'
import type { VideoReply } from '../schemas.js'

type Row = Pick<PostFailureInit, 'reason' | 'userText' | 'todo'>

const UNREADABLE = because('FILE_UNREADABLE_VIDEO')
const SUSPENDED = { reason: 'ACCOUNT_SUSPENDED', todo: 'LOOK_AT_ACCOUNT' } as const

/**
 * YouTube's `failureReason`, `rejectionReason` and `processingFailureReason`, and the failure of the library.
 * https://developers.google.com/youtube/v3/docs/videos (read 2026-11-24)
 */
const ROWS: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    codec: UNREADABLE,
    conversion: UNREADABLE,
    invalidFile: UNREADABLE,
    emptyFile: because('FILE_EMPTY'),
    tooSmall: because('FILE_TOO_SMALL'),
    uploadAborted: because('UPLOAD_INCOMPLETE'),
    claim: { reason: 'COPYRIGHT' },
    copyright: { reason: 'COPYRIGHT' },
    duplicate: { reason: 'DUPLICATE' },
    inappropriate: { reason: 'POLICY' },
    legal: { ...because('LEGAL'), todo: 'LOOK_AT_ACCOUNT' },
    length: because('VIDEO_LENGTH'),
    termsOfUse: { reason: 'POLICY' },
    trademark: because('TRADEMARK'),
    uploaderAccountClosed: SUSPENDED,
    uploaderAccountSuspended: SUSPENDED,
    uploadFailed: because('UPLOAD_INCOMPLETE'),
    transcodeFailed: { reason: 'MEDIA_FAILED' },
    streamingFailed: { reason: 'MEDIA_FAILED' },
    other: { reason: 'MEDIA_FAILED' },
  }),
)

/** All reasons of YouTube that the library knows. */
export const FAILURE_REASONS: readonly string[] = [...ROWS.keys()]

/** Failure of a video that YouTube does not list: it was deleted, or belongs to another channel. */
export const GONE: PostFailure = makePostFailure({
  ...because('VIDEO_GONE'),
  todo: 'LOOK_AT_ACCOUNT',
  network: 'YouTube',
  message:
    'youtube does not have the video: it was deleted, or is not visible to this channel. Remove it from your data.',
})

/** Builds the failure of a video that YouTube could not process, or rejected. */
export function toFailure({ status, processingDetails }: VideoReply): PostFailure {
  if (status?.uploadStatus === 'deleted') return GONE
  const { rejectionReason, failureReason } = status ?? {}
  const name = networkText(rejectionReason || failureReason || processingDetails?.processingFailureReason)
  const isRejected = status?.uploadStatus === 'rejected'
  const row = ROWS.get(name) ?? (isRejected ? because('VIDEO_REJECTED') : { reason: 'MEDIA_FAILED' })
  const quoted = name === '' ? '' : ` (${name})`
  const what = isRejected ? 'youtube rejected the video' : 'youtube could not process the video'
  const advice = isRejected
    ? 'YouTube Studio shows the details. Change the video, and post it again.'
    : 'Export the video as MP4 with H.264, and post it again.'
  return makePostFailure({
    todo: 'CHANGE_POST',
    ...row,
    network: 'YouTube',
    message: `${what}${quoted}. ${advice}`,
  })
}

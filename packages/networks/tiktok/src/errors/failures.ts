import { makePostFailure, networkText, type PostFailure, type PostFailureInit } from '@social/core/platform'

import { because } from '../messages.js'

type Row = Pick<PostFailureInit, 'reason' | 'userText' | 'todo'> & { readonly advice: string }

/**
 * TikTok's `fail_reason` of a post, and the failure of the library.
 * https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (read 2026-11-24)
 */
const ROWS: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    file_format_check_failed: { ...because('FILE_FORMAT'), advice: 'Export the video as MP4 with H.264.' },
    duration_check_failed: {
      ...because('VIDEO_LENGTH'),
      advice: 'account.run(readCreator) returns the maximum length for this person.',
    },
    frame_rate_check_failed: {
      ...because('FRAME_RATE'),
      advice: 'Export the video with 23 to 60 frames per second.',
    },
    picture_size_check_failed: {
      ...because('VIDEO_DIMENSIONS'),
      advice: 'Export the video with 360 to 4096 pixels on each side.',
    },
    video_bitrate_check_failed: { ...because('BIT_RATE'), advice: 'Export the video with another bit rate.' },
    internal: {
      ...because('TIKTOK_FAILED'),
      todo: 'RETRY',
      advice: 'Nothing was published. Post it again with a new idempotency key.',
    },
    video_pull_failed: {
      reason: 'MEDIA_NOT_FETCHED',
      todo: 'RETRY',
      advice: 'Nothing was published. Post it again with a new idempotency key.',
    },
    photo_pull_failed: {
      reason: 'MEDIA_NOT_FETCHED',
      todo: 'RETRY',
      advice: 'Nothing was published. Post it again with a new idempotency key.',
    },
    publish_cancelled: {
      ...because('PUBLISH_CANCELLED'),
      todo: 'LOOK_AT_ACCOUNT',
      advice: 'The person cancelled the post in the TikTok app.',
    },
    auth_removed: { reason: 'ACCESS_REVOKED', todo: 'SIGN_IN_AGAIN', advice: 'Sign the account in again.' },
    spam_risk_too_many_posts: {
      reason: 'DAILY_LIMIT',
      todo: 'RETRY',
      advice: 'TikTok allows about 15 posts in 24 hours. Post it tomorrow with a new idempotency key.',
    },
    spam_risk_user_banned_from_posting: {
      reason: 'ACCOUNT_SUSPENDED',
      todo: 'LOOK_AT_ACCOUNT',
      advice: 'The person can see the reason in the TikTok app.',
    },
    spam_risk_text: { reason: 'SPAM', advice: 'Change the caption.' },
    spam_risk: { reason: 'SPAM', advice: 'Do not send the same post again.' },
  }),
)

/** Builds the failure of a post from TikTok's `fail_reason`. An unlisted reason is unknown. */
export function toFailure(failReason: string | null | undefined): PostFailure {
  const name = networkText(failReason)
  const { advice, ...row } = ROWS.get(name) ?? {
    reason: 'UNKNOWN',
    todo: 'LOOK_AT_ACCOUNT' as const,
    advice: 'Check the account in the TikTok app, then post again with a new idempotency key.',
  }
  const quoted = name === '' ? '' : ` (${name})`
  return makePostFailure({
    ...row,
    network: 'TikTok',
    message: `tiktok could not publish the post${quoted}. ${advice}`,
  })
}

/** All values of TikTok's `fail_reason` that the library knows. */
export const FAIL_REASONS: readonly string[] = [...ROWS.keys()]

import { AuthError, type PlatformBase, RateLimitError } from '@social/core/platform'
import {
  edgeOf,
  type FaultRow,
  type GraphFault,
  notAllowed,
  outage,
  readGraphErrors,
  refusedPost,
  refusedSignIn,
  refusalMessage,
  rowsFor,
  seenAfterPublish,
  unfetchableFile,
} from '@social/meta-kit'

import { MAX_CAPTION_LENGTH } from '../limits.js'
import { TEXTS } from '../messages.js'

/**
 * Names the app that Instagram requires. Error messages contain this advice when no app is stored,
 * and when Instagram refuses the id and secret of the app.
 */
export const APP_ADVICE =
  'Instagram requires its own id and secret: Instagram App ID and Instagram App Secret, in the App Dashboard under Instagram, API setup with Instagram login, step 3.'

/** Error code and subcode of Instagram when the container to publish is not ready. */
export const NOT_READY = { code: 9007, subcode: 2_207_027 } as const

/**
 * Subcodes of a container that is missing or expired. The container is unpublished, unless it
 * was published earlier.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 * (read 2026-11-22)
 */
export const CONTAINER_GONE: readonly number[] = [2_207_006, 2_207_008]

/**
 * Refusals of Instagram and their errors. The first row that matches applies. The error codes of
 * all Meta networks are in `@social/meta-kit`.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 * (read 2026-11-22)
 */
export const ROWS: readonly FaultRow[] = [
  refusedSignIn(APP_ADVICE),
  {
    // Instagram has two messages without a subcode for an account that has to pass a security
    // checkpoint. https://github.com/gitroomhq/postiz-app/pull/2054 (2026-09-09)
    codes: [190],
    when: ({ message }) => /www\.instagram\.com|session key is malformed/i.test(message),
    make: (fault, details) =>
      new AuthError(
        refusalMessage(
          'instagram refused the token: the account requires a checkpoint',
          fault,
          'The person first has to log in at instagram.com and follow the instructions there. Then sign the account in again.',
        ),
        { ...details, reason: 'CHECKPOINT' },
      ),
  },
  ...rowsFor(
    { codes: [NOT_READY.code], subcodes: [NOT_READY.subcode] },
    (fault, details) =>
      new RateLimitError(
        refusalMessage(
          'instagram is not ready to publish the post yet',
          fault,
          'Nothing was published. Post again with the same idempotency key in 30 seconds.',
        ),
        { ...details, retryAfter: 30, reason: 'NOT_READY', userText: TEXTS.NOT_READY },
      ),
  ),
  ...rowsFor(
    { codes: [36_003], subcodes: [2_207_009] },
    refusedPost('the aspect ratio of the picture', {
      remedy: 'Change it to 4:5 to 1.91:1.',
      field: 'media',
      code: 'PICTURE_RATIO',
      limit: '4:5 to 1.91:1',
    }),
  ),
  ...rowsFor(
    { codes: [36_000], subcodes: [2_207_004] },
    refusedPost('the size of the picture', {
      remedy: 'Reduce it to 8 MB or less.',
      field: 'media',
      code: 'FILE_TOO_LARGE',
      userText: TEXTS.FILE_TOO_LARGE,
      limit: 8_388_608,
    }),
  ),
  ...rowsFor(
    { codes: [36_001], subcodes: [2_207_005] },
    refusedPost('the format of the picture', {
      remedy: 'Convert it to a JPEG.',
      field: 'media',
      code: 'FILE_TYPE',
      userText: TEXTS.PICTURE_TYPE,
      limit: 'JPEG',
    }),
  ),
  ...rowsFor(
    { codes: [36_004], subcodes: [2_207_010] },
    refusedPost('the caption', {
      remedy: 'Shorten it to 2,200 characters or less.',
      field: 'text',
      code: 'TEXT_TOO_LONG',
      userText: TEXTS.TEXT_TOO_LONG,
      limit: MAX_CAPTION_LENGTH,
    }),
  ),
  ...rowsFor({ codes: [9004], subcodes: [2_207_052, 2_207_077] }, unfetchableFile),
  ...rowsFor(
    { codes: [352], subcodes: [2_207_026] },
    refusedPost('the format of the video', {
      remedy: 'Convert it to MP4 or MOV with H.264 or HEVC.',
      field: 'media',
      code: 'FILE_TYPE',
      userText: TEXTS.VIDEO_TYPE,
      limit: 'MP4, MOV',
    }),
  ),
  {
    subcodes: [2_207_057],
    make: refusedPost('options.thumbOffsetMs', {
      remedy: 'It is after the end of the video.',
      field: 'options',
      optionPath: 'thumbOffsetMs',
      code: 'COVER_AFTER_END',
      userText: TEXTS.COVER_AFTER_END,
    }),
  },
  {
    subcodes: [2_207_023, 2_207_028, 2_207_035, 2_207_036, 2_207_037, 2_207_040],
    make: refusedPost('the carousel items, or the people in them', {
      remedy: 'Correct them, and post again.',
      field: 'media',
      code: 'CAROUSEL_INVALID',
      userText: TEXTS.CAROUSEL_INVALID,
    }),
  },
  {
    message: ['INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID'],
    make: refusedPost('options.locationId', {
      remedy: 'It must be the id of a Facebook page with a location.',
      field: 'options',
      optionPath: 'locationId',
      code: 'LOCATION_INVALID',
      userText: TEXTS.LOCATION_INVALID,
    }),
  },
  {
    subcodes: [2_207_051],
    make: notAllowed('it classified the post as spam', { remedy: 'Do not send it again.', reason: 'SPAM' }),
  },
  {
    subcodes: [2_207_050],
    make: notAllowed('the account is restricted', {
      remedy: 'The person has to open the Instagram app, which shows the reason.',
      reason: 'ACCOUNT_SUSPENDED',
    }),
  },
  {
    subcodes: [2_207_081],
    make: notAllowed('this account is not allowed to post trial reels', {
      remedy: 'Remove options.trial.',
      reason: 'NO_TRIAL_REELS',
      userText: TEXTS.NO_TRIAL_REELS,
    }),
  },
  {
    // https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights
    // (read 2026-11-24)
    codes: [10],
    message: ['Not enough viewers'],
    make: notAllowed('too few people saw the media for statistics', {
      remedy: 'Read them later.',
      reason: 'TOO_FEW_VIEWERS',
      userText: TEXTS.TOO_FEW_VIEWERS,
    }),
  },
  // Meta does not document these two codes. Independent clients handle them (2026-11-22).
  {
    codes: [10_900],
    make: notAllowed('this comment already has a private reply', {
      remedy: 'Instagram takes one private reply per comment. Reply publicly instead.',
      reason: 'PRIVATE_REPLY_SENT',
      userText: TEXTS.PRIVATE_REPLY_SENT,
    }),
  },
  {
    codes: [10_903],
    make: notAllowed('this person cannot receive messages', {
      remedy: 'Reply to the comment publicly.',
      reason: 'MESSAGES_CLOSED',
      userText: TEXTS.MESSAGES_CLOSED,
    }),
  },
  { subcodes: [2_207_003, 2_207_020, 2_207_001, 2_207_032, 2_207_053, 2_207_082], make: outage },
]

const PUBLISHING: ReadonlySet<string> = new Set(['media', 'media_publish', 'comments', 'replies'])
const OF_POSTS: ReadonlySet<string> = new Set(['comments', 'replies', 'insights'])

/**
 * Returns true when the refused request is about a post or a comment, and not about the account or
 * a container.
 */
function namesPost(fault: GraphFault): boolean {
  const edge = edgeOf(fault)
  if (OF_POSTS.has(edge)) return true
  if (!/^\d{1,32}$/.test(edge)) return false
  const fields = fault.url.searchParams.get('fields') ?? ''
  return !fields.includes('username,') && !fields.includes('status_code')
}

/**
 * Converts a refusal of Instagram to an error of the library. Returns null when the HTTP status
 * alone decides the error class.
 */
export const readError: PlatformBase['readError'] = readGraphErrors({
  platform: 'instagram',
  rows: ROWS,
  publishingEdges: PUBLISHING,
  mayHaveTakenEffect: seenAfterPublish('media_publish'),
  namesPost,
})

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

/** Which pair is the right one; said where none is stored, and where Instagram refuses the pair. */
export const APP_ADVICE =
  'Instagram wants its own pair: Instagram App ID and Instagram App Secret, in the App Dashboard under Instagram, API setup with Instagram login, step 3.'

/** A publish that came too early. */
export const NOT_READY = { code: 9007, subcode: 2_207_027 } as const

/** Subcodes of a container that is not found, or has expired. Nothing came of it, unless it was published before.
 *  https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes (read 2026-11-22) */
export const CONTAINER_GONE: readonly number[] = [2_207_006, 2_207_008]

/** Instagram's own refusals; the first row that fits. The codes of all of Meta are in the kit.
 *  https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes (read 2026-11-22) */
const ROWS: readonly FaultRow[] = [
  refusedSignIn(APP_ADVICE),
  {
    // Two texts of one checkpoint, without a subcode. https://github.com/gitroomhq/postiz-app/pull/2054 (2026-09-09)
    codes: [190],
    when: ({ words }) => /www\.instagram\.com|session key is malformed/i.test(words),
    make: (fault, details) =>
      new AuthError(
        refusalMessage(
          'instagram refused the token: the account is behind a checkpoint',
          fault,
          'The person first has to log in at instagram.com and do what is asked there. Then sign the account in again.',
        ),
        details,
      ),
  },
  ...rowsFor(
    { codes: [NOT_READY.code], subcodes: [NOT_READY.subcode] },
    (fault, details) =>
      new RateLimitError(
        refusalMessage(
          'instagram is not ready to publish it yet',
          fault,
          'Nothing came out. Post again with the same idempotency key in 30 seconds.',
        ),
        { ...details, retryAfter: 30 },
      ),
  ),
  ...rowsFor(
    { codes: [36_003], subcodes: [2_207_009] },
    refusedPost('the shape of the picture', 'Make it 4:5 to 1.91:1.'),
  ),
  ...rowsFor(
    { codes: [36_000], subcodes: [2_207_004] },
    refusedPost('the size of the picture', 'Make it 8 MB or less.'),
  ),
  ...rowsFor(
    { codes: [36_001], subcodes: [2_207_005] },
    refusedPost('the format of the picture', 'Make it a JPEG.'),
  ),
  ...rowsFor(
    { codes: [36_004], subcodes: [2_207_010] },
    refusedPost('the caption', 'Make it 2,200 characters or less.'),
  ),
  ...rowsFor({ codes: [9004], subcodes: [2_207_052, 2_207_077] }, unfetchableFile),
  ...rowsFor(
    { codes: [352], subcodes: [2_207_026] },
    refusedPost('the format of the video', 'Make it MP4 or MOV with H.264 or HEVC.'),
  ),
  {
    subcodes: [2_207_057],
    make: refusedPost('options.thumbOffsetMs', 'It lies behind the end of the video.'),
  },
  {
    subcodes: [2_207_023, 2_207_028, 2_207_035, 2_207_036, 2_207_037, 2_207_040],
    make: refusedPost('the pieces, or the people in them', 'Correct them, and post again.'),
  },
  {
    words: ['INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID'],
    make: refusedPost('options.locationId', 'It is the id of a Facebook page that has a location.'),
  },
  { subcodes: [2_207_051], make: notAllowed('it takes the post for spam', 'Do not send it again.') },
  {
    subcodes: [2_207_050],
    make: notAllowed(
      'the account is restricted',
      'The person has to open the Instagram app, which tells why.',
    ),
  },
  {
    subcodes: [2_207_081],
    make: notAllowed('this account may not post trial reels', 'Take options.trial out.'),
  },
  // Seen in independent clients (2026-11-22); in no table of Meta's.
  {
    codes: [10_900],
    make: notAllowed(
      'this comment was answered privately already',
      'Instagram takes one private reply for each comment: answer it in public, or leave it.',
    ),
  },
  {
    codes: [10_903],
    make: notAllowed('this person cannot be written to', 'Answer the comment in public.'),
  },
  { subcodes: [2_207_003, 2_207_020, 2_207_001, 2_207_032, 2_207_053, 2_207_082], make: outage },
]

const PUBLISHING: ReadonlySet<string> = new Set(['media', 'media_publish', 'comments', 'replies'])
const OF_POSTS: ReadonlySet<string> = new Set(['comments', 'replies', 'insights'])

/** The account itself is asked for these, and nothing else is. */
function namesPost(fault: GraphFault): boolean {
  const edge = edgeOf(fault)
  if (OF_POSTS.has(edge)) return true
  if (!/^\d{1,32}$/.test(edge)) return false
  const fields = fault.url.searchParams.get('fields') ?? ''
  return !fields.includes('username,') && !fields.includes('status_code')
}

/** The refusal as an error of the library. Null: the status alone decides. */
export const readError: PlatformBase['readError'] = readGraphErrors({
  platform: 'instagram',
  rows: ROWS,
  publishingEdges: PUBLISHING,
  mayHaveTakenEffect: seenAfterPublish('media_publish'),
  namesPost,
})

import { AuthError, type PlatformBase, RateLimitError, SocialBaseError } from '@social/core/platform'
import {
  type FaultRow,
  faultOf,
  type GraphFault,
  notAllowed,
  outage,
  readGraphErrors,
  refusedPost,
  refusedSignIn,
  refusalMessage,
} from '@social/meta-kit'

/** Which app is the right one; said where none is stored, and where Facebook refuses the pair. */
export const APP_ADVICE =
  'Facebook wants the id and secret of the app at https://developers.facebook.com/apps (App settings, Basic).'

const LOOK_AT_PAGE = 'The people of the page find what to do at facebook.com, in its support inbox.'

const ROLE_ADVICE =
  'A person with full control of the page has to give access, and two-factor authentication may be required; then sign the account in again and allow everything.'
const CHECKPOINT_ADVICE =
  'Log in at www.facebook.com and follow the instructions; then sign the account in again.'

/** Codes about the upload of a video, or about its file. Seen in production clients: 6000
 *  https://github.com/trypostit/trypost/pull/361 (2026-09-18), 6001 https://github.com/restfb/restfb/issues/737 (2017-06-05) */
export const UPLOAD_CODES = [6000, 6001] as const

/** Subcodes of an upload that tell how to go on. Seen in production clients (2026-11-22). */
export const UPLOAD_SUBCODES = {
  /** The piece does not continue the upload; `error_data` has the right place. */
  wrongOffset: 1_363_037,
  /** The session is dead: the upload starts again. */
  deadSession: [1_363_019, 1_363_021, 1_363_033, 1_363_041],
} as const

/** A piece of a video timed out: it is sent again. https://github.com/oklahomer/p5-Facebook-OpenGraph/issues/22 (2019-09-04) */
const CHUNK_TIMED_OUT = 1_363_030

/** The pictures are in a post already. Seen in a production client (https://github.com/gitroomhq/postiz-app, facebook.provider.ts, 2026-08-21). */
const PHOTOS_POSTED = 1_366_051

/** True for the refusal of pictures that are in a post already, also when that post is the one that was asked for. */
export const arePhotosPosted = (error: unknown): boolean =>
  SocialBaseError.is(error) && faultOf(error.raw)?.subcode === PHOTOS_POSTED

/** Facebook's own refusals; the first row that fits. The codes of all of Meta are in the kit. Subcodes: seen in production
 *  clients; codes: https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-22) */
const ROWS: readonly FaultRow[] = [
  refusedSignIn(APP_ADVICE),
  {
    // https://github.com/gitroomhq/postiz-app/pull/1912 (2026-08-18); two-factor authentication:
    // https://github.com/facebook/facebook-for-woocommerce/issues/475 (2018-05-09)
    codes: [190],
    when: ({ words }) => /impersonat/i.test(words),
    make: notAllowed('the person has no access to this page', ROLE_ADVICE),
  },
  {
    // https://github.com/gitroomhq/postiz-app/pull/1892 (2026-08-14)
    codes: [200],
    words: ['sufficient administrative permission'],
    make: notAllowed(
      'the role of the person on the page is too small, or a permission is missing',
      ROLE_ADVICE,
    ),
  },
  {
    // https://github.com/gitroomhq/postiz-app, facebook.provider.ts (2026-08-21)
    codes: [100],
    words: ['No permission to publish the video', 'no permission to publish the video'],
    make: notAllowed('the person may not publish videos on this page', ROLE_ADVICE),
  },
  {
    // https://github.com/gitroomhq/postiz-app, facebook.provider.ts (2026-08-21)
    codes: [190],
    subcodes: [490],
    make: (fault, details) =>
      new AuthError(
        refusalMessage(
          'facebook refused the token: the person has to pass a checkpoint',
          fault,
          CHECKPOINT_ADVICE,
        ),
        details,
      ),
  },
  {
    subcodes: [1_366_046],
    make: refusedPost('the picture', 'Make it a JPEG or PNG of less than 4 MB, and post again.'),
  },
  {
    subcodes: [PHOTOS_POSTED],
    make: refusedPost('the pictures: they are in a post already', 'Post others.'),
  },
  {
    subcodes: [1_390_008],
    make: (fault, details) =>
      new RateLimitError(
        refusalMessage(
          'facebook refused: the page posts too fast',
          fault,
          'Post less often, and try again later.',
        ),
        { ...details, retryAfter: null, passesSoon: false },
      ),
  },
  {
    subcodes: [1_346_003, 1_404_102],
    make: notAllowed('it takes the content for abusive', LOOK_AT_PAGE),
  },
  {
    subcodes: [1_404_006, 4_854_002],
    make: notAllowed('the person first has to pass a check of their identity', LOOK_AT_PAGE),
  },
  {
    subcodes: [1_404_078],
    make: notAllowed('the page lacks the authorization to publish', LOOK_AT_PAGE),
  },
  { subcodes: [1_404_112], make: notAllowed('the account is limited for some days', LOOK_AT_PAGE) },
  {
    subcodes: [1_609_008],
    make: refusedPost('the link: those to facebook.com may not be shared', 'Take it out.'),
  },
  { subcodes: [2_061_006], make: refusedPost('the address', 'Check it, and post again.') },
  { subcodes: [1_349_125], make: refusedPost('the format of the video', 'Make it an MP4.') },
  { subcodes: [2_069_019], make: refusedPost('the file', 'Check that it is a whole picture.') },
  { subcodes: [1_363_040], make: refusedPost('the reel: its shape', 'Make it 9:16.') },
  { subcodes: [1_363_127], make: refusedPost('the reel: its resolution', 'Make it 540x960 or more.') },
  { subcodes: [1_363_128], make: refusedPost('the reel: its length', 'Make it 3 to 90 seconds.') },
  { subcodes: [1_363_129], make: refusedPost('the reel: its frame rate', 'Make it 24 to 60 a second.') },
  { subcodes: [CHUNK_TIMED_OUT, 1_363_047, 1_609_010], make: outage },
  {
    codes: [389],
    make: refusedPost(
      'the video: it cannot be fetched from its address',
      'It has to be public, without a login, and robots.txt must let facebookexternalhit in.',
    ),
  },
  {
    words: ['ProcessingFailedError'],
    when: ({ isTransient }) => !isTransient,
    make: refusedPost('the video', 'Check the file, or its address: it has to be public.'),
  },
]

const PUBLISHING: ReadonlySet<string> = new Set([
  'feed',
  'photos',
  'videos',
  'video_reels',
  'photo_stories',
  'video_stories',
])
/** Lists that posts and comments have, and pages have not. */
const OF_POSTS: ReadonlySet<string> = new Set(['comments', 'likes'])
const VERSION = /^v\d{1,3}\.\d{1,3}$/

/** `/v26.0/<id>/<edge>` taken apart. */
function nodeOf({ url }: GraphFault): { readonly node: string; readonly edge: string } {
  const parts = url.pathname.split('/')
  const [node = '', edge = ''] = parts.slice(parts.findIndex((part) => VERSION.test(part)) + 1)
  return { node, edge }
}

/** A page is asked for its name or its token, and nothing else is. */
function namesPost(fault: GraphFault): boolean {
  const { node, edge } = nodeOf(fault)
  if (node === 'me') return false
  if (edge !== '') return OF_POSTS.has(edge)
  const fields = fault.url.searchParams.get('fields') ?? ''
  return !fields.split(',').some((field) => field === 'name' || field === 'access_token')
}

/** The refusal as an error of the library. Null: the status alone decides. */
export const readError: PlatformBase['readError'] = readGraphErrors({
  platform: 'facebook',
  rows: ROWS,
  publishingEdges: PUBLISHING,
  namesPost,
})

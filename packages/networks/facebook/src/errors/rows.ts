import { RateLimitError, SocialBaseError } from '@social/core/platform'
import {
  type FaultRow,
  faultOf,
  notAllowed,
  outage,
  type RefusedPart,
  refusedPost,
  type RefusedReason,
  refusedSignIn,
  refusalMessage,
  refusedToken,
} from '@social/meta-kit'

import { TEXTS } from '../messages.js'

/**
 * Describes the app that Facebook requires. Error messages contain this advice when no app is stored, and when
 * Facebook refuses the id and secret of the app.
 */
export const APP_ADVICE =
  'Facebook requires the id and secret of the app at https://developers.facebook.com/apps (App settings, Basic).'

const LOOK_AT_PAGE = 'The people of the page find instructions in the support inbox at facebook.com.'

const ROLE_ADVICE =
  'A person with full control of the page must grant access, and two-factor authentication may be required. Then sign the account in again and grant all permissions.'
const ROLE = {
  remedy: ROLE_ADVICE,
  reason: 'NO_PAGE_ACCESS',
  userText: TEXTS.NO_PAGE_ACCESS,
} as const satisfies RefusedReason

/** Builds the issue of a reel whose file breaks a rule. */
const reel = (
  code: 'REEL_RATIO' | 'REEL_RESOLUTION' | 'REEL_LENGTH' | 'REEL_FRAME_RATE',
  remedy: string,
  limit: string,
): RefusedPart => ({ field: 'media', code, remedy, limit, userText: TEXTS[code] })

const CHECKPOINT_ADVICE =
  'Log in at www.facebook.com and follow the instructions. Then sign the account in again.'

/**
 * Error codes of a video upload or its file. Seen in production clients: 6000
 * https://github.com/trypostit/trypost/pull/361 (2026-09-18), 6001 https://github.com/restfb/restfb/issues/737
 * (2017-06-05)
 */
export const UPLOAD_CODES = [6000, 6001] as const

/** Error subcodes of an upload that decide how the upload continues. Seen in production clients (2026-11-22). */
export const UPLOAD_SUBCODES = {
  /**
   * The chunk does not start at the expected offset. `error_data` contains the expected offsets.
   */
  wrongOffset: 1_363_037,
  /** The upload session is invalid, so the upload starts again. */
  deadSession: [1_363_019, 1_363_021, 1_363_033, 1_363_041],
} as const

/**
 * Error subcode for a timeout of a video chunk, after which the chunk is sent again.
 * https://github.com/oklahomer/p5-Facebook-OpenGraph/issues/22 (2019-09-04)
 */
const CHUNK_TIMED_OUT = 1_363_030

/**
 * Error subcode for pictures that already belong to a post. Seen in a production client
 * (https://github.com/gitroomhq/postiz-app, facebook.provider.ts, 2026-08-21).
 */
const PHOTOS_POSTED = 1_366_051

/**
 * Returns true when Facebook refuses pictures because they already belong to a post, which may be
 * the requested post.
 */
export const arePhotosPosted = (error: unknown): boolean =>
  SocialBaseError.is(error) && faultOf(error.raw)?.subcode === PHOTOS_POSTED

/**
 * Error responses of Facebook and the resulting errors. The first matching row applies. The
 * internal kit maps codes that all Meta networks share. The subcodes were seen in production
 * clients. Codes: https://developers.facebook.com/docs/graph-api/guides/error-handling (read
 * 2026-11-22)
 */
export const ROWS: readonly FaultRow[] = [
  refusedSignIn(APP_ADVICE),
  {
    // https://github.com/gitroomhq/postiz-app/pull/1912 (2026-08-18); two-factor authentication:
    // https://github.com/facebook/facebook-for-woocommerce/issues/475 (2018-05-09)
    codes: [190],
    when: ({ message }) => /impersonat/i.test(message),
    make: notAllowed('the person has no access to this page', ROLE),
  },
  {
    // https://github.com/gitroomhq/postiz-app/pull/1892 (2026-08-14)
    codes: [200],
    message: ['sufficient administrative permission'],
    make: notAllowed('the role of the person on the page is insufficient, or a permission is missing', ROLE),
  },
  {
    // https://github.com/gitroomhq/postiz-app, facebook.provider.ts (2026-08-21)
    codes: [100],
    message: ['No permission to publish the video', 'no permission to publish the video'],
    make: notAllowed('the person is not allowed to publish videos on this page', ROLE),
  },
  {
    // https://github.com/gitroomhq/postiz-app, facebook.provider.ts (2026-08-21)
    codes: [190],
    subcodes: [490],
    make: refusedToken('the person must complete a checkpoint', {
      remedy: CHECKPOINT_ADVICE,
      reason: 'CHECKPOINT',
    }),
  },
  {
    subcodes: [1_366_046],
    make: refusedPost('the picture', {
      remedy: 'Convert it to a JPEG or PNG of less than 4 MB, and post again.',
      field: 'media',
      code: 'PICTURE_INVALID',
      userText: TEXTS.PICTURE_INVALID,
    }),
  },
  {
    subcodes: [PHOTOS_POSTED],
    make: refusedPost('the pictures: they already belong to a post', {
      remedy: 'Post other pictures.',
      field: 'media',
      code: 'PICTURES_POSTED',
      userText: TEXTS.PICTURES_POSTED,
    }),
  },
  {
    subcodes: [1_390_008],
    make: (fault, details) =>
      new RateLimitError(
        refusalMessage(
          'facebook refused the request: the page posts too frequently',
          fault,
          'Post less often, and try again later.',
        ),
        {
          ...details,
          retryAfter: null,
          passesSoon: false,
          reason: 'POSTS_TOO_OFTEN',
          userText: TEXTS.POSTS_TOO_OFTEN,
        },
      ),
  },
  {
    subcodes: [1_346_003, 1_404_102],
    make: notAllowed('it classified the content as abusive', { remedy: LOOK_AT_PAGE, reason: 'SPAM' }),
  },
  {
    subcodes: [1_404_006, 4_854_002],
    make: notAllowed('the person must first confirm their identity', {
      remedy: LOOK_AT_PAGE,
      reason: 'IDENTITY_TO_CONFIRM',
      userText: TEXTS.IDENTITY_TO_CONFIRM,
    }),
  },
  {
    subcodes: [1_404_078],
    make: notAllowed('the page lacks the authorization to publish', {
      remedy: LOOK_AT_PAGE,
      reason: 'PAGE_NOT_AUTHORIZED',
      userText: TEXTS.PAGE_NOT_AUTHORIZED,
    }),
  },
  {
    subcodes: [1_404_112],
    make: notAllowed('the account is limited for some days', {
      remedy: LOOK_AT_PAGE,
      reason: 'ACCOUNT_SUSPENDED',
    }),
  },
  {
    subcodes: [1_609_008],
    make: refusedPost('the link: links to facebook.com cannot be shared', {
      remedy: 'Remove the link.',
      field: 'post',
      code: 'OWN_LINK',
      userText: TEXTS.OWN_LINK,
    }),
  },
  {
    subcodes: [2_061_006],
    make: refusedPost('the URL', {
      remedy: 'Check the URL, and post again.',
      field: 'post',
      code: 'LINK_INVALID',
      userText: TEXTS.LINK_INVALID,
    }),
  },
  {
    subcodes: [1_349_125],
    make: refusedPost('the format of the video', {
      remedy: 'Convert it to an MP4.',
      field: 'media',
      code: 'FILE_TYPE',
      userText: TEXTS.VIDEO_TYPE,
      limit: 'MP4',
    }),
  },
  {
    subcodes: [2_069_019],
    make: refusedPost('the file', {
      remedy: 'Check that the picture file is complete.',
      field: 'media',
      code: 'MEDIA_FAILED',
    }),
  },
  {
    subcodes: [1_363_040],
    make: refusedPost('the reel: its aspect ratio', reel('REEL_RATIO', 'Change it to 9:16.', '9:16')),
  },
  {
    subcodes: [1_363_127],
    make: refusedPost(
      'the reel: its resolution',
      reel('REEL_RESOLUTION', 'Change it to 540x960 or more.', '540x960'),
    ),
  },
  {
    subcodes: [1_363_128],
    make: refusedPost(
      'the reel: its length',
      reel('REEL_LENGTH', 'Change it to 3 to 90 seconds.', '3 to 90 s'),
    ),
  },
  {
    subcodes: [1_363_129],
    make: refusedPost(
      'the reel: its frame rate',
      reel('REEL_FRAME_RATE', 'Change it to 24 to 60 frames a second.', '24 to 60 fps'),
    ),
  },
  { subcodes: [CHUNK_TIMED_OUT, 1_363_047, 1_609_010], make: outage },
  {
    codes: [389],
    make: refusedPost('the video: it cannot be fetched from its URL', {
      remedy: 'The URL must be public, without a login, and robots.txt must allow facebookexternalhit.',
      field: 'media',
      code: 'MEDIA_NOT_FETCHED',
    }),
  },
  {
    message: ['ProcessingFailedError'],
    when: ({ isTransient }) => !isTransient,
    make: refusedPost('the video', {
      remedy: 'Check the file. Its URL must be public.',
      field: 'media',
      code: 'MEDIA_FAILED',
    }),
  },
]

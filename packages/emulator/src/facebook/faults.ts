import { type GraphFault, Refusal } from '../meta/refusal.js'

const fault = (code: number, subcode: number | null, message: string): GraphFault => ({
  code,
  message,
  ...(subcode !== null && { subcode }),
})

/**
 * Errors of publishing on pages, as observed by users of the real API. Official error codes:
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-22)
 */
export const FACEBOOK_FAULTS = {
  DUPLICATE: fault(506, null, '(#506) Duplicate status message'),
  LINK_NOT_SCRAPED: fault(1_609_005, null, '(#1609005) The link could not be scraped.'),
  LINK_NOT_ALLOWED: fault(100, 1_609_008, 'Links of facebook.com cannot be shared here'),
  PICTURE: fault(
    1,
    1_366_046,
    "Your photos couldn't be uploaded. Photos should be less than 4 MB and saved as JPG or PNG files.",
  ),
  SAME_PHOTOS: fault(100, 1_366_051, 'These photos were already posted.'),
  TOO_FAST: fault(
    368,
    1_390_008,
    "It looks like you were misusing this feature by going too fast. You've been temporarily blocked from using it.",
  ),
  ABUSIVE: fault(368, 1_346_003, 'The content was judged abusive.'),
  ABUSIVE_LINK: fault(368, 1_404_102, 'The content was judged abusive.'),
  SECURITY_CHECK: fault(100, 1_404_006, 'A security check is required.'),
  IDENTITY_CHECK: fault(100, 4_854_002, 'The identity has to be confirmed.'),
  PAGE_NOT_AUTHORIZED: fault(100, 1_404_078, 'Page publishing authorization is required.'),
  ACCOUNT_LIMITED: fault(368, 1_404_112, 'The account is limited for some days.'),
  BAD_URL: fault(100, 2_061_006, 'The URL is invalid.'),
  BAD_FORMAT: fault(352, 1_349_125, 'The video format is not supported.'),
  BAD_FILE: fault(324, 2_069_019, '(#324) Missing or invalid image file'),
  SERVICE_TROUBLE: { ...fault(2, 1_363_047, 'Service trouble. Please try again.'), isTransient: true },
  SHARE_TROUBLE: { ...fault(2, 1_609_010, 'Service trouble. Please try again.'), isTransient: true },
  CHUNK_TIMED_OUT: { ...fault(6000, 1_363_030, 'The chunk timed out.'), isTransient: true },
  WRONG_OFFSET: fault(
    6000,
    1_363_037,
    'There was a problem uploading your video: the start offset is wrong.',
  ),
  /** Source: https://github.com/trypostit/trypost/pull/361 (2026-09-18) */
  FILE_PROBLEM: fault(6000, null, 'There was a problem with your file. Please try again with another file.'),
  SESSION_DEAD: fault(6000, 1_363_041, 'The upload session is invalid.'),
  VIDEO_NOT_FETCHED: fault(389, null, '(#389) Unable to fetch video file from URL.'),
  REEL_RATIO: fault(100, 1_363_040, 'The aspect ratio of the video is not supported.'),
  REEL_RESOLUTION: fault(100, 1_363_127, 'The resolution of the video is too low.'),
  REEL_DURATION: fault(100, 1_363_128, 'The video is too short or too long.'),
  REEL_FRAME_RATE: fault(100, 1_363_129, 'The frame rate of the video is not supported.'),
} as const satisfies Readonly<Record<string, GraphFault>>

/** Returns the error with this name from `FACEBOOK_FAULTS`. */
export const facebookRefusal = (name: keyof typeof FACEBOOK_FAULTS): Refusal =>
  new Refusal(FACEBOOK_FAULTS[name])

/**
 * Returns the error for a piece with a wrong offset. The error contains the expected start and end
 * offsets.
 */
export const wrongOffset = (start: string, end: string): Refusal =>
  new Refusal({ ...FACEBOOK_FAULTS.WRONG_OFFSET, data: { start_offset: start, end_offset: end } })

import { type GraphFault, Refusal } from '../meta/refusal.js'

/**
 * Errors of Instagram, by names that a control operation can plan.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 * (read 2026-11-22)
 */
export const INSTAGRAM_FAULTS = {
  NOT_READY: fault(
    9007,
    2_207_027,
    'Media ID is not available',
    'Media not ready',
    'The media is not ready for publishing, please wait for a moment',
  ),
  ASPECT_RATIO: fault(
    36_003,
    2_207_009,
    'The aspect ratio is not supported.',
    'Invalid aspect ratio',
    'The submitted image has an aspect ratio that is not within the acceptable range: 4:5 to 1.91:1.',
  ),
  TOO_LARGE: fault(
    36_000,
    2_207_004,
    'The image size is too large.',
    'Image size too large',
    'The image is too large to download. It should be less than 8 MiB.',
  ),
  FORMAT: fault(
    36_001,
    2_207_005,
    'The image format is not supported.',
    'Unsupported image format',
    'Supported formats are: JPEG.',
  ),
  CAPTION_TOO_LONG: fault(
    36_004,
    2_207_010,
    'The submitted image/video caption was too long.',
    'Caption too long',
    'The caption was too long. It should be at most 2200 characters.',
  ),
  NOT_FETCHED: fault(
    9004,
    2_207_052,
    'Only photo or video can be accepted as media type.',
    'Media download has failed.',
    'The media could not be fetched from this URI',
  ),
  VIDEO_FORMAT: fault(
    352,
    2_207_026,
    'The video format is not supported.',
    'Unsupported video format',
    'Please check spec for supported formats',
  ),
  MEDIA_TYPE: fault(
    100,
    2_207_023,
    'The media type is unknown.',
    'Unknown media type',
    'The media type is not one that can be published.',
  ),
  CAROUSEL_COUNT: fault(
    100,
    2_207_028,
    'Your post won’t work as a carousel.',
    'Carousel validation failed',
    'Your carousel must have at least 2 and no more than 10 photos or videos.',
  ),
  TAG_COUNT: fault(
    100,
    2_207_040,
    'Cannot use more than 20 tags per created media.',
    'Too many tags',
    'Cannot use more than 20 tags',
  ),
  TAG_POSITION: fault(
    100,
    2_207_035,
    'Product tag positions should not be specified for video media.',
    'Bad tags',
    'Positions belong to pictures',
  ),
  THUMB_OFFSET: fault(
    1,
    2_207_057,
    'Thumbnail offset must be greater than or equal to 0 and less than the video duration.',
    'Invalid thumbnail offset',
    'Thumbnail offset is out of range',
  ),
  DAILY_POSTS: fault(
    9,
    2_207_042,
    'Application request limit reached',
    'Reached max posts',
    'You reached the maximum number of posts that is allowed to be published by Content Publishing API.',
  ),
  RESTRICTED: fault(
    25,
    2_207_050,
    'The Instagram account is restricted.',
    'Account restricted',
    'The account is inactive, checkpointed, or restricted. Log in to the Instagram app.',
  ),
  MEDIA_NOT_FOUND: fault(
    24,
    2_207_006,
    'The requested resource does not exist',
    'Media not found',
    'The media with this id cannot be found.',
  ),
  CONTAINER_GONE: fault(
    24,
    2_207_008,
    'The requested resource does not exist',
    'Media builder not found',
    'The media builder with this creation id does not exist or has expired.',
  ),
  DOWNLOAD_TIMED_OUT: fault(
    -2,
    2_207_003,
    'Timeout',
    'Media download timed out',
    'It takes too long to download the media.',
  ),
  MEDIA_EXPIRED: fault(
    -2,
    2_207_020,
    'Media expired',
    'Media expired',
    'The media you are trying to access has expired.',
  ),
  SERVER: {
    ...fault(-1, 2_207_001, 'Instagram server error', 'Server error', 'Instagram server error. Try again.'),
    isTransient: true,
  },
  CREATE_FAILED: fault(
    -1,
    2_207_032,
    'Create media fail',
    'Could not create media',
    'Failed to create a media, please try to re-create media',
  ),
  UPLOAD_FAULT: fault(
    -1,
    2_207_053,
    'Unknown upload error',
    'Unknown upload error',
    'Generate a new container and use it to try again.',
  ),
  VIDEO_DOWNLOAD: fault(
    100,
    2_207_077,
    'The video could not be downloaded.',
    'Video download failed',
    'The video could not be downloaded from its address.',
  ),
  UPLOAD_FAILED: fault(
    100,
    2_207_082,
    'Media upload has failed.',
    'Upload failed',
    'Media upload has failed with error code 2207082',
  ),
  NO_TRIAL_REELS: fault(
    100,
    2_207_081,
    'The account is not eligible for trial reels.',
    'Trial reels',
    'This account may not post trial reels.',
  ),
  PRIVATE_REPLY_TWICE: {
    code: 10_900,
    message: '(#10900) Activity already replied to',
    isTransient: false,
  },
  PRIVATE_REPLY_REFUSED: {
    code: 10_903,
    message: "(#10903) This user can't reply to this activity",
    isTransient: false,
  },
  OUTSIDE_WINDOW: {
    code: 10,
    subcode: 2_534_022,
    status: 403,
    message: '(#10) This message is sent outside of allowed window.',
    isTransient: false,
  },
  LOCATION: fault(
    100,
    2_207_063,
    'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID',
    'Invalid location',
    'The location id is invalid.',
  ),
} as const satisfies Readonly<Record<string, GraphFault>>

function fault(
  code: number,
  subcode: number,
  message: string,
  title: string,
  userMessage: string,
): GraphFault {
  return { code, subcode, message, isTransient: false, title, userMessage }
}

/** Returns the error with this name from `INSTAGRAM_FAULTS`. */
export const instagramRefusal = (name: keyof typeof INSTAGRAM_FAULTS): Refusal =>
  new Refusal(INSTAGRAM_FAULTS[name])

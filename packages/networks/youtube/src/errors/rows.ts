import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  networkText,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  RateLimitError,
} from '@social/core/platform'

import { type Refusal, type Row, refusalMessage } from './refusal.js'
import { SIGN_IN_ROWS } from './sign-in-rows.js'

/** Where a person makes a channel. https://support.google.com/youtube/answer/1646861 (read 2026-11-21) */
export const CREATE_CHANNEL = 'https://www.youtube.com/create_channel'

/** What allows uploading, reading, and everything about comments and changes.
 *  https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps (read 2026-11-21) */
export const SCOPES = {
  upload: 'https://www.googleapis.com/auth/youtube.upload',
  read: 'https://www.googleapis.com/auth/youtube.readonly',
  comments: 'https://www.googleapis.com/auth/youtube.force-ssl',
} as const

function scopeOf({ path, method }: Refusal): string {
  if (/\/comment(s|Threads)(\/|$)/.test(path)) return SCOPES.comments
  if (method === 'PUT' && !path.startsWith('/upload/')) return SCOPES.comments // changing a video
  return method === 'GET' ? SCOPES.read : SCOPES.upload
}

/** Tells the allowance of a day from that of a minute, which since June 2026 are refused with the same word. */
function isDaily({ words, metadata }: Refusal): boolean {
  return /per day/i.test(words) || String(metadata['quota_unit']).startsWith('1/d/')
}

/** Where Google says that the API is switched on; null for anything but a page of Google's. */
function consoleUrl({ metadata }: Refusal): string | null {
  const url = URL.parse(networkText(metadata['activationUrl']))
  return url?.protocol === 'https:' && url.hostname.endsWith('.google.com') ? url.href : null
}

const usedUp: Row['make'] = (refusal, details) =>
  new RateLimitError(
    refusalMessage(
      "youtube refused: the Cloud project's quota, a daily allowance, is used up.",
      refusal,
      'Retrying only spends what is left. It starts again at midnight Pacific time; the quota page of the project tells more.',
    ),
    { ...details, retryAfter: null, passesSoon: false },
  )

const refusedPost =
  (what: string): Row['make'] =>
  (refusal, details) =>
    new InvalidPostError(
      refusalMessage(`youtube refused ${what}.`, refusal, 'Correct it, and post again.'),
      details,
    )

/** What is used up, or asked for too often; told by the reason alone, whatever the status. */
export const ALLOWANCE_ROWS: readonly Row[] = [
  { reasons: ['quotaExceeded', 'dailyLimitExceeded', 'dailyLimitExceededUnreg'], make: usedUp },
  {
    reasons: ['rateLimitExceeded', 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'],
    when: isDaily,
    make: usedUp,
  },
  {
    reasons: ['uploadLimitExceeded'],
    make: (refusal, details) =>
      new RateLimitError(
        refusalMessage(
          'youtube refused: the channel has uploaded as much as it may. This is a daily allowance of the channel.',
          refusal,
          "Retrying only spends what is left of the project's quota. Post again tomorrow.",
        ),
        { ...details, retryAfter: null, passesSoon: false },
      ),
  },
  {
    reasons: [
      'rateLimitExceeded',
      'userRateLimitExceeded',
      'uploadRateLimitExceeded',
      'RESOURCE_EXHAUSTED',
      'rate_limit_exceeded',
    ],
    make: (refusal, details) =>
      new RateLimitError(refusalMessage('youtube asks us to slow down.', refusal, 'Try again in a minute.'), {
        ...details,
        retryAfter: refusal.retryAfter,
      }),
  },
]

/** Google's refusals; the first row that fits. What has no row is told by its status alone.
 *  https://developers.google.com/youtube/v3/docs/errors (read 2026-11-21) */
export const ROWS: readonly Row[] = [
  ...ALLOWANCE_ROWS,
  {
    reasons: ['youtubeSignupRequired'],
    make: (refusal, details) =>
      new AuthError(
        refusalMessage(
          'This Google account has no YouTube channel.',
          refusal,
          `The person can create one at ${CREATE_CHANNEL} and sign in again.`,
        ),
        details,
      ),
  },
  {
    status: 401,
    reasons: ['authError', 'authorizationRequired', 'UNAUTHENTICATED'],
    make: (refusal, details) =>
      new AuthError(refusalMessage('youtube refused the token.', refusal, 'Sign the account in again.'), {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    reasons: ['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
    make: (refusal, details) => {
      const needs = scopeOf(refusal)
      return new MissingPermissionError({
        ...details,
        needs,
        suggestion:
          'Sign the account in again and ask for it; the person can untick single permissions on the page of Google.',
      })
    },
  },
  {
    reasons: ['accessNotConfigured', 'SERVICE_DISABLED'],
    make: (refusal, details) => {
      const where = consoleUrl(refusal) ?? 'the Cloud console, under APIs & Services'
      return new NotAllowedError(
        refusalMessage(
          'The YouTube Data API v3 is not switched on for the Cloud project of the app.',
          refusal,
          `Switch it on at ${where}, and wait a few minutes.`,
        ),
        details,
      )
    },
  },
  {
    reasons: ['forbiddenPrivacySetting', 'forbiddenLicenseSetting', 'forbiddenEmbedSetting'],
    make: refusedPost('a setting of the video'),
  },
  { reasons: ['invalidTitle'], make: refusedPost('options.title') },
  { reasons: ['invalidDescription'], make: refusedPost('the description, which is Post.text') },
  { reasons: ['invalidTags'], make: refusedPost('options.tags') },
  { reasons: ['invalidCategoryId'], make: refusedPost('options.categoryId') },
  { reasons: ['invalidPublishAt', 'invalidPublishScheduleForVideo'], make: refusedPost('publishAt') },
  {
    reasons: [
      'invalidVideoMetadata',
      'invalidFilename',
      'invalidRecordingDetails',
      'invalidVideoGameRating',
      'defaultLanguageNotSet',
      'mediaBodyRequired',
    ],
    make: refusedPost('the video'),
  },
  {
    reasons: [
      'commentTextRequired',
      'commentTextTooLong',
      'invalidCommentMetadata',
      'invalidCustomEmoji',
      'parentIdMissing',
    ],
    make: refusedPost('the comment'),
  },
  {
    reasons: [
      'forbidden',
      'accountDelegationForbidden',
      'authenticatedUserNotChannel',
      'channelClosed',
      'channelSuspended',
      'authenticatedUserAccountClosed',
      'authenticatedUserAccountSuspended',
      'commentsDisabled',
      'operationNotSupported',
      'parentCommentIsPrivate',
      'banWithoutReject',
      'ineligibleAccount',
    ],
    make: (refusal, details) =>
      new NotAllowedError(
        refusalMessage('youtube does not allow it.', refusal, 'Look at the channel in YouTube Studio.'),
        details,
      ),
  },
  {
    reasons: ['videoNotFound'],
    make: (refusal, details) =>
      new PostGoneError(
        refusalMessage('The video is not there.', refusal, 'Remove it from your data.'),
        details,
      ),
  },
  {
    reasons: ['channelNotFound', 'commentNotFound', 'commentThreadNotFound', 'parentCommentNotFound'],
    make: (refusal, details) =>
      new NotFoundError(
        refusalMessage('youtube does not have it.', refusal, 'Remove it from your data.'),
        details,
      ),
  },
  {
    reasons: ['processingFailure'],
    make: (refusal, details) =>
      new PlatformError(
        refusalMessage('youtube could not process the request.', refusal, 'Try again later.'),
        {
          ...details,
          platform: 'youtube',
          statusCode: refusal.status,
        },
      ),
  },
  ...SIGN_IN_ROWS,
]

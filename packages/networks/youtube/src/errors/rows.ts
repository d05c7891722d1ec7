import {
  AuthError,
  type ErrorDetails,
  InvalidPostError,
  MissingPermissionError,
  networkText,
  NotAllowedError,
  NotFoundError,
  type OptionInfo,
  PlatformError,
  PostGoneError,
  type PostIssueInit,
  RateLimitError,
} from '@social/core/platform'

import { because, issueOf } from '../messages.js'
import { INFOS } from '../option-infos.js'
import { type Refusal, type Row, refusalMessage } from './refusal.js'
import { SIGN_IN_ROWS } from './sign-in-rows.js'

/**
 * Google's help page about creating a channel. https://support.google.com/youtube/answer/1646861
 * (read 2026-11-21)
 */
export const CREATE_CHANNEL = 'https://www.youtube.com/create_channel'

/**
 * Scopes for uploads, for reading, for comments and changes, and for statistics by day.
 * https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps (read 2026-11-21),
 * https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-24)
 */
export const SCOPES = {
  upload: 'https://www.googleapis.com/auth/youtube.upload',
  read: 'https://www.googleapis.com/auth/youtube.readonly',
  comments: 'https://www.googleapis.com/auth/youtube.force-ssl',
  analytics: 'https://www.googleapis.com/auth/yt-analytics.readonly',
} as const

/** Returns true for a request to the YouTube Analytics API. */
const isAnalytics = ({ path }: Refusal): boolean => path.endsWith('/reports')

function scopeOf(refusal: Refusal): string {
  const { path, method } = refusal
  if (isAnalytics(refusal)) return SCOPES.analytics
  if (/\/comment(s|Threads)(\/|$)/.test(path)) return SCOPES.comments
  if (method === 'PUT' && !path.startsWith('/upload/')) return SCOPES.comments // a PUT outside of uploads edits a video
  return method === 'GET' ? SCOPES.read : SCOPES.upload
}

/**
 * Returns true for the daily quota, false for the quota per minute. Since June 2026 Google reports
 * both with the same reason.
 */
function isDaily({ message, metadata }: Refusal): boolean {
  return /per day/i.test(message) || String(metadata['quota_unit']).startsWith('1/d/')
}

/** Returns the URL of the page that enables the API. Null unless the URL is on a host of Google. */
function consoleUrl({ metadata }: Refusal): string | null {
  const url = URL.parse(networkText(metadata['activationUrl']))
  return url?.protocol === 'https:' && url.hostname.endsWith('.google.com') ? url.href : null
}

const usedUp: Row['make'] = (refusal, details) =>
  new RateLimitError(
    refusalMessage(
      'youtube refused the request: the daily quota of the Cloud project is used up.',
      refusal,
      'Retries only use up the remaining quota. The quota is reset at midnight Pacific time. See the quota page of the project.',
    ),
    { ...details, reason: 'QUOTA', retryAfter: null, passesSoon: false },
  )

/** Builds the refusal of a post with one issue. */
const refusedPost =
  (what: string, issue: Omit<PostIssueInit, 'message'>): Row['make'] =>
  (refusal, details) => {
    const message = refusalMessage(`youtube refused ${what}.`, refusal, 'Correct it, and post again.')
    return new InvalidPostError(message, { ...details, issues: [{ ...issue, message }] })
  }

/** Issue of an option that YouTube refused. */
const ofOption = (optionPath: keyof typeof INFOS): Omit<PostIssueInit, 'message'> => {
  const { label, invalid }: OptionInfo = INFOS[optionPath]
  return { field: 'options', code: 'OPTION_INVALID', optionPath, userText: invalid, facts: { field: label } }
}

const notAllowed =
  (why: Pick<ErrorDetails, 'reason' | 'userText'>): Row['make'] =>
  (refusal, details) =>
    new NotAllowedError(
      refusalMessage('youtube does not allow the request.', refusal, 'Check the channel in YouTube Studio.'),
      { ...details, ...why },
    )

/** Exhausted quotas and rate limits. The reason alone identifies them, with any HTTP status. */
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
          'youtube refused the upload: the daily upload limit of the channel is reached.',
          refusal,
          'Retries only use up the quota of the project. Post again tomorrow.',
        ),
        { ...details, reason: 'DAILY_LIMIT', retryAfter: null, passesSoon: false },
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
      new RateLimitError(
        refusalMessage(
          'youtube refused the request: the rate limit is exhausted.',
          refusal,
          'Try again in a minute.',
        ),
        {
          ...details,
          retryAfter: refusal.retryAfter,
        },
      ),
  },
]

/**
 * Error responses of Google and the resulting errors. The first matching row applies. Without a
 * matching row the HTTP status decides.
 * https://developers.google.com/youtube/v3/docs/errors (read 2026-11-21)
 */
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
        { ...details, ...because('NO_CHANNEL') },
      ),
  },
  {
    status: 401,
    reasons: ['authError', 'authorizationRequired', 'UNAUTHENTICATED'],
    make: (refusal, details) =>
      new AuthError(refusalMessage('youtube refused the token.', refusal, 'Sign the account in again.'), {
        ...details,
        reason: 'ACCESS_REVOKED',
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
        reason: 'PERMISSION_LOST',
        suggestion:
          "Sign the account in again and ask for it. A person can deselect single permissions on Google's page.",
      })
    },
  },
  {
    reasons: ['accessNotConfigured', 'SERVICE_DISABLED'],
    make: (refusal, details) => {
      const where = consoleUrl(refusal) ?? 'the Cloud console, under APIs & Services'
      return new NotAllowedError(
        refusalMessage(
          `The ${isAnalytics(refusal) ? 'YouTube Analytics API' : 'YouTube Data API v3'} is not enabled for the Cloud project of the app.`,
          refusal,
          `Enable it at ${where}, and wait a few minutes.`,
        ),
        { ...details, ...because('API_DISABLED') },
      )
    },
  },
  {
    reasons: ['forbiddenPrivacySetting'],
    make: refusedPost('options.privacyStatus', ofOption('privacyStatus')),
  },
  { reasons: ['forbiddenLicenseSetting'], make: refusedPost('options.license', ofOption('license')) },
  { reasons: ['forbiddenEmbedSetting'], make: refusedPost('options.embeddable', ofOption('embeddable')) },
  { reasons: ['invalidTitle'], make: refusedPost('options.title', ofOption('title')) },
  {
    reasons: ['invalidDescription'],
    make: refusedPost('the description, which is Post.text', {
      field: 'text',
      ...issueOf('DESCRIPTION_REFUSED'),
    }),
  },
  { reasons: ['invalidTags'], make: refusedPost('options.tags', ofOption('tags')) },
  { reasons: ['invalidCategoryId'], make: refusedPost('options.categoryId', ofOption('categoryId')) },
  {
    reasons: ['invalidRecordingDetails'],
    make: refusedPost('options.recordingDate', ofOption('recordingDate')),
  },
  {
    reasons: ['defaultLanguageNotSet'],
    make: refusedPost('the video', ofOption('defaultLanguage')),
  },
  {
    reasons: ['invalidPublishAt', 'invalidPublishScheduleForVideo'],
    make: refusedPost('publishAt', { field: 'publishAt', ...issueOf('TIME_REFUSED') }),
  },
  {
    reasons: ['invalidVideoMetadata', 'invalidFilename', 'invalidVideoGameRating', 'mediaBodyRequired'],
    make: refusedPost('the video', { field: 'post', ...issueOf('VIDEO_REFUSED') }),
  },
  {
    reasons: [
      'commentTextRequired',
      'commentTextTooLong',
      'invalidCommentMetadata',
      'invalidCommentThreadMetadata',
      'invalidCustomEmoji',
      'parentIdMissing',
    ],
    make: refusedPost('the comment', { field: 'text', ...issueOf('COMMENT_REFUSED') }),
  },
  {
    reasons: [
      'channelClosed',
      'channelSuspended',
      'authenticatedUserAccountClosed',
      'authenticatedUserAccountSuspended',
    ],
    make: notAllowed({ reason: 'ACCOUNT_SUSPENDED' }),
  },
  { reasons: ['commentsDisabled'], make: notAllowed(because('COMMENTS_OFF')) },
  {
    reasons: [
      'forbidden',
      'accountDelegationForbidden',
      'authenticatedUserNotChannel',
      'operationNotSupported',
      'parentCommentIsPrivate',
      'banWithoutReject',
      'ineligibleAccount',
    ],
    make: notAllowed({}),
  },
  {
    reasons: ['videoNotFound'],
    make: (refusal, details) =>
      new PostGoneError(
        refusalMessage('The video does not exist.', refusal, 'Remove it from your data.'),
        details,
      ),
  },
  {
    reasons: ['channelNotFound', 'commentNotFound', 'commentThreadNotFound', 'parentCommentNotFound'],
    make: (refusal, details) =>
      new NotFoundError(
        refusalMessage('youtube does not have the requested object.', refusal, 'Remove it from your data.'),
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

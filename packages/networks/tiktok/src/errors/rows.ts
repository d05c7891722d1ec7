import {
  AuthError,
  type ErrorDetails,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  type PostIssueInit,
  PlatformError,
  RateLimitError,
  retryAfterSeconds,
} from '@social/core/platform'

import { RATE_WINDOW_SECONDS } from '../limits.js'
import { because, TEXTS } from '../messages.js'
import { base, quote, type Row } from './refusal.js'

/** Scope that each API path requires. */
const SCOPES: readonly (readonly [path: RegExp, scope: string])[] = [
  [/\/post\/publish\/inbox\//, 'video.upload'],
  [/\/post\/publish\/status\//, 'video.upload or video.publish'],
  [/\/post\/publish\//, 'video.publish'],
  [/\/user\/info\//, 'user.info.basic'],
]

const missingPermission: Row = (refusal) => {
  const needs = SCOPES.find(([path]) => path.test(refusal.path))?.[1] ?? 'a scope'
  const instead = needs === 'video.publish' ? ' Drafts need only video.upload.' : ''
  return new MissingPermissionError({
    ...base(refusal),
    needs,
    reason: 'PERMISSION_LOST',
    suggestion: `Sign the account in again and request ${needs}. The person must not deselect it.${instead}`,
  })
}

export const tokenRefused: Row = (refusal) =>
  new AuthError(quote('tiktok refused the token: it expired or was revoked', refusal), {
    ...base(refusal),
    tokenRefused: true,
  })

/**
 * For a request that starts a post, invalid parameters are an error in the post. For any other
 * request they are an error of the library.
 */
const wrongParameters: Row = (refusal) => {
  const opening = 'tiktok refused the parameters'
  if (!refusal.path.endsWith('/init/'))
    return new PlatformError(quote(opening, refusal), { ...base(refusal), statusCode: refusal.reply.status })
  return invalidPost(opening, 'Correct the post, and post again.', {
    field: 'post',
    code: 'SETTING_REFUSED',
    userText: TEXTS.SETTING_REFUSED,
  })(refusal)
}

/** Builds the refusal of a post with one issue. */
const invalidPost =
  (opening: string, advice: string, issue: Omit<PostIssueInit, 'message'>): Row =>
  (refusal) => {
    const message = `${quote(opening, refusal)} ${advice}`
    return new InvalidPostError(message, { ...base(refusal), issues: [{ ...issue, message }] })
  }

/** Reason of an error: shared, or one of TikTok with its user message. */
type Reason = Pick<ErrorDetails, 'reason' | 'userText'>

export const notAllowed =
  (opening: string, advice: string, why: Reason = {}): Row =>
  (refusal) =>
    new NotAllowedError(`${quote(opening, refusal)} ${advice}`, { ...base(refusal), ...why })

/**
 * Builds the error for a limit of 24 hours, with any HTTP status. The client does not wait inside
 * the call, and other requests continue.
 */
const dailyCap =
  (opening: string, advice: string, why: Reason): Row =>
  (refusal) =>
    new RateLimitError(`${quote(opening, refusal)} ${advice}`, {
      ...base(refusal),
      ...why,
      retryAfter: null,
      passesSoon: false,
    })

export const perMinute: Row = (refusal) => {
  const retryAfter = retryAfterSeconds(refusal.reply.headers, refusal.now) ?? RATE_WINDOW_SECONDS
  const opening = 'tiktok reports a rate limit per minute for this account'
  return new RateLimitError(`${quote(opening, refusal)} Wait ${Math.ceil(retryAfter)} seconds.`, {
    ...base(refusal),
    retryAfter,
  })
}

const unknownPublishId: Row = (refusal) =>
  new NotFoundError(
    `${quote('The post does not exist', refusal)} It is too old, or belongs to another account. Remove it from your data.`,
    base(refusal),
  )

/**
 * Maps TikTok's `error.code` to an error of the library.
 * https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and the pages of the Content
 * Posting API (copy of October 2026)
 */
export const ROWS: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    access_token_invalid: tokenRefused,
    access_token_expired: tokenRefused,
    scope_not_authorized: missingPermission,
    scope_permission_missed: missingPermission,
    invalid_param: wrongParameters,
    invalid_params: wrongParameters,
    privacy_level_option_mismatch: invalidPost(
      'tiktok does not allow this privacy level for this person',
      'account.run(readCreator) returns the allowed levels. Private and public accounts have different ones.',
      {
        field: 'options',
        code: 'PRIVACY_LEVEL',
        optionPath: 'privacyLevel',
        userText: TEXTS.PRIVACY_LEVEL,
      },
    ),
    invalid_file_upload: invalidPost('tiktok refused the file', 'Export the video again as MP4 with H.264.', {
      field: 'media',
      code: 'MEDIA_FAILED',
      mediaIndex: 0,
    }),
    spam_risk_text: invalidPost('tiktok classified the caption as spam', 'Change the caption.', {
      field: 'text',
      code: 'SPAM',
    }),
    app_version_check_failed: notAllowed(
      "tiktok refused the post: the person's app is too old",
      'Ask the person to update the TikTok app.',
      because('APP_OUTDATED'),
    ),
    unaudited_client_can_only_post_to_private_accounts: notAllowed(
      'tiktok has not audited the app, and accepts its posts only from private accounts',
      'Set the account to private and use SELF_ONLY, or pass the audit. Until then at most 5 people can post in 24 hours.',
      because('APP_NOT_AUDITED'),
    ),
    spam_risk_user_banned_from_posting: notAllowed(
      'tiktok does not allow this person to post',
      'The person can see the reason in the TikTok app.',
      { reason: 'ACCOUNT_SUSPENDED' },
    ),
    spam_risk: notAllowed('tiktok classified the post as spam', 'Do not send it again.', { reason: 'SPAM' }),
    url_ownership_unverified: notAllowed(
      'tiktok requires a verified domain for the URL',
      'Upload the file instead.',
      { reason: 'FILE_MUST_BE_UPLOADED' },
    ),
    token_not_authorized_for_specified_publish_id: notAllowed(
      'The post belongs to another connection',
      'Use the account that created it.',
      because('POST_OF_OTHER_ACCOUNT'),
    ),
    spam_risk_too_many_posts: dailyCap(
      'The daily post limit of this person is exhausted',
      'TikTok allows about 15 posts in 24 hours, across all apps of the person. Come back tomorrow.',
      { reason: 'DAILY_LIMIT' },
    ),
    spam_risk_too_many_pending_share: dailyCap(
      'Five drafts of the last 24 hours are still pending for this person',
      'Ask the person to post or discard some in the TikTok app, or come back tomorrow.',
      because('PENDING_DRAFTS'),
    ),
    reached_active_user_cap: dailyCap(
      'The app has reached the maximum number of people who can post in 24 hours',
      'The limit belongs to the app, not to the person. Until TikTok has audited the app, it is 5. An audited app has a higher limit. Come back tomorrow.',
      because('APP_DAILY_CAP'),
    ),
    rate_limit_exceeded: perMinute,
    invalid_publish_id: unknownPublishId,
    publish_id_not_found: unknownPublishId,
  }),
)

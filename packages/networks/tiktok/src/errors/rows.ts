import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  RateLimitError,
  retryAfterSeconds,
} from '@social/core/platform'

import { RATE_WINDOW_SECONDS } from '../limits.js'
import { base, quote, type Row } from './refusal.js'

/** The scope each call needs. */
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
    suggestion: `Sign the account in again and ask for ${needs}; the person must not untick it.${instead}`,
  })
}

export const tokenRefused: Row = (refusal) =>
  new AuthError(quote('tiktok refused the token: it ran out, or was taken away', refusal), {
    ...base(refusal),
    tokenRefused: true,
  })

/** Parameters are the post's own only where a post begins. */
const wrongParameters: Row = (refusal) => {
  const opening = 'tiktok refused what it was sent'
  if (!refusal.path.endsWith('/init/'))
    return new PlatformError(quote(opening, refusal), { ...base(refusal), statusCode: refusal.reply.status })
  return new InvalidPostError(`${quote(opening, refusal)} Correct the post, and post again.`, base(refusal))
}

const invalidPost =
  (opening: string, advice: string): Row =>
  (refusal) =>
    new InvalidPostError(`${quote(opening, refusal)} ${advice}`, base(refusal))

export const notAllowed =
  (opening: string, advice: string): Row =>
  (refusal) =>
    new NotAllowedError(`${quote(opening, refusal)} ${advice}`, base(refusal))

/** A cap of 24 hours, whatever its status: waiting inside a call is no use, and other requests are not concerned. */
const dailyCap =
  (opening: string, advice: string): Row =>
  (refusal) =>
    new RateLimitError(`${quote(opening, refusal)} ${advice}`, {
      ...base(refusal),
      retryAfter: null,
      passesSoon: false,
    })

export const perMinute: Row = (refusal) => {
  const retryAfter = retryAfterSeconds(refusal.reply.headers, refusal.now) ?? RATE_WINDOW_SECONDS
  const opening = 'tiktok takes no more of these calls for this account in one minute'
  return new RateLimitError(`${quote(opening, refusal)} Wait ${Math.ceil(retryAfter)} seconds.`, {
    ...base(refusal),
    retryAfter,
  })
}

const unknownPublishId: Row = (refusal) =>
  new NotFoundError(
    `${quote('tiktok does not know this post', refusal)} It is too old, or of another account. Leave it out.`,
    base(refusal),
  )

/** TikTok's refusals by `error.code`. https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and the pages of the
 *  Content Posting API (copy of October 2026) */
export const ROWS: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    access_token_invalid: tokenRefused,
    access_token_expired: tokenRefused,
    scope_not_authorized: missingPermission,
    scope_permission_missed: missingPermission,
    invalid_param: wrongParameters,
    invalid_params: wrongParameters,
    privacy_level_option_mismatch: invalidPost(
      'tiktok does not let this person use that privacy level',
      'account.run(readCreator) tells which ones there are; a private account has others than a public one.',
    ),
    invalid_file_upload: invalidPost('tiktok refused the file', 'Export the video again as MP4 with H.264.'),
    spam_risk_text: invalidPost('tiktok takes the caption for spam', 'Change the caption.'),
    app_version_check_failed: notAllowed(
      "tiktok refused the post: the person's app is too old",
      'Ask the person to update the TikTok app.',
    ),
    unaudited_client_can_only_post_to_private_accounts: notAllowed(
      'tiktok has not audited the app, and takes its posts from private accounts only',
      'Set the account to private and use SELF_ONLY, or pass the audit; until then at most 5 people can post in 24 hours.',
    ),
    spam_risk_user_banned_from_posting: notAllowed(
      'tiktok lets this person post nothing',
      'That is between the person and TikTok; the TikTok app tells why.',
    ),
    spam_risk: notAllowed('tiktok takes the post for spam', 'Do not send it again.'),
    url_ownership_unverified: notAllowed(
      'tiktok does not know that the address is yours',
      'Upload the file instead.',
    ),
    token_not_authorized_for_specified_publish_id: notAllowed(
      'The post belongs to another connection',
      'Ask with the account that made it.',
    ),
    spam_risk_too_many_posts: dailyCap(
      'tiktok takes no more posts from this person today',
      'About 15 in 24 hours are allowed, over every app the person uses. Come back tomorrow.',
    ),
    spam_risk_too_many_pending_share: dailyCap(
      'Five drafts of the last 24 hours still wait for this person',
      'Ask the person to post or discard some in the TikTok app, or come back tomorrow.',
    ),
    reached_active_user_cap: dailyCap(
      'The app has reached the number of people who may post in 24 hours',
      'Until TikTok has audited the app that is 5. Pass the audit, or come back tomorrow.',
    ),
    rate_limit_exceeded: perMinute,
    invalid_publish_id: unknownPublishId,
    publish_id_not_found: unknownPublishId,
  }),
)

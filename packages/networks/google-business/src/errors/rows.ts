import {
  AuthError,
  ConfigError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  NotSupportedError,
  PlatformError,
  type PostIssueInit,
  PostGoneError,
  quoteNetwork,
  RateLimitError,
  type UserText,
} from '@social/core/platform'

import * as messages from '../messages.js'
import { consoleUrl, type Refusal, type Row, signInReason } from './refusal.js'

/**
 * The only scope of the API. https://developers.google.com/my-business/content/prereqs (copy of
 * 2026)
 */
export const SCOPE = 'https://www.googleapis.com/auth/business.manage'

/** Form to apply for API access. https://developers.google.com/my-business/content/prereqs (copy of 2026) */
const ACCESS_FORM = 'https://developers.google.com/my-business/content/prereqs'

const PLATFORM = 'google_business'
const details = ({ raw }: Refusal) => ({ platform: PLATFORM, raw })
/** Details with a reason of Google, and its message for people. */
const withReason = (refusal: Refusal, reason: string, userText: UserText) => ({
  ...details(refusal),
  reason,
  userText,
})

/** Refusal of a post with its issue. */
function invalidPost(refusal: Refusal, message: string, issue: Omit<PostIssueInit, 'message'>) {
  return new InvalidPostError(message, { ...details(refusal), issues: [{ ...issue, message }] })
}

const refusalMessage = (opening: string, { message }: Refusal, remedy: string): string =>
  `${quoteNetwork(opening, message)} ${remedy}`

const isPosting = ({ path, method }: Refusal): boolean =>
  (path.includes('/localPosts') && (method === 'POST' || method === 'PATCH')) ||
  (path.endsWith('/reply') && method === 'PUT')
const isRenewalOrSignIn = ({ path }: Refusal): boolean => path.endsWith('/token')

/** Error responses of methods that Google has closed, and the resulting errors. */
export const CLOSED_ROWS: readonly Row[] = [
  {
    reasons: ['UNIMPLEMENTED', 'API_UNSUPPORTED'],
    make: (refusal) =>
      new NotSupportedError({
        platform: PLATFORM,
        what: refusal.path.includes('/questions') ? 'questions and answers' : 'this call',
        suggestion: refusal.path.includes('/questions')
          ? 'Google closed its questions and answers API on 3 November 2025, without a replacement.'
          : 'Google has closed it.',
        ...(refusal.path.includes('/questions')
          ? { reason: 'QUESTIONS_CLOSED', userText: messages.QUESTIONS_CLOSED }
          : { reason: 'METHOD_CLOSED', userText: messages.METHOD_CLOSED }),
      }),
  },
]

/** Returns true for a quota of zero, which a project without approval has. Waiting does not help. */
function isZeroQuota({ metadata }: Refusal): boolean {
  return String(metadata['quota_limit_value']) === '0'
}

/**
 * Returns the seconds to wait after an exhausted quota. Default: 60, because Google counts quotas
 * per minute. https://developers.google.com/my-business/content/limits (copy of 2026)
 */
const secondsOf = ({ retryAfter }: Refusal): number => retryAfter ?? 60

/**
 * Exhausted quotas and the resulting errors, with any HTTP status.
 * https://developers.google.com/my-business/content/limits (copy of 2026)
 */
export const ALLOWANCE_ROWS: readonly Row[] = [
  {
    reasons: ['RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'quotaExceeded', 'rateLimitExceeded'],
    make: (refusal) =>
      isZeroQuota(refusal)
        ? new RateLimitError(
            refusalMessage(
              'The Cloud project has no quota for Google Business Profile',
              refusal,
              `Waiting does not help: apply for access, a separate manual process, at ${ACCESS_FORM}.`,
            ),
            {
              ...withReason(refusal, 'APP_NOT_APPROVED', messages.APP_NOT_APPROVED),
              retryAfter: null,
              passesSoon: false,
            },
          )
        : new RateLimitError(
            refusalMessage(
              'google_business refused the request: the rate limit is exhausted',
              refusal,
              `Wait ${Math.ceil(secondsOf(refusal))} seconds.`,
            ),
            { ...details(refusal), retryAfter: secondsOf(refusal) },
          ),
  },
]

/**
 * Error responses of Google and the resulting errors. The first matching row applies. Without a
 * matching row the HTTP status decides.
 * https://developers.google.com/my-business/reference/rest (copy of 2026)
 */
export const ROWS: readonly Row[] = [
  ...ALLOWANCE_ROWS,
  ...CLOSED_ROWS,
  {
    reasons: ['invalid_client', 'unauthorized_client', 'deleted_client'],
    make: (refusal) =>
      new AuthError(
        refusalMessage(
          'Google refused the stored app credentials',
          refusal,
          'Compare the client id and secret with those in the Cloud console, and save them with Storage.saveApp. The connections are not affected.',
        ),
        withReason(refusal, 'APP_REFUSED', messages.APP_REFUSED),
      ),
  },
  {
    when: isRenewalOrSignIn,
    reasons: ['invalid_grant', 'invalid_request', 'access_denied', 'invalid_scope', 'redirect_uri_mismatch'],
    make: (refusal) =>
      new AuthError(refusalMessage('Google refused the sign-in', refusal, 'Connect the location again.'), {
        ...details(refusal),
        reason: signInReason(refusal),
      }),
  },
  {
    reasons: ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions'],
    make: (refusal) =>
      new MissingPermissionError({
        ...details(refusal),
        needs: SCOPE,
        reason: 'PERMISSION_LOST',
        suggestion: "Connect the location again, and keep the permission selected on Google's page.",
      }),
  },
  {
    reasons: ['SERVICE_DISABLED', 'accessNotConfigured'],
    make: (refusal) =>
      new NotAllowedError(
        refusalMessage(
          'A service of Google Business Profile is not enabled for the Cloud project',
          refusal,
          `Enable it at ${consoleUrl(refusal) ?? 'the Cloud console, under APIs & Services'}, and wait a few minutes.`,
        ),
        withReason(refusal, 'SERVICE_OFF', messages.SERVICE_OFF),
      ),
  },
  {
    when: ({ status }) => status === 401,
    make: (refusal) =>
      new AuthError(
        refusalMessage('google_business refused the token', refusal, 'Connect the location again.'),
        {
          ...details(refusal),
          reason: 'ACCESS_REVOKED',
          tokenRefused: true,
        },
      ),
  },
  {
    when: ({ path, status }) => path.endsWith(':complete') && status === 400,
    make: (refusal) =>
      new AuthError(
        refusalMessage(
          'google_business refused the pin',
          refusal,
          'Ask the person for the pin of the last message.',
        ),
        withReason(refusal, 'PIN_REFUSED', messages.PIN_REFUSED),
      ),
  },
  {
    when: ({ codes }) => codes.some((code) => code === 1000 || code === 'PHOTO_FETCH_FAILED'),
    make: (refusal) =>
      invalidPost(
        refusal,
        refusalMessage(
          'google_business could not fetch the picture',
          refusal,
          'Its URL must be public, and return a JPEG or PNG of 10,240 bytes to 5 MB, at least 250 pixels each way.',
        ),
        {
          field: 'media',
          code: 'PICTURE_NOT_FETCHED',
          mediaIndex: 0,
          userText: messages.PICTURE_NOT_FETCHED,
        },
      ),
  },
  {
    reasons: ['LOCATION_DISABLED_FOR_LOCAL_POST_API', 'OPERATION_UNSUPPORTED_UNDER_ACCOUNT_CONDITION'],
    make: (refusal) => closedToPosts(refusal),
  },
  {
    when: ({ codes }) =>
      codes.some((code) => [1301, 1302, 'LOCATION_DISABLED_FOR_LOCAL_POST_API'].includes(code)),
    make: (refusal) => closedToPosts(refusal),
  },
  {
    reasons: ['FAILED_PRECONDITION'],
    make: (refusal) =>
      new NotAllowedError(
        refusalMessage(
          'google_business does not allow the request yet',
          refusal,
          'Most calls require a verified location.',
        ),
        withReason(refusal, 'NOT_VERIFIED', messages.NOT_VERIFIED),
      ),
  },
  {
    when: (refusal) => refusal.status === 400 && isPosting(refusal),
    make: (refusal) =>
      invalidPost(
        refusal,
        refusalMessage('google_business refused the request', refusal, 'Correct it, and send it again.'),
        { field: 'post', code: 'POST_INVALID' },
      ),
  },
  {
    when: ({ codes, status }) => status === 400 && codes.includes('READ_ONLY'),
    make: (refusal) =>
      new ConfigError(
        refusalMessage('google_business does not change this field', refusal, 'Remove the link.'),
        details(refusal),
      ),
  },
  {
    when: ({ status }) => status === 403,
    make: (refusal) =>
      new NotAllowedError(
        refusalMessage(
          'google_business does not allow the request',
          refusal,
          'The person may lack permission for this listing, or the listing is not verified.',
        ),
        withReason(refusal, 'LOCATION_NOT_ALLOWED', messages.LOCATION_NOT_ALLOWED),
      ),
  },
  {
    when: ({ status, path }) => status === 404 && /\/(localPosts|reviews|questions)\//.test(path),
    make: (refusal) =>
      new PostGoneError(
        refusalMessage(
          'google_business no longer has the requested object',
          refusal,
          'Remove it from your data.',
        ),
        details(refusal),
      ),
  },
  {
    when: ({ status }) => status === 404,
    make: (refusal) =>
      new NotFoundError(
        refusalMessage(
          'google_business does not have the requested object',
          refusal,
          'The location may have moved to another account. Connect it again.',
        ),
        withReason(refusal, 'LOCATION_MOVED', messages.LOCATION_MOVED),
      ),
  },
  {
    when: ({ status }) => status === 400 || status === 409,
    make: (refusal) =>
      new PlatformError(quoteNetwork('google_business refused the request', refusal.message), {
        ...withReason(refusal, 'REQUEST_REFUSED', messages.REQUEST_REFUSED),
        statusCode: refusal.status,
      }),
  },
]

function closedToPosts(refusal: Refusal): NotAllowedError {
  return new NotAllowedError(
    refusalMessage(
      'Google takes no posts through the API for this location',
      refusal,
      'Some chains and business types are excluded. Post on Google’s own pages.',
    ),
    withReason(refusal, 'POSTS_CLOSED', messages.POSTS_CLOSED),
  )
}

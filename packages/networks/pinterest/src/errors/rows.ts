import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  type PostIssueInit,
  PostGoneError,
  quoteNetwork,
  RateLimitError,
  type UserText,
} from '@social/core/platform'

import * as messages from '../messages.js'
import { ONE_PIN, PINS, POSTING_SCOPES, retryAfterOf, type Row, scopeOf } from './refusal.js'

const invalidPost =
  (opening: string, advice: string, issue: Omit<PostIssueInit, 'message'>): Row['make'] =>
  (refusal, details) => {
    const message = `${quoteNetwork(opening, refusal.message)} ${advice}`
    return new InvalidPostError(message, { ...details, issues: [{ ...issue, message }] })
  }

/** User message of a refusal. A shared reason has its text in the library. */
interface Reason {
  readonly reason?: string
  readonly userText?: UserText
}

const notAllowed =
  (opening: string, advice: string, reason: Reason = {}): Row['make'] =>
  ({ message }, details) =>
    new NotAllowedError(`${quoteNetwork(opening, message)} ${advice}`, { ...details, ...reason })

/** Refusals of Pinterest. The first matching row applies. Without one, the status alone decides.
 *  https://developers.pinterest.com/docs/api/v5/introduction and the responses in v5/openapi.json 5.23.0 of
 *  https://github.com/pinterest/api-description (read 2026-11-22) */
export const ROWS: readonly Row[] = [
  {
    status: 429,
    pattern: /spam/i,
    make: ({ message }, details) =>
      new RateLimitError(
        `${quoteNetwork('pinterest classified the request as spam', message)} Waiting does not help. Stop posting, and check the account.`,
        { ...details, retryAfter: null, passesSoon: false, reason: 'SPAM' },
      ),
  },
  {
    status: 429,
    make: (refusal, details) =>
      new RateLimitError(
        `${quoteNetwork('pinterest refused the call: the rate limit is exhausted', refusal.message)} With Standard access the limit is per minute. With Trial access it is per day for the whole app, and a short wait does not help.`,
        { ...details, retryAfter: retryAfterOf(refusal) },
      ),
  },
  {
    status: [400, 401, 403, 404],
    path: /\/oauth\/token$/,
    make: ({ message }, details) =>
      new AuthError(
        `${quoteNetwork('pinterest refused the sign-in', message)} A code or a refresh token works once, and a refresh token expires after 60 days: sign the account in again. If all accounts are refused, check the stored client id and secret.`,
        details,
      ),
  },
  {
    status: 401,
    codes: [3],
    pattern: /consumer type|standard access/i,
    make: notAllowed(
      'pinterest does not accept calls of this app',
      'Request Trial or Standard access at https://developers.pinterest.com/apps.',
      { reason: 'TRIAL_ACCESS', userText: messages.TRIAL_ACCESS },
    ),
  },
  {
    status: 401,
    codes: [3],
    make: (refusal, details) => {
      const needs = scopeOf(refusal)
      return new MissingPermissionError({
        ...details,
        needs,
        suggestion: `Sign the account in again and request ${needs}.`,
      })
    },
  },
  {
    status: [401, 403],
    codes: [7],
    make: notAllowed(
      'pinterest does not allow the account to use this board or pin',
      'Use one of its own. account.run(boards) lists the boards.',
      { reason: 'BOARD_NOT_ALLOWED', userText: messages.BOARD_NOT_ALLOWED },
    ),
  },
  {
    status: 401,
    make: ({ message }, details) =>
      new AuthError(`${quoteNetwork('pinterest refused the token', message)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: 403,
    codes: [233, 235],
    make: invalidPost('pinterest refused the picture', 'Post again with a larger JPEG or PNG.', {
      field: 'media',
      code: 'PICTURE_REFUSED',
      userText: messages.PICTURE_REFUSED,
    }),
  },
  {
    status: 403,
    pattern: /trial access/i,
    make: notAllowed(
      'The app has Trial access, with which pinterest creates no public pins',
      "Request Standard access at https://developers.pinterest.com/apps, or test in the sandbox with a token for it: pinterest({ addresses: { api: 'https://api-sandbox.pinterest.com/v5' } }).",
      { reason: 'TRIAL_ACCESS', userText: messages.TRIAL_ACCESS },
    ),
  },
  {
    status: 403,
    method: 'PATCH',
    path: ONE_PIN,
    make: notAllowed(
      'pinterest does not allow this app to change pins',
      'Changing pins is a beta that is not open to every app, except in the sandbox. Delete the pin and create it again, or ask Pinterest for access.',
      { reason: 'EDIT_NOT_OPEN', userText: messages.EDIT_NOT_OPEN },
    ),
  },
  {
    status: 403,
    make: notAllowed(
      'pinterest does not allow this request',
      `Check the account. Creating and deleting pins requires the scopes ${POSTING_SCOPES.join(', ')}.`,
    ),
  },
  {
    status: 404,
    pattern: /media upload/i,
    make: invalidPost(
      'pinterest no longer has the video',
      'Post again with the same idempotency key to upload the video again.',
      { field: 'media', code: 'VIDEO_LOST', mediaIndex: 0, userText: messages.VIDEO_LOST },
    ),
  },
  {
    status: 404,
    codes: [40, 2031],
    method: 'POST',
    path: PINS,
    make: invalidPost(
      'pinterest did not find the board or section',
      'account.run(boards) lists the boards, and boardSections lists their sections.',
      {
        field: 'options',
        code: 'BOARD_NOT_FOUND',
        optionPath: 'boardId',
        userText: messages.BOARD_NOT_FOUND,
      },
    ),
  },
  {
    status: 404,
    path: ONE_PIN,
    make: ({ message }, details) =>
      new PostGoneError(
        `${quoteNetwork('The pin does not exist, or is not visible to this account', message)} Remove it from your data.`,
        details,
      ),
  },
  {
    status: 404,
    make: ({ message }, details) =>
      new NotFoundError(
        `${quoteNetwork('pinterest did not find the item', message)} Remove it from your data.`,
        details,
      ),
  },
  {
    status: 400,
    path: PINS,
    pattern: /cover_image/,
    make: invalidPost(
      'pinterest requires a cover for the video',
      'Pass options.coverImageUrl or options.coverImageKeyFrameTime.',
      {
        field: 'options',
        code: 'COVER_REQUIRED',
        optionPath: 'coverImageUrl',
        userText: messages.COVER_REQUIRED,
      },
    ),
  },
  {
    status: 400,
    path: PINS,
    pattern: /\burl\b/i,
    make: invalidPost(
      'pinterest could not fetch the picture',
      'Its URL must be public now. Or pass the file itself: Media.fromFile(path).',
      { field: 'media', code: 'MEDIA_NOT_FETCHED' },
    ),
  },
  {
    status: 400,
    path: PINS,
    make: invalidPost('pinterest refused the pin', 'Correct it, and post again.', {
      field: 'post',
      code: 'POST_INVALID',
    }),
  },
  {
    status: 400,
    method: 'PATCH',
    path: ONE_PIN,
    make: invalidPost('pinterest refused the change', 'Correct it, and try again.', {
      field: 'post',
      code: 'POST_INVALID',
    }),
  },
  {
    status: [400, 409],
    make: ({ message, status }, details) =>
      new PlatformError(
        `${quoteNetwork('pinterest refused the request', message)} Correct it, and try again.`,
        {
          ...details,
          platform: 'pinterest',
          statusCode: status,
          reason: 'REQUEST_REFUSED',
          userText: messages.REQUEST_REFUSED,
        },
      ),
  },
]

import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  quoteNetwork,
  RateLimitError,
} from '@social/core/platform'

import { ONE_PIN, PINS, POSTING_SCOPES, retryAfterOf, type Row, scopeOf } from './refusal.js'

const invalidPost =
  (opening: string, advice: string): Row['make'] =>
  ({ words }, details) =>
    new InvalidPostError(`${quoteNetwork(opening, words)} ${advice}`, details)

const notAllowed =
  (opening: string, advice: string): Row['make'] =>
  ({ words }, details) =>
    new NotAllowedError(`${quoteNetwork(opening, words)} ${advice}`, details)

/** Pinterest's refusals; the first row that fits. What has no row is told by its status alone.
 *  https://developers.pinterest.com/docs/api/v5/introduction and the responses in v5/openapi.json 5.23.0 of
 *  https://github.com/pinterest/api-description (read 2026-11-22) */
export const ROWS: readonly Row[] = [
  {
    status: 429,
    says: /spam/i,
    make: ({ words }, details) =>
      new RateLimitError(
        `${quoteNetwork('pinterest took what the account does for spam', words)} Waiting for seconds does not help: stop, and look at the account.`,
        { ...details, retryAfter: null, passesSoon: false },
      ),
  },
  {
    status: 429,
    make: (refusal, details) =>
      new RateLimitError(
        `${quoteNetwork('pinterest asks us to slow down', refusal.words)} On Standard access requests are counted by the minute; on Trial access by the day and for the whole app, and then waiting for seconds does not help.`,
        { ...details, retryAfter: retryAfterOf(refusal) },
      ),
  },
  {
    status: [400, 401, 403, 404],
    path: /\/oauth\/token$/,
    make: ({ words }, details) =>
      new AuthError(
        `${quoteNetwork('pinterest refused the sign-in', words)} A code and a refresh token work once, and a refresh token lasts 60 days: sign the account in again. If every account is refused, compare the stored client id and secret.`,
        details,
      ),
  },
  {
    status: 401,
    codes: [3],
    says: /consumer type|standard access/i,
    make: notAllowed(
      'pinterest does not take calls of this app',
      'Ask for Trial or Standard access at https://developers.pinterest.com/apps.',
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
        suggestion: `Sign the account in again and ask for ${needs}.`,
      })
    },
  },
  {
    status: [401, 403],
    codes: [7],
    make: notAllowed(
      'pinterest does not let this account at that board or pin',
      'Use one of its own; account.run(boards) lists the boards.',
    ),
  },
  {
    status: 401,
    make: ({ words }, details) =>
      new AuthError(`${quoteNetwork('pinterest refused the token', words)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: 403,
    codes: [233, 235],
    make: invalidPost('pinterest refused the picture', 'Send a bigger JPEG or PNG, and post again.'),
  },
  {
    status: 403,
    says: /trial access/i,
    make: notAllowed(
      'The app has Trial access, with which pinterest makes no pins that people can see',
      "Ask for Standard access at https://developers.pinterest.com/apps, or try things out in the sandbox: pinterest({ addresses: { api: 'https://api-sandbox.pinterest.com/v5' } }) with a token of its own.",
    ),
  },
  {
    status: 403,
    method: 'PATCH',
    path: ONE_PIN,
    make: notAllowed(
      'pinterest does not let this app change pins',
      'Changing pins is a beta that is not open to every app; the sandbox takes it. Delete the pin and make it anew, or ask Pinterest.',
    ),
  },
  {
    status: 403,
    make: notAllowed(
      'pinterest does not allow it',
      `Look at the account. Making and deleting pins needs ${POSTING_SCOPES.join(', ')} together.`,
    ),
  },
  {
    status: 404,
    says: /media upload/i,
    make: invalidPost(
      'pinterest no longer has the video',
      'Post again with the same idempotency key: it is uploaded anew.',
    ),
  },
  {
    status: 404,
    codes: [40, 2031],
    method: 'POST',
    path: PINS,
    make: invalidPost(
      'pinterest does not have that board or section',
      'account.run(boards) lists the boards, boardSections their sections.',
    ),
  },
  {
    status: 404,
    path: ONE_PIN,
    make: ({ words }, details) =>
      new PostGoneError(
        `${quoteNetwork('The pin is not there, or this account may not see it', words)} Leave it out.`,
        details,
      ),
  },
  {
    status: 404,
    make: ({ words }, details) =>
      new NotFoundError(`${quoteNetwork('pinterest does not have it', words)} Leave it out.`, details),
  },
  {
    status: 400,
    path: PINS,
    says: /cover_image/,
    make: invalidPost(
      'pinterest wants a cover for the video',
      'Pass options.coverImageUrl or options.coverImageKeyFrameTime.',
    ),
  },
  {
    status: 400,
    path: PINS,
    says: /\burl\b/i,
    make: invalidPost(
      'pinterest could not fetch the picture',
      'It must be at a public address right now; or pass the file itself, with Media.fromFile(path).',
    ),
  },
  {
    status: 400,
    path: PINS,
    make: invalidPost('pinterest refused the pin', 'Correct it, and post again.'),
  },
  {
    status: 400,
    method: 'PATCH',
    path: ONE_PIN,
    make: invalidPost('pinterest refused the change', 'Correct it, and try again.'),
  },
  {
    status: [400, 409],
    make: ({ words, status }, details) =>
      new PlatformError(`${quoteNetwork('pinterest refused it', words)} Correct it, and try again.`, {
        ...details,
        platform: 'pinterest',
        statusCode: status,
      }),
  },
]

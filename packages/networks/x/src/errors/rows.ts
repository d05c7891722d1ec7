import {
  AuthError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  quoteNetwork,
} from '@social/core/platform'

import { ALLOWANCE_ROWS, CONSOLE } from './allowances.js'
import { refusePost, refuseWith, type Row } from './refusal.js'

const POSTING = /\/tweets$/
const A_POST = /\/tweets\/\d|\/likes|\/retweets/
const DESCRIBED = /\/(tweets|metadata|initialize|finalize|messages|dm_conversations)$/
const LIKING = /\/likes(\/|$)/
const MESSAGING = /\/dm_/
const SIGN_IN = /\/oauth2\//

const SUSPENDED = 'The owner has to log in at https://x.com and appeal.'

/**
 * Refusals of X and their errors. The first row that matches applies.
 * https://docs.x.com/x-api/fundamentals/response-codes-and-errors (read 2026-11-22)
 */
export const ROWS: readonly Row[] = [
  {
    status: [400, 401, 403],
    at: SIGN_IN,
    make: refuseWith(
      AuthError,
      'x refused the sign-in or the token',
      'Start the sign-in again: a code is valid for 30 seconds, a refresh token for one refresh. If that does not help, check the stored app and its secret.',
      'SIGN_IN_REFUSED',
    ),
  },
  ...ALLOWANCE_ROWS,
  {
    status: [402],
    make: refuseWith(
      NotAllowedError,
      'x refused the call: the prepaid credits of the app are exhausted',
      `Buy credits at ${CONSOLE}. Signing in again does not help.`,
      'CREDITS',
    ),
  },
  {
    type: ['credits'],
    make: refuseWith(
      NotAllowedError,
      'x refused the call: the prepaid credits of the app are exhausted',
      `Buy credits at ${CONSOLE}. Signing in again does not help.`,
      'CREDITS',
    ),
  },
  {
    status: [200, 403],
    type: ['client-forbidden'],
    make: refuseWith(
      NotAllowedError,
      'x refused the call: the plan of the app does not include it, or the app belongs to no project',
      `No other scope helps. See ${CONSOLE}.`,
      'PLAN',
    ),
  },
  {
    status: [401],
    make: (refusal, details) =>
      new AuthError(
        `${quoteNetwork('x refused the token: it expired or was revoked', refusal.message)} Sign the account in again.`,
        { ...details, tokenRefused: true },
      ),
  },
  {
    status: [403],
    pattern: /account is temporarily locked/i,
    code: [326],
    make: refuseWith(
      NotAllowedError,
      'x has locked the account temporarily',
      'The owner has to log in at https://x.com and unlock it.',
      'ACCOUNT_LOCKED',
    ),
  },
  {
    status: [401, 403],
    type: ['user-suspended'],
    make: refuseWith(NotAllowedError, 'x has suspended the account', SUSPENDED, 'SUSPENDED'),
  },
  {
    status: [403],
    pattern: /account is suspended/i,
    code: [64],
    make: refuseWith(NotAllowedError, 'x has suspended the account', SUSPENDED, 'SUSPENDED'),
  },
  {
    status: [403],
    pattern: /duplicate content|status is a duplicate/i,
    code: [187],
    make: refusePost('x already has a post with this text from the account', 'Change the text.', {
      field: 'text',
      code: 'DUPLICATE',
    }),
  },
  {
    status: [400, 403],
    at: POSTING,
    pattern: /too long|needs to be a bit shorter/i,
    code: [186],
    make: refusePost(
      'x refused the text: it is too long',
      'Shorten it. Only accounts with Premium can post more than 280 characters.',
      { field: 'text', code: 'SERVER_TEXT_TOO_LONG' },
    ),
  },
  {
    status: [403],
    pattern: /reply to this conversation is not allowed|not been mentioned or otherwise engaged/i,
    make: refuseWith(
      NotAllowedError,
      'x does not allow this reply',
      'Without an Enterprise plan an app can reply to a post only when its author mentioned the account or quoted one of its posts. The author can also have restricted replies.',
      'REPLY_NOT_ALLOWED',
    ),
  },
  {
    status: [403],
    pattern: /deleted or not visible/i,
    make: refuseWith(
      PostGoneError,
      'The post does not exist, or is not visible to this account',
      'Remove it from your data.',
    ),
  },
  {
    status: [403],
    at: POSTING,
    pattern: /cashtag/i,
    make: refusePost('x refused the post', 'Correct it, and post again.', {
      field: 'text',
      code: 'CASHTAGS',
    }),
  },
  {
    status: [403],
    at: POSTING,
    pattern: /invalid url/i,
    make: refusePost('x refused the post', 'Correct it, and post again.', {
      field: 'text',
      code: 'LINK_INVALID',
    }),
  },
  {
    status: [403],
    at: POSTING,
    pattern: /video is longer|longer than 2 minutes/i,
    make: refusePost('x refused the post', 'Correct it, and post again.', {
      field: 'media',
      code: 'VIDEO_NEEDS_PREMIUM',
    }),
  },
  {
    status: [403],
    at: POSTING,
    pattern: /quot/i,
    make: refuseWith(
      NotAllowedError,
      'x refused the quote',
      'Since April 2026 quotes require an Enterprise plan. Remove options.quoteTweetId. The URL of the post in the text also displays it.',
      'QUOTE_NOT_ALLOWED',
    ),
  },
  {
    status: [403],
    at: LIKING,
    make: refuseWith(
      NotAllowedError,
      'x refused the like',
      'Since April 2026 likes require an Enterprise plan and the scope like.write.',
      'LIKE_NOT_ALLOWED',
    ),
  },
  {
    status: [403],
    at: MESSAGING,
    make: refuseWith(
      NotAllowedError,
      'x refused the private message',
      'The person does not accept messages from this account, or the connection lacks dm.read and dm.write.',
      'MESSAGE_NOT_ALLOWED',
    ),
  },
  {
    status: [403],
    at: POSTING,
    make: refuseWith(
      NotAllowedError,
      'x does not allow this post',
      'The connection lacks a scope, the account is not allowed to post, or the text is too long or a file too large for an account without Premium.',
      'POST_NOT_ALLOWED',
    ),
  },
  {
    status: [403],
    make: refuseWith(
      NotAllowedError,
      'x does not allow this request',
      'The post belongs to another account, the connection lacks a scope, or the account is not allowed to do this.',
    ),
  },
  {
    status: [200],
    type: ['not-authorized-for-resource', 'disallowed-resource'],
    make: refuseWith(
      NotAllowedError,
      'x does not show this item to the account',
      'Remove it from your data.',
    ),
  },
  {
    status: [200, 404],
    type: ['resource-not-found'],
    at: A_POST,
    make: refuseWith(PostGoneError, 'The post does not exist', 'Remove it from your data.'),
  },
  {
    status: [404],
    at: A_POST,
    make: refuseWith(PostGoneError, 'The post does not exist', 'Remove it from your data.'),
  },
  { status: [404], make: refuseWith(NotFoundError, 'x did not find the item', 'Remove it from your data.') },
  {
    status: [200],
    type: ['resource-not-found'],
    make: refuseWith(NotFoundError, 'x did not find the item', 'Remove it from your data.'),
  },
  {
    status: [400],
    at: DESCRIBED,
    make: refusePost('x refused the post or a file of it', 'Correct it, and post again.', {
      field: 'post',
      code: 'POST_INVALID',
    }),
  },
  {
    // X refused pieces of 5 MB with status 431 when version 2 of the upload was introduced.
    // https://github.com/abraham/twitteroauth/issues/1257 (2025-02-26)
    status: [413, 431],
    make: ({ status }, details) =>
      new PlatformError('x refused a piece of the file: it is too large. Set a smaller x({ chunkBytes }).', {
        ...details,
        platform: 'x',
        statusCode: status,
      }),
  },
  {
    make: ({ message, status }, details) =>
      new PlatformError(`${quoteNetwork('x could not process the request', message)} Try again later.`, {
        ...details,
        platform: 'x',
        statusCode: status,
      }),
  },
]

import {
  AuthError,
  InvalidPostError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  quoteNetwork,
} from '@social/core/platform'

import { ALLOWANCE_ROWS, CONSOLE } from './allowances.js'
import { refuseWith, type Row } from './refusal.js'

const POSTING = /\/tweets$/
const A_POST = /\/tweets\/\d|\/likes|\/retweets/
const DESCRIBED = /\/(tweets|metadata|initialize|finalize|messages|dm_conversations)$/
const LIKING = /\/likes(\/|$)/
const MESSAGING = /\/dm_/
const SIGN_IN = /\/oauth2\//

const SUSPENDED = 'Its owner has to log in at https://x.com and appeal.'

/** X's refusals; the first row that fits. https://docs.x.com/x-api/fundamentals/response-codes-and-errors (read 2026-11-22) */
export const ROWS: readonly Row[] = [
  {
    status: [400, 401, 403],
    at: SIGN_IN,
    make: refuseWith(
      AuthError,
      'x refused the sign-in or the token',
      'Start the sign-in again: a code is good for 30 seconds and a refresh token for one renewal. If that does not help, look whether the saved app is the right one, with its secret.',
    ),
  },
  ...ALLOWANCE_ROWS,
  {
    status: [402],
    make: refuseWith(
      NotAllowedError,
      'x refused the call: the prepaid credits of the app are used up',
      `Buy credits at ${CONSOLE}. Signing in again does not help.`,
    ),
  },
  {
    type: ['credits'],
    make: refuseWith(
      NotAllowedError,
      'x refused the call: the prepaid credits of the app are used up',
      `Buy credits at ${CONSOLE}. Signing in again does not help.`,
    ),
  },
  {
    status: [200, 403],
    type: ['client-forbidden'],
    make: refuseWith(
      NotAllowedError,
      "x refused the call: the app's plan does not have it, or the app is in no project",
      `No other scope helps. See ${CONSOLE}.`,
    ),
  },
  {
    status: [401],
    make: (refusal, details) =>
      new AuthError(
        `${quoteNetwork('x refused the token: it ran out, or was taken away', refusal.words)} Sign the account in again.`,
        { ...details, tokenRefused: true },
      ),
  },
  {
    status: [403],
    says: /account is temporarily locked/i,
    code: [326],
    make: refuseWith(
      NotAllowedError,
      'x has locked the account for now',
      'Its owner has to log in at https://x.com and unlock it.',
    ),
  },
  {
    status: [401, 403],
    type: ['user-suspended'],
    make: refuseWith(NotAllowedError, 'x has suspended the account', SUSPENDED),
  },
  {
    status: [403],
    says: /account is suspended/i,
    code: [64],
    make: refuseWith(NotAllowedError, 'x has suspended the account', SUSPENDED),
  },
  {
    status: [403],
    says: /duplicate content|status is a duplicate/i,
    code: [187],
    make: refuseWith(InvalidPostError, 'x has the same words from this account already', 'Change the text.'),
  },
  {
    status: [400, 403],
    at: POSTING,
    says: /too long|needs to be a bit shorter/i,
    code: [186],
    make: refuseWith(
      InvalidPostError,
      'x finds the text too long',
      'Shorten it; only accounts with Premium may write more than 280 characters.',
    ),
  },
  {
    status: [403],
    says: /reply to this conversation is not allowed|not been mentioned or otherwise engaged/i,
    make: refuseWith(
      NotAllowedError,
      'x does not allow this answer',
      'Without an Enterprise plan an app may answer a post only when its author named the account or quoted a post of it; or the author lets others answer only.',
    ),
  },
  {
    status: [403],
    says: /deleted or not visible/i,
    make: refuseWith(PostGoneError, 'The post is not there, or this account may not see it', 'Leave it out.'),
  },
  {
    status: [403],
    at: POSTING,
    says: /cashtag|invalid url|video is longer|longer than 2 minutes/i,
    make: refuseWith(InvalidPostError, 'x refused the post', 'Correct it, and post again.'),
  },
  {
    status: [403],
    at: POSTING,
    says: /quot/i,
    make: refuseWith(
      NotAllowedError,
      'x refused to quote a post',
      'Since April 2026 that takes an Enterprise plan. Take options.quoteTweetId out; an address of the post in the text shows it too.',
    ),
  },
  {
    status: [403],
    at: LIKING,
    make: refuseWith(
      NotAllowedError,
      'x refused the like',
      'Since April 2026 apps may like posts with an Enterprise plan only; with one, the connection needs the scope like.write.',
    ),
  },
  {
    status: [403],
    at: MESSAGING,
    make: refuseWith(
      NotAllowedError,
      'x refused the private message',
      'The person takes none from this account, or the connection lacks dm.read and dm.write.',
    ),
  },
  {
    status: [403],
    at: POSTING,
    make: refuseWith(
      NotAllowedError,
      'x does not allow this post',
      'The connection lacks a scope, the account may not post, or the text is too long or a file too big for an account without Premium.',
    ),
  },
  {
    status: [403],
    make: refuseWith(
      NotAllowedError,
      'x does not allow it',
      'The post belongs to another account, the connection lacks a scope, or the account may not do it.',
    ),
  },
  {
    status: [200],
    type: ['not-authorized-for-resource', 'disallowed-resource'],
    make: refuseWith(NotAllowedError, 'x does not show it to this account', 'Leave it out.'),
  },
  {
    status: [200, 404],
    type: ['resource-not-found'],
    at: A_POST,
    make: refuseWith(PostGoneError, 'The post is not there any more, or never was', 'Leave it out.'),
  },
  {
    status: [404],
    at: A_POST,
    make: refuseWith(PostGoneError, 'The post is not there any more, or never was', 'Leave it out.'),
  },
  { status: [404], make: refuseWith(NotFoundError, 'x does not have it', 'Leave it out.') },
  {
    status: [200],
    type: ['resource-not-found'],
    make: refuseWith(NotFoundError, 'x does not have it', 'Leave it out.'),
  },
  {
    status: [400],
    at: DESCRIBED,
    make: refuseWith(InvalidPostError, 'x refused the post or a file of it', 'Correct it, and post again.'),
  },
  {
    // 431 is what pieces of 5 MB met when version 2 of the upload began.
    // https://github.com/abraham/twitteroauth/issues/1257 (2025-02-26)
    status: [413, 431],
    make: ({ status }, details) =>
      new PlatformError(
        'x finds a piece of the file too big. Pass a smaller chunkBytes to x({ chunkBytes }).',
        {
          ...details,
          platform: 'x',
          statusCode: status,
        },
      ),
  },
  {
    make: ({ words, status }, details) =>
      new PlatformError(`${quoteNetwork('x could not do it', words)} Try again in a while.`, {
        ...details,
        platform: 'x',
        statusCode: status,
      }),
  },
]

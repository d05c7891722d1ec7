import {
  AuthError,
  type ErrorDetails,
  InvalidPostError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  quoteNetwork,
  RateLimitError,
  type RawData,
  type ReplyHead,
  retryAfterSeconds,
  type SocialBaseError,
} from '@social/core/platform'

import { isDayUsedUp } from '../limits/index.js'

/** What a refusal is judged by. */
export interface Refusal {
  readonly status: number
  /** Last part of the problem's address: `client-forbidden`; '' where there is none. */
  readonly type: string
  /** X's own words; '' when it gave none. */
  readonly words: string
  readonly reply: ReplyHead
  readonly raw: RawData
}

export interface Row {
  readonly status?: readonly number[]
  readonly type?: readonly string[]
  /** Only below this path. */
  readonly at?: RegExp
  /** Only with these words. */
  readonly says?: RegExp
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

type Kind = new (message: string, details: ErrorDetails) => SocialBaseError

const refuseWith =
  (kind: Kind, opening: string, advice: string): Row['make'] =>
  ({ words }, details) =>
    new kind(`${quoteNetwork(opening, words)} ${advice}`, details)

const POSTING = /\/tweets$/
const A_POST = /\/tweets\/\d|\/likes|\/retweets/
const DESCRIBED = /\/(tweets|metadata|initialize|finalize|messages|dm_conversations)$/
const LIKING = /\/likes(\/|$)/
const MESSAGING = /\/dm_/
const SIGN_IN = /\/oauth2\//

const CONSOLE = 'https://console.x.com'

const tooMany: Row['make'] = ({ reply, words }, details) => {
  const { date } = reply.headers
  const seconds = date === undefined ? null : retryAfterSeconds(reply.headers, new Date(date))
  const isDay = isDayUsedUp(reply)
  const span = isDay ? '24 hours' : '15 minutes'
  const wait = seconds === null ? '' : ` Wait ${Math.ceil(seconds)} seconds.`
  return new RateLimitError(
    `${quoteNetwork(`x takes no more of these calls within ${span}; how many it takes depends on the plan`, words)}${wait}`,
    { ...details, retryAfter: seconds, passesSoon: !isDay },
  )
}

/** A cap, or a limit that the owner of the app has set: it ends with the cycle, of which X does not say when. */
const capped: Row['make'] = ({ words }, details) =>
  new RateLimitError(
    `${quoteNetwork('x answers no more calls of this app until its usage cap or spending limit starts again', words)} Raise it at ${CONSOLE}, or wait for the next cycle.`,
    { ...details, retryAfter: null, passesSoon: false },
  )

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
  { status: [429], type: ['usage-capped'], make: capped },
  { status: [429], make: tooMany },
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
    says: /duplicate content/i,
    make: refuseWith(InvalidPostError, 'x has the same words from this account already', 'Change the text.'),
  },
  {
    status: [400, 403],
    at: POSTING,
    says: /too long/i,
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
    status: [413],
    make: (_refusal, details) =>
      new PlatformError(
        'x finds a piece of the file too big. Pass a smaller chunkBytes to x({ chunkBytes }).',
        {
          ...details,
          platform: 'x',
          statusCode: 413,
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

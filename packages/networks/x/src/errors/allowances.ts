import { quoteNetwork, RateLimitError } from '@social/core/platform'

import { isDayExhausted, secondsToWait } from '../limits/index.js'
import { type Row, withReason } from './refusal.js'

/** Website on which the owner of an app sees the app's credits, plan and limits. */
export const CONSOLE = 'https://console.x.com'

const limitExhausted: Row['make'] = ({ reply, message, now }, details) => {
  const seconds = secondsToWait(reply, now)
  const isDay = isDayExhausted(reply)
  const span = isDay ? '24 hours' : '15 minutes'
  const wait = seconds === null ? '' : ` Wait ${Math.ceil(seconds)} seconds.`
  return new RateLimitError(
    `${quoteNetwork(`x refused the call: the limit of ${span}, which depends on the plan, is exhausted`, message)}${wait}`,
    { ...(isDay ? withReason('DAILY_POSTS', details) : details), retryAfter: seconds, passesSoon: !isDay },
  )
}

/**
 * Creates the error for an exhausted usage cap or spending limit of the app. The limit resets with
 * the billing cycle. X does not report the time of the reset.
 */
const capExhausted: Row['make'] = ({ message }, details) =>
  new RateLimitError(
    `${quoteNetwork('x refused the call: the usage cap or spending limit of the app is exhausted', message)} Raise it at ${CONSOLE}, or wait for the next cycle.`,
    { ...withReason('USAGE_CAP', details), retryAfter: null, passesSoon: false },
  )

/**
 * Creates the error for the exhausted daily limit of posts. X's old error format reports this
 * limit with status 403 instead of 429.
 */
const dailyPostsExhausted: Row['make'] = ({ reply, message, now }, details) =>
  new RateLimitError(
    `${quoteNetwork('x refused the post: the daily limit of the account is exhausted', message)} Post again later.`,
    {
      ...withReason('DAILY_POSTS', details),
      retryAfter: secondsToWait(reply, now),
      passesSoon: false,
    },
  )

/**
 * Refusals of X that are temporary: limits of 15 minutes, a day or a billing cycle, and the spam
 * filter.
 */
export const ALLOWANCE_ROWS: readonly Row[] = [
  { status: [429], type: ['usage-capped'], make: capExhausted },
  { status: [429], make: limitExhausted },
  {
    status: [403],
    pattern: /over daily status update limit/i,
    code: [185],
    make: dailyPostsExhausted,
  },
  {
    status: [403],
    pattern: /looks like it might be automated/i,
    code: [226],
    make: ({ reply, message, now }, details) =>
      new RateLimitError(
        `${quoteNetwork('x classified the request as spam', message)} Wait, and post less often. If the error persists, log in at https://x.com.`,
        { ...withReason('SPAM', details), retryAfter: secondsToWait(reply, now), passesSoon: false },
      ),
  },
]

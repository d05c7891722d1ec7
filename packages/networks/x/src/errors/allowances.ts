import { quoteNetwork, RateLimitError } from '@social/core/platform'

import { isDayUsedUp, secondsToWait } from '../limits/index.js'
import type { Row } from './refusal.js'

/** Where the owner of an app sees its credits, plan and limits. */
export const CONSOLE = 'https://console.x.com'

const tooMany: Row['make'] = ({ reply, words, now }, details) => {
  const seconds = secondsToWait(reply, now)
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

/** The allowance of posts of a day, as the old format reports it: 403 instead of 429. */
const noPostsToday: Row['make'] = ({ reply, words, now }, details) =>
  new RateLimitError(
    `${quoteNetwork('x takes no more posts of this account today', words)} Post again later.`,
    {
      ...details,
      retryAfter: secondsToWait(reply, now),
      passesSoon: false,
    },
  )

/** Refusals that end with time: limits of 15 minutes, of a day, of a billing cycle, and the spam guard. */
export const ALLOWANCE_ROWS: readonly Row[] = [
  { status: [429], type: ['usage-capped'], make: capped },
  { status: [429], make: tooMany },
  {
    status: [403],
    says: /over daily status update limit/i,
    code: [185],
    make: noPostsToday,
  },
  {
    status: [403],
    says: /looks like it might be automated/i,
    code: [226],
    make: ({ reply, words, now }, details) =>
      new RateLimitError(
        `${quoteNetwork('x takes the request for spam', words)} Wait, and post less often; if it stays, a person has to log in at https://x.com.`,
        { ...details, retryAfter: secondsToWait(reply, now), passesSoon: false },
      ),
  },
]

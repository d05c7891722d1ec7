import { type CanMeasureText, type Connection, type Limits, makeLimits } from '@social/core/platform'

import { weightOf } from './measure.js'
import {
  DEFAULT_TEXT_LENGTH,
  MAX_ALT_TEXT_LENGTH,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  MAX_TEXT_LENGTH,
  MAX_VIDEO_BYTES,
} from './numbers.js'
import { rateLimitKey, readRateLimit } from './rate-limits.js'

export * from './costs.js'
export { weightOf } from './measure.js'
export * from './numbers.js'
export { isDayExhausted, rateLimitKey, readRateLimit, secondsToWait } from './rate-limits.js'
export { findWebAddresses } from './web-addresses.js'

/**
 * Creates the methods for limits, text measurement and rate limits. The limits follow from the subscription of the
 * account, because X has no request that returns the limits of an account.
 */
export function limiting(settings: {
  readonly maxTextLength: number
  readonly timeoutSeconds: number
}): CanMeasureText & {
  readonly billedIn: readonly string[]
  readonly http: {
    readonly timeoutSeconds: number
    readonly rateLimitKey: typeof rateLimitKey
    readonly readRateLimit: typeof readRateLimit
  }
  limits(call: { readonly connection: Connection }): Promise<Limits>
} {
  return {
    billedIn: ['credits'],
    http: { timeoutSeconds: settings.timeoutSeconds, rateLimitKey, readRateLimit },
    limits: ({ connection }) => Promise.resolve(limitsOf(connection, settings)),
    measureText: (text) => weightOf(text),
  }
}

/** Name in `Connection.extra` of the account's subscription at its sign-in. */
export const SUBSCRIPTION = 'subscription'

/**
 * Returns the limits of an account. Any subscription allows long texts. `settings.maxTextLength` applies only to accounts
 * whose subscription is unknown.
 * https://docs.x.com/x-api/posts/create-post
 */
export function limitsOf(
  { extra }: Connection,
  { maxTextLength }: { readonly maxTextLength: number },
): Limits {
  const subscription = extra[SUBSCRIPTION]
  if (typeof subscription !== 'string') return toLimits({ maxTextLength })
  const isPaid = PAID.has(subscription)
  return toLimits({ maxTextLength: isPaid ? MAX_TEXT_LENGTH : DEFAULT_TEXT_LENGTH })
}

/** Subscriptions with long texts. https://docs.x.com/x-api/fundamentals/data-dictionary */
const PAID: ReadonlySet<string> = new Set(['Basic', 'Premium', 'PremiumPlus'])

/** Creates the limits of an account with the given maximum text length. */
function toLimits({ maxTextLength }: { readonly maxTextLength: number }): Limits {
  return makeLimits({
    maxTextLength,
    textCountedIn: 'NETWORK',
    maxImages: MAX_IMAGES,
    maxImageBytes: MAX_IMAGE_BYTES,
    maxVideos: 1,
    maxVideoBytes: MAX_VIDEO_BYTES,
    extra: { maxAltTextLength: MAX_ALT_TEXT_LENGTH },
  })
}

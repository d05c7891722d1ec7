import { type CanMeasureText, type Limits, makeLimits } from '@social/core/platform'

import { weightOf } from './measure.js'
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MAX_ALT_TEXT_LENGTH, MAX_IMAGES } from './numbers.js'
import { rateLimitKey, readRateLimit } from './rate-limits.js'

export * from './costs.js'
export { weightOf } from './measure.js'
export * from './numbers.js'
export { isDayExhausted, rateLimitKey, readRateLimit, secondsToWait } from './rate-limits.js'
export { findWebAddresses } from './web-addresses.js'

/**
 * Creates the methods for limits, text measurement and rate limits. The limits are constants,
 * because X has no request that returns the limits of an account.
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
  limits(): Promise<Limits>
} {
  const limits = toLimits(settings)
  return {
    billedIn: ['credits'],
    http: { timeoutSeconds: settings.timeoutSeconds, rateLimitKey, readRateLimit },
    limits: () => Promise.resolve(limits),
    measureText: (text) => weightOf(text),
  }
}

/** Creates the limits of an account with the given maximum text length. */
export function toLimits({ maxTextLength }: { readonly maxTextLength: number }): Limits {
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

import { definePlatform } from '@social/core/platform'

import { addresses } from './addresses.js'
import { readError } from './errors.js'
import { limits, rateLimitKey } from './limits.js'
import { readSettings, type TiktokOptions } from './options.js'
import { publishing } from './publish/index.js'
import { readingProfile } from './read.js'
import { AUDIT_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in.js'
import { checkingState } from './state.js'
import { pushed } from './webhook.js'

/** What `tiktok()` makes: a name of its own, so that applications can export clients that hold one. */
export interface TiktokPlatform extends ReturnType<typeof define> {}

/**
 * TikTok: one video to a person's drafts or profile, how it is getting on, and the events TikTok pushes.
 *
 * @param options - All of them may be left out.
 * @throws ConfigError for a value out of its range.
 * @example
 * const client = new SocialClient({ storage, platforms: { tiktok: tiktok() } })
 */
export function tiktok(options: TiktokOptions = {}): TiktokPlatform {
  return define(options)
}

function define(options: TiktokOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'tiktok',
    displayName: 'TikTok',
    developerPortal: DEVELOPER_PORTAL,
    missingAppAdvice: AUDIT_ADVICE,
    loginHints: ['disableAutoAuth'],
    features: ['POST_VIDEO', 'PUSH_UPDATES'],
    http: { timeoutSeconds: settings.timeoutSeconds, rateLimitKey },
    limits: () => Promise.resolve(limits),
    readError,
    ...addresses(settings),
    ...signingIn(settings),
    ...readingProfile(),
    ...publishing(settings),
    ...checkingState(),
    ...pushed(settings),
  })
}

import { definePlatform, type Feature } from '@social/core/platform'

import { addressing } from './addresses.js'
import { engaging } from './engage/index.js'
import { readError } from './errors.js'
import { limiting } from './limits.js'
import { readSettings, type Settings, type TiktokBusinessOptions } from './options.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in.js'
import { polling } from './updates.js'
import { type PushAbilities, pushing } from './webhook/index.js'

/** What `tiktokBusiness({ webhooks: true })` makes. */
export interface PushingTiktokBusinessPlatform extends ReturnType<typeof define> {}

/** What `tiktokBusiness()` makes: comments are polled, and no flag is listed. */
export interface TiktokBusinessPlatform extends Omit<
  PushingTiktokBusinessPlatform,
  keyof PushAbilities | 'features'
> {
  readonly features: ReadonlySet<never>
}

/**
 * TikTok Business: comments on the videos of a TikTok account, polled, answered, hidden and deleted.
 *
 * @param options - All of them may be left out. `webhooks: true` takes what TikTok pushes as well.
 * @throws ConfigError for a value out of its range.
 * @example
 * const client = new SocialClient({ storage, platforms: { tiktok_business: tiktokBusiness() } })
 */
export function tiktokBusiness(
  options: TiktokBusinessOptions & { readonly webhooks: true },
): PushingTiktokBusinessPlatform
export function tiktokBusiness(options?: TiktokBusinessOptions): TiktokBusinessPlatform
export function tiktokBusiness(
  options: TiktokBusinessOptions = {},
): TiktokBusinessPlatform | PushingTiktokBusinessPlatform {
  return define(readSettings(options))
}

/** `PUSH_UPDATES` is listed when the application asked for it: then the abilities stand behind it, and else they are not there. */
function featuresOf({ webhooks }: Settings): readonly Extract<Feature, 'PUSH_UPDATES'>[] {
  return webhooks ? ['PUSH_UPDATES'] : []
}

function define(settings: Settings) {
  return definePlatform({
    name: 'tiktok_business',
    displayName: 'TikTok Business',
    developerPortal: DEVELOPER_PORTAL,
    missingAppAdvice: APP_ADVICE,
    loginHints: ['disableAutoAuth'],
    features: featuresOf(settings),
    readError,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...engaging(settings),
    ...polling(settings),
    ...pushing(settings),
  })
}

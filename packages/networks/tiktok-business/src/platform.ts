import { definePlatform, type Feature } from '@social/core/platform'

import { addressing } from './addresses.js'
import { engaging } from './engage/index.js'
import { readError } from './errors.js'
import { limiting } from './limits.js'
import { actionsFor } from './map.js'
import { readSettings, type Settings, type TiktokBusinessOptions } from './options.js'
import { reading } from './read.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in.js'
import { polling } from './updates.js'
import { type PushAbilities, pushing } from './webhook/index.js'

/** Type of `tiktokBusiness({ webhooks: true })`, which can also receive pushed comments. */
export interface PushingTiktokBusinessPlatform extends ReturnType<typeof define> {}

/** Type of `tiktokBusiness()` without webhooks: comments are polled, and `features` is empty. */
export interface TiktokBusinessPlatform extends Omit<
  PushingTiktokBusinessPlatform,
  keyof PushAbilities | 'features'
> {
  readonly features: ReadonlySet<never>
}

/**
 * Creates the TikTok Business platform: reads, answers, hides and deletes comments on the videos
 * of a TikTok account.
 *
 * @param options - Settings. All are optional. `webhooks: true` adds pushed comments.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
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

/**
 * Returns the features. `PUSH_UPDATES` is listed only with `webhooks: true`, because `pushing`
 * adds the webhook methods only then.
 */
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
    updateActions: actionsFor,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...reading(settings),
    ...engaging(settings),
    ...polling(settings),
    ...pushing(settings),
  })
}

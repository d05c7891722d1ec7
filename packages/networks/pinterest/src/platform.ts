import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { readError } from './errors/index.js'
import { limiting } from './limits.js'
import { type PinterestOptions, readSettings } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read/index.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in.js'

/** What `pinterest()` makes: a name of its own, so that applications can export clients that hold one. */
export interface PinterestPlatform extends ReturnType<typeof define> {}

/**
 * Pinterest: pins of one to five pictures or a video, on a board of the account, and their numbers.
 *
 * @param options - All of them may be left out.
 * @throws ConfigError for an unknown name, a number out of its range, and for an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { pinterest: pinterest() } })
 */
export function pinterest(options: PinterestOptions = {}): PinterestPlatform {
  return define(options)
}

function define(options: PinterestOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'pinterest',
    displayName: 'Pinterest',
    developerPortal: DEVELOPER_PORTAL,
    missingAppAdvice: APP_ADVICE,
    textOnlyAdvice: 'Every pin is a picture or a video, and Post.text is its description.',
    features: ['POST_IMAGE', 'POST_VIDEO', 'EDIT_POST', 'DELETE_POST', 'READ_POST', 'READ_STATS'],
    readError,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...reading(settings),
  })
}

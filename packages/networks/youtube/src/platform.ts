import { definePlatform } from '@social/core/platform'

import { addressing, readAddresses } from './addresses.js'
import { moderating } from './engage.js'
import { readError } from './errors/index.js'
import { LIMITS } from './limits.js'
import { readSettings, type YoutubeOptions } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read.js'
import { signingIn } from './sign-in/index.js'
import { checkingState } from './state.js'
import { polling } from './updates.js'

/** What `youtube()` makes: a name of its own, so that applications can export clients that hold one. */
export interface YoutubePlatform extends ReturnType<typeof define> {}

/**
 * YouTube: videos of any size, how they are getting on, their numbers, and the comments on them.
 *
 * @param options - All of them may be left out.
 * @throws ConfigError for a number out of its range, and for an address that is none.
 * @example
 * const client = new SocialClient({ storage, platforms: { youtube: youtube() } })
 */
export function youtube(options: YoutubeOptions = {}): YoutubePlatform {
  return define(options)
}

function define(options: YoutubeOptions) {
  const settings = readSettings(options)
  const addresses = readAddresses(options.addresses)
  return definePlatform({
    name: 'youtube',
    displayName: 'YouTube',
    developerPortal: 'https://console.cloud.google.com/apis/credentials',
    missingAppAdvice:
      'Make an OAuth client of type "Web application" at https://console.cloud.google.com/apis/credentials, and switch the YouTube Data API v3 on for its project.',
    wordsAloneAdvice: 'Every post there carries a video.',
    loginHints: ['loginHint', 'lang'],
    features: ['POST_VIDEO', 'SCHEDULE', 'READ_STATS'],
    limits: async () => LIMITS,
    readError,
    ...addressing(addresses),
    ...signingIn(addresses),
    ...publishing(settings, addresses),
    ...checkingState(),
    ...reading(),
    ...polling(settings),
    ...moderating(),
  })
}

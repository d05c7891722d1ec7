import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { engaging } from './engage/index.js'
import { APP_ADVICE, readError } from './errors.js'
import { limiting, rateLimitKey, readRateLimit } from './limits/index.js'
import { actionsOf } from './map.js'
import { readSettings, type ThreadsOptions } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read/index.js'
import { signingIn } from './sign-in.js'
import { polling } from './updates.js'
import { pushing } from './webhook.js'

/**
 * Type of `threads()`. The interface has a name, so that applications can export a client that
 * contains this type.
 */
export interface ThreadsPlatform extends ReturnType<typeof define> {}

/**
 * Creates the network Threads: text, pictures, videos and carousels, replies to them, and webhook
 * updates.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { threads: threads() } })
 */
export function threads(options: ThreadsOptions = {}): ThreadsPlatform {
  return define(options)
}

function define(options: ThreadsOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'threads',
    displayName: 'Threads',
    developerPortal: 'https://developers.facebook.com/apps',
    missingAppAdvice: APP_ADVICE,
    features: [
      'POST_TEXT',
      'POST_IMAGE',
      'POST_VIDEO',
      'REPLY',
      'DELETE_POST',
      'POST_THREAD',
      'READ_STATS',
      'REPOST',
      'PUSH_UPDATES',
    ],
    http: { rateLimitKey, readRateLimit },
    readError,
    contentOptions: ['linkAttachment', 'poll', 'gifId', 'quotePostId'],
    updateActions: actionsOf,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...reading(settings),
    ...engaging(settings),
    ...polling(settings),
    ...pushing(settings),
  })
}

import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { engaging } from './engage.js'
import { readError } from './errors/index.js'
import { limiting } from './limits/index.js'
import { messaging } from './messages/index.js'
import { readSettings, type XOptions } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in.js'
import { polling } from './updates.js'

/** What `x()` makes: a name of its own, so that applications can export clients that hold one. */
export interface XPlatform extends ReturnType<typeof define> {}

/**
 * X: short posts with pictures, GIFs, videos and polls, answers, likes, private messages, and who mentions the account.
 * X bills the app's owner for each request; `cost` says how much, and a spending guard can end it.
 *
 * @param options - All of them may be left out.
 * @throws ConfigError for an unknown name, a number out of its range, and an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { x: x() } })
 */
export function x(options: XOptions = {}): XPlatform {
  return define(options)
}

function define(options: XOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'x',
    displayName: 'X',
    developerPortal: DEVELOPER_PORTAL,
    missingAppAdvice: APP_ADVICE,
    features: [
      'POST_TEXT',
      'POST_IMAGE',
      'POST_VIDEO',
      'REPLY',
      'DELETE_POST',
      'POST_THREAD',
      'READ_STATS',
      'READ_POST',
      'READ_THREAD',
      'REPLY_TO_COMMENTS',
      'LIKE',
      'READ_LIKES',
      'REPOST',
      'MESSAGES',
      'START_CONVERSATIONS',
    ],
    readError,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...reading(settings),
    ...engaging(settings),
    ...polling(settings),
    ...messaging(settings),
  })
}

import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { engaging } from './engage.js'
import { readError } from './errors/index.js'
import { limiting } from './limits/index.js'
import { updateActions } from './map/index.js'
import { messaging } from './messages/index.js'
import { readSettings, type XOptions } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read/index.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in.js'
import { polling } from './updates.js'

/**
 * Type of `x()`. The interface has a name, so that applications can export a client that contains
 * this type.
 */
export interface XPlatform extends ReturnType<typeof define> {}

/**
 * Creates the network X: short posts with images, GIFs, videos and polls, replies, likes, private
 * messages, and mentions of the account. X bills the owner of the app for each request. `cost`
 * estimates the price, and a spending guard can limit the cost.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
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
    updateActions,
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

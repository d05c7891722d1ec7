import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { creatingApps } from './app.js'
import { engaging } from './engage.js'
import { readError } from './errors.js'
import { limiting, rateLimitKey } from './limits/index.js'
import { updateActions } from './map/index.js'
import { messaging } from './messages/index.js'
import { type MastodonOptions, readSettings } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read.js'
import { signingIn } from './sign-in.js'
import { polling } from './updates/index.js'

/**
 * Type of `mastodon()`. The interface has a name, so that applications can export a client that
 * contains this type.
 */
export interface MastodonPlatform extends ReturnType<typeof define> {}

/**
 * Creates the network Mastodon, which includes other programs with Mastodon's API: posts, replies,
 * likes, private messages and updates. Every server is a separate network. `host` selects the
 * server at sign-in.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, or a value out of its range.
 * @example
 * const client = new SocialClient({ storage, platforms: { mastodon: mastodon() } })
 */
export function mastodon(options: MastodonOptions = {}): MastodonPlatform {
  return define(options)
}

function define(options: MastodonOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'mastodon',
    displayName: 'Mastodon',
    developerPortal: null,
    loginHints: ['forceLogin', 'lang'],
    features: [
      'CREATE_APP',
      'POST_TEXT',
      'POST_IMAGE',
      'POST_VIDEO',
      'SCHEDULE',
      'REPLY',
      'DELETE_POST',
      'EDIT_POST',
      'POST_THREAD',
      'READ_STATS',
      'READ_POST',
      'READ_THREAD',
      'REPLY_TO_COMMENTS',
      'LIKE',
      'READ_LIKES',
      'REPOST',
      'READ_UPDATES_AFTER',
      'LISTEN',
      'MESSAGES',
      'START_CONVERSATIONS',
    ],
    // A user names the server, so requests may only go to public internet addresses.
    http: { rateLimitKey, fromPerson: true },
    readError,
    updateActions,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...creatingApps(settings),
    ...publishing(settings),
    ...reading(settings),
    ...engaging(settings),
    ...polling(settings),
    ...messaging(settings),
  })
}

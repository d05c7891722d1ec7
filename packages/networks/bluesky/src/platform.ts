import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { creatingApps } from './app.js'
import { engaging } from './engage.js'
import { readError } from './errors.js'
import { limiting, rateLimitKey } from './limits.js'
import { updateActions } from './map/index.js'
import { messaging } from './messages/index.js'
import { type BlueskyOptions, readSettings } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read.js'
import { signingIn } from './sign-in/index.js'
import { polling } from './updates/index.js'

/**
 * Type of `bluesky()`. The interface has a name, so that applications can export a client that
 * contains this type.
 */
export interface BlueskyPlatform extends ReturnType<typeof define> {}

/**
 * Creates the network Bluesky, which includes all other servers of the AT Protocol: posts,
 * replies, likes, private messages and updates. The handle determines the server.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { bluesky: bluesky() } })
 */
export function bluesky(options: BlueskyOptions = {}): BlueskyPlatform {
  return define(options)
}

function define(options: BlueskyOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'bluesky',
    displayName: 'Bluesky',
    developerPortal: null,
    loginHints: ['method', 'handle'],
    features: [
      'NEEDS_NO_APP',
      'POST_TEXT',
      'POST_IMAGE',
      'POST_VIDEO',
      'REPLY',
      'DELETE_POST',
      'POST_THREAD',
      'READ_POST',
      'READ_THREAD',
      'REPLY_TO_COMMENTS',
      'LIKE',
      'REPOST',
      'READ_LIKES',
      'READ_UPDATES_AFTER',
      'MESSAGES',
      'START_CONVERSATIONS',
    ],
    // DID documents name the servers of accounts, and anyone can write a DID document. Requests may
    // therefore only go to public internet addresses.
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

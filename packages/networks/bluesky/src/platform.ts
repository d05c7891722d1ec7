import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { creatingApps } from './app.js'
import { engaging } from './engage.js'
import { readError } from './errors.js'
import { limiting, rateLimitKey } from './limits.js'
import { messaging } from './messages/index.js'
import { type BlueskyOptions, readSettings } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read.js'
import { signingIn } from './sign-in/index.js'
import { polling } from './updates/index.js'

/** What `bluesky()` makes: a name of its own, so that applications can export clients that hold one. */
export interface BlueskyPlatform extends ReturnType<typeof define> {}

/**
 * Bluesky, and every other server of the AT Protocol: posts, replies, likes, private messages, and what happens on an
 * account. Which server is found out from the handle.
 *
 * @param options - All of them may be left out.
 * @throws ConfigError for an unknown name, a number out of its range, and an invalid address.
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
    // The servers of accounts are named by their own documents, which anybody can write.
    http: { rateLimitKey, fromPerson: true },
    readError,
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

import { blueskyChaos } from './bluesky.js'
import { facebookChaos } from './facebook.js'
import { googleBusinessChaos } from './google-business.js'
import { instagramChaos } from './instagram.js'
import { mastodonChaos } from './mastodon.js'
import type { ChaosNetwork } from './network.js'
import { pinterestChaos } from './pinterest.js'
import { threadsChaos } from './threads.js'
import { tiktokBusinessChaos } from './tiktok-business.js'
import { tiktokChaos } from './tiktok.js'
import { xChaos } from './x.js'
import { youtubeChaos } from './youtube.js'

/** Every network in the suite. */
export const networks: readonly ChaosNetwork[] = [
  ...mastodonChaos,
  youtubeChaos,
  blueskyChaos,
  tiktokChaos,
  ...pinterestChaos,
  facebookChaos,
  instagramChaos,
  threadsChaos,
  ...xChaos,
  tiktokBusinessChaos,
  googleBusinessChaos,
]

/**
 * Operations with known failures, as `network/operation`. The command line runs them when their network is named;
 * the tests do not. Should be empty.
 */
export const unfinished: readonly string[] = []

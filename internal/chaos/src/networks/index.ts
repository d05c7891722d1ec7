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

/** All networks that the suite tests. */
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
 * Operations with known failures, as `network/operation`. The tests skip these operations, but the
 * command line runs them if their network is named. The list should be empty.
 */
export const unfinished: readonly string[] = []

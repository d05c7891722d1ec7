import { blueskyNetwork } from './bluesky/module.js'
import { mastodonNetwork } from './mastodon/module.js'
import { tiktokNetwork } from './tiktok/module.js'
import { youtubeNetwork } from './youtube/module.js'

/** Every network the emulator has, each as it is when nothing is said. */
export function allNetworks() {
  return [mastodonNetwork(), tiktokNetwork(), youtubeNetwork(), blueskyNetwork()] as const
}

/** The modules of `allNetworks()`. */
export type AllNetworks = ReturnType<typeof allNetworks>

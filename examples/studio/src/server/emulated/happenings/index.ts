import type { Happening } from '../../../shared/happenings.js'
import { blueskyActs } from './bluesky.js'
import { facebookActs } from './facebook.js'
import { googleBusinessActs } from './google-business.js'
import { instagramActs } from './instagram.js'
import { mastodonActs } from './mastodon.js'
import type { Act, Acts } from './scene.js'
import { threadsActs } from './threads.js'
import { tiktokBusinessActs } from './tiktok-business.js'
import { tiktokActs } from './tiktok.js'
import { xActs } from './x.js'
import { youtubeActs } from './youtube.js'

/** Events that the page can trigger, by network. Networks without an entry have no events. */
const ACTS: Readonly<Record<string, Acts>> = {
  mastodon: mastodonActs,
  bluesky: blueskyActs,
  youtube: youtubeActs,
  x: xActs,
  tiktok: tiktokActs,
  facebook: facebookActs,
  instagram: instagramActs,
  threads: threadsActs,
  tiktok_business: tiktokBusinessActs,
  google_business: googleBusinessActs,
}

/** Returns the events that the page can trigger at a network. */
export function happeningsOf(network: string): readonly Happening[] {
  return Object.keys(ACTS[network] ?? {}) as Happening[] // safe cast: the type of ACTS allows no other keys
}

/** Returns the function that triggers an event, or null if the network does not have the event. */
export function actOf(network: string, what: Happening): Act | null {
  return ACTS[network]?.[what] ?? null
}

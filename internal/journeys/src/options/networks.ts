import { bluesky } from '@social/bluesky'
import type { Platform } from '@social/core/platform'
import { facebook } from '@social/facebook'
import { googleBusiness } from '@social/google-business'
import { instagram } from '@social/instagram'
import { mastodon } from '@social/mastodon'
import { pinterest } from '@social/pinterest'
import { threads } from '@social/threads'
import { tiktok } from '@social/tiktok'
import { tiktokBusiness } from '@social/tiktok-business'
import { x } from '@social/x'
import { youtube } from '@social/youtube'

/** Factories of all networks, by the folder of the package. */
export const FACTORIES = {
  bluesky,
  facebook,
  'google-business': googleBusiness,
  instagram,
  mastodon,
  pinterest,
  threads,
  tiktok,
  'tiktok-business': tiktokBusiness,
  x,
  youtube,
} as const satisfies Readonly<Record<string, () => Platform>>

/** Folder of a network package. */
export type Folder = keyof typeof FACTORIES

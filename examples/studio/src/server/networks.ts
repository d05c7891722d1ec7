import { bluesky } from '@social/bluesky'
import type { SocialClient } from '@social/core'
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

import type { NetworkInfo } from '../shared/networks.js'
import { optionFields } from './compose/option-fields.js'
import type { Addresses } from './emulated/addresses.js'
import { happeningsOf } from './emulated/happenings/index.js'
import { sampleSignIn } from './emulated/sample-sign-in.js'

const DAY_SECONDS = 86_400

/**
 * Creates the networks of the studio. To add a network, add a line to this function. The page
 * generates fields and buttons from the network's schemas and abilities.
 */
export function makePlatforms(addresses: Addresses) {
  return {
    mastodon: mastodon(),
    bluesky: bluesky({ addresses: addresses.bluesky }),
    youtube: youtube({ addresses: addresses.youtube }),
    tiktok: tiktok({ addresses: addresses.tiktok }),
    pinterest: pinterest({ addresses: addresses.pinterest }),
    x: x({ addresses: addresses.x }),
    facebook: facebook({ addresses: addresses.facebook }),
    instagram: instagram({ addresses: addresses.instagram }),
    threads: threads({ addresses: addresses.threads }),
    tiktok_business: tiktokBusiness({ addresses: addresses.tiktok_business }),
    google_business: googleBusiness({ addresses: addresses.google_business }),
  }
}

/** The networks of the studio, by name. */
export type Platforms = ReturnType<typeof makePlatforms>

/** Spending limits for 24 hours: 50 dollars for X, and the default daily quota for YouTube. */
export const LIMITS = {
  x: { credits: { units: 50_000, perSeconds: DAY_SECONDS } },
  youtube: { units: { units: 10_000, perSeconds: DAY_SECONDS } },
} as const

/**
 * Returns the data of every network that the page needs.
 *
 * @param suggestedHost - Server that the page suggests for Mastodon. This is the emulated server.
 */
export function describeNetworks(
  social: SocialClient,
  platforms: Platforms,
  suggestedHost: string,
): readonly NetworkInfo[] {
  return Object.values<Platform>(platforms).map((platform) => ({
    name: platform.name,
    displayName: platform.displayName,
    // Networks with the feature `CREATE_APP` have many servers.
    suggestedHost: platform.features.has('CREATE_APP') ? suggestedHost : null,
    sampleSignIn: sampleSignIn(platform.name),
    features: [...platform.features],
    abilities: Object.keys(platform),
    happenings: happeningsOf(platform.name),
    options: optionFields(social, platform.name),
  }))
}

import { bluesky } from '@social/bluesky'
import type { Platform } from '@social/core/platform'
import { WITH_MESSAGES } from '@social/emulator/bluesky'
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

import type { NetworkInfo } from '../shared/api.js'
import type { Networks } from './emulator.js'
import { happeningsOf } from './happenings.js'
import { optionFields } from './option-fields.js'
import { canCancel } from './scheduling.js'

/** Where the emulated networks are, as plain values: a worker is told them. Mastodon's servers are named at sign-in. */
export function addressesOf(networks: Networks) {
  const { keys: _keys, notifications: _notifications, ...google } = networks.addresses('google_business')
  return {
    bluesky: networks.addresses('bluesky'),
    youtube: networks.addresses('youtube'),
    tiktok: networks.addresses('tiktok'),
    pinterest: networks.addresses('pinterest'),
    x: networks.addresses('x'),
    facebook: networks.addresses('facebook'),
    instagram: networks.addresses('instagram'),
    threads: networks.addresses('threads'),
    tiktok_business: networks.addresses('tiktok_business'),
    google_business: google,
  }
}

/** Where the emulated networks are. */
export type Addresses = ReturnType<typeof addressesOf>

/** The networks of the studio. A new one is a line here; its fields and buttons follow from what it can do. */
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

/** The networks of the studio, by their names. */
export type Platforms = ReturnType<typeof makePlatforms>

/** What to type into a sign-in form of the emulator, by network and field. */
const TRY_WITH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bluesky: { handle: 'ada.bsky.test', app_password: WITH_MESSAGES },
}

/** Networks that have pages in the emulator, or that can be met as they are: their addresses lead somewhere. */
const HAS_PAGES: ReadonlySet<string> = new Set(['mastodon'])

/**
 * What the page has to know of every network.
 *
 * @param suggestedHost - Server to suggest where a network has many: the emulator's.
 */
export function describeNetworks(platforms: Platforms, suggestedHost: string): readonly NetworkInfo[] {
  return Object.values<Platform>(platforms).map((platform) => ({
    name: platform.name,
    displayName: platform.displayName,
    // An app of one's own at each server is what networks of many servers have.
    suggestedHost: platform.features.has('CREATE_APP') ? suggestedHost : null,
    tryWith: TRY_WITH[platform.name] ?? {},
    features: [...platform.features],
    abilities: Object.keys(platform),
    canCancel: canCancel(platform.name),
    hasListing: 'updateLocation' in platform,
    hasPages: HAS_PAGES.has(platform.name),
    happenings: happeningsOf(platform.name),
    options: optionFields(platform),
  }))
}

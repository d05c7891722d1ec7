import type { Networks } from './emulator.js'

/**
 * Returns the URLs of the emulated networks as plain values, which can be sent to a worker. Mastodon is left out
 * because the person names a Mastodon server at sign-in.
 */
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

/** Reads the URLs of the emulated networks. */
export type Addresses = ReturnType<typeof addressesOf>

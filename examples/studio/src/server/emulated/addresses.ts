import type { Networks } from './emulator.js'

/**
 * Returns the URLs of the emulated networks as plain values that can be sent to a worker process.
 * Mastodon is left out, because a person enters the Mastodon server at sign-in.
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

/** URLs of the emulated networks. */
export type Addresses = ReturnType<typeof addressesOf>

import { WITH_MESSAGES } from '@social/emulator/bluesky'

import type { Networks } from './emulator.js'

/** Sample values for the emulator's sign-in forms, by network and field. */
const SAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bluesky: { handle: 'ada.bsky.test', app_password: WITH_MESSAGES },
}

/**
 * Returns sample values for the sign-in form of a network, by field. Empty for a network that
 * signs in on its own page.
 */
export const sampleSignIn = (network: string): Readonly<Record<string, string>> => SAMPLES[network] ?? {}

/** Returns the host of the emulated Mastodon server. The page suggests this host at sign-in. */
export const suggestedHost = (networks: Networks): string => networks.host('mastodon')

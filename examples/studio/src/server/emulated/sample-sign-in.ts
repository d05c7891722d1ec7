import { WITH_MESSAGES } from '@social/emulator/bluesky'

import type { Networks } from './emulator.js'

/** What to type into a sign-in form of the emulator, by network and field. */
const TRY_WITH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bluesky: { handle: 'ada.bsky.test', app_password: WITH_MESSAGES },
}

/** What to type into the sign-in form of a network, by field; nothing where it has a page of its own for that. */
export const attemptWith = (network: string): Readonly<Record<string, string>> => TRY_WITH[network] ?? {}

/** Server to suggest where a network has many: the emulated one. */
export const suggestedHost = (networks: Networks): string => networks.host('mastodon')

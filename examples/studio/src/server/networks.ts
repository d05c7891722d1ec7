import type { Platform } from '@social/core/platform'
import { mastodon } from '@social/mastodon'

import type { NetworkInfo } from '../shared/api.js'
import { optionFields } from './option-fields.js'
import { canCancel } from './scheduling.js'

/** The networks of the studio. A new one is a line here; its fields and buttons follow from what it can do. */
export const platforms = { mastodon: mastodon() }

/** Networks that consist of many servers: the page asks which one. */
const MANY_SERVERS: ReadonlySet<string> = new Set(['mastodon'])

/**
 * What the page has to know of every network.
 *
 * @param suggestedHost - Server to suggest where a network has many: the emulator's.
 */
export function describeNetworks(suggestedHost: string): readonly NetworkInfo[] {
  return Object.values<Platform>(platforms).map((platform) => ({
    name: platform.name,
    displayName: platform.displayName,
    suggestedHost: MANY_SERVERS.has(platform.name) ? suggestedHost : null,
    features: [...platform.features],
    canCancel: canCancel(platform.name),
    options: optionFields(platform),
  }))
}

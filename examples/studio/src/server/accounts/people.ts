import type { Person, SocialClient, Update } from '@social/core'

import type { PersonInfo } from '../../shared/inbox.js'

/** Host names of this machine. Only pictures on these hosts are shown. */
const OURS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])

/** Update kinds that the network itself sends. Their author is the network, not a person. */
const NEWS: ReadonlySet<string> = new Set([
  'POST_PUBLISHED',
  'POST_DRAFTED',
  'POST_FAILED',
  'CONNECTION_REVOKED',
  'DATA_DELETION_REQUESTED',
])

/**
 * Returns the URL of a picture on this machine, and null for any other URL. The emulated networks
 * also return picture URLs on hosts that do not exist.
 */
export function shownPicture(url: string | null): string | null {
  return url !== null && OURS.has(URL.parse(url)?.hostname ?? '') ? url : null
}

export function toPersonInfo(person: Person | null): PersonInfo | null {
  if (person === null) return null
  const { id, handle, displayName, avatarUrl } = person
  return {
    name: displayName || handle || id,
    handle,
    avatarUrl: shownPicture(avatarUrl),
  }
}

/**
 * Returns the author of an update as shown on the page, or null if the update names no author. The
 * author of the network's own updates is the network.
 */
export function actorOf({ actor, kind, platform }: Update, social: SocialClient): PersonInfo | null {
  if (actor !== null || !NEWS.has(kind)) return toPersonInfo(actor)
  return { name: social.platformFor(platform).displayName, handle: null, avatarUrl: null }
}

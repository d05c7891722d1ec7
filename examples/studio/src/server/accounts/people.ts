import type { Person, SocialClient, Update } from '@social/core'

import type { PersonInfo } from '../../shared/inbox.js'

/** Host names of this machine. */
const OURS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])

/** Update kinds sent by the network itself, not by a person. */
const NEWS: ReadonlySet<string> = new Set([
  'POST_PUBLISHED',
  'POST_DRAFTED',
  'POST_FAILED',
  'CONNECTION_REVOKED',
  'DATA_DELETION_REQUESTED',
])

/**
 * Returns a picture URL on this machine, or null. Emulated networks also return picture URLs on hosts that do not
 * exist.
 */
export function shownPicture(url: string | null): string | null {
  return url !== null && OURS.has(URL.parse(url)?.hostname ?? '') ? url : null
}

/** Person as shown on the page. */
export function toPersonInfo(person: Person | null): PersonInfo | null {
  if (person === null) return null
  const { id, handle, displayName, avatarUrl } = person
  return {
    name: displayName || handle || id,
    handle,
    avatarUrl: shownPicture(avatarUrl),
  }
}

/** Author of an update as shown on the page. Null if the network does not name the person. */
export function actorOf({ actor, kind, platform }: Update, social: SocialClient): PersonInfo | null {
  if (actor !== null || !NEWS.has(kind)) return toPersonInfo(actor)
  return { name: social.platformFor(platform).displayName, handle: null, avatarUrl: null }
}

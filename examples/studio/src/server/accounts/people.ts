import type { Person, SocialClient, Update } from '@social/core'

import type { PersonInfo } from '../../shared/inbox.js'

/** Hosts of this machine. */
const OURS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])

/** News that the network itself brings, and nobody there. */
const NEWS: ReadonlySet<string> = new Set([
  'POST_PUBLISHED',
  'POST_DRAFTED',
  'POST_FAILED',
  'CONNECTION_REVOKED',
  'DATA_DELETION_REQUESTED',
])

/** A picture that the page may fetch: emulated networks also name pictures that are not on this machine, and lead nowhere. */
export function shownPicture(url: string | null): string | null {
  return url !== null && OURS.has(URL.parse(url)?.hostname ?? '') ? url : null
}

/** A person as the page shows them. */
export function toPersonInfo(person: Person | null): PersonInfo | null {
  if (person === null) return null
  const { id, handle, displayName, avatarUrl } = person
  return {
    name: displayName || handle || id,
    handle,
    avatarUrl: shownPicture(avatarUrl),
  }
}

/** Who did it, as the page shows them; null for somebody the network does not name. */
export function actorOf({ actor, kind, platform }: Update, social: SocialClient): PersonInfo | null {
  if (actor !== null || !NEWS.has(kind)) return toPersonInfo(actor)
  return { name: social.platformFor(platform).displayName, handle: null, avatarUrl: null }
}

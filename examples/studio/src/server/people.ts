import type { Connection, Person, SocialClient, Update } from '@social/core'

import type { PersonInfo } from '../shared/api.js'

/** Networks whose pictures the emulator names and does not serve: fetching them would leave this machine. */
const WITHOUT_PICTURES: ReadonlySet<string> = new Set([
  'tiktok',
  'pinterest',
  'x',
  'facebook',
  'instagram',
  'threads',
  'tiktok_business',
  'google_business',
])

/** News that the network itself brings, and nobody there. */
const NEWS: ReadonlySet<string> = new Set([
  'POST_PUBLISHED',
  'POST_DRAFTED',
  'POST_FAILED',
  'CONNECTION_REVOKED',
  'DATA_DELETION_REQUESTED',
])

/** True where the page can show the pictures of a network. */
export const showsPictures = (platform: string): boolean => !WITHOUT_PICTURES.has(platform)

/** A person as the page shows them. */
export function toPersonInfo(person: Person | null, platform: string): PersonInfo | null {
  if (person === null) return null
  const { id, handle, displayName, avatarUrl } = person
  return {
    name: displayName || handle || id,
    handle,
    avatarUrl: showsPictures(platform) ? avatarUrl : null,
  }
}

/** Who did it, as the page shows them; null for somebody the network does not name. */
export function actorOf({ actor, kind, platform }: Update, social: SocialClient): PersonInfo | null {
  if (actor !== null || !NEWS.has(kind)) return toPersonInfo(actor, platform)
  return { name: social.platformFor(platform).displayName, handle: null, avatarUrl: null }
}

/** Picture of an account, where the page can show it. */
export function pictureOf({ platform, avatarUrl }: Connection): string | null {
  return showsPictures(platform) ? avatarUrl : null
}

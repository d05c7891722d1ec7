import type { Connection, Person, SocialClient, Update } from '@social/core'

import type { PersonInfo } from '../shared/api.js'
import type { Accounts } from './accounts.js'

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

/**
 * The connections of a person who removed the app, or wants their data deleted: Facebook names the person, and they may
 * have connected several pages.
 */
export async function connectionsOf(
  { actor, platform }: Update,
  { social, accounts }: { readonly social: SocialClient; readonly accounts: Accounts },
): Promise<readonly string[]> {
  const ids = accounts
    .all()
    .filter(({ network }) => network === platform)
    .map(({ id }) => id)
  const connections = await Promise.all(ids.map((id) => social.storage.getConnection(id)))
  return ids.filter((_id, index) => actor !== null && connections[index]?.extra['personId'] === actor.id)
}

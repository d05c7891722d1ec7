import { makePerson, type Person, pictureUrl } from '@social/core/platform'

import type { ProfileReply } from '../schemas.js'

/** Placeholder that servers return for a handle that does not resolve back to its account. */
const BROKEN_HANDLE = 'handle.invalid'

/** Name of an account: its handle, or its DID when the handle is invalid. */
export function toName(handle: string, did: string): string {
  return handle === '' || handle === BROKEN_HANDLE ? did : `@${handle}`
}

/** URL of a profile. */
export function toProfileUrl(handle: string, did: string): string {
  return `https://bsky.app/profile/${handle === '' || handle === BROKEN_HANDLE ? did : handle}`
}

/** Converts a profile view. */
export function toPerson(profile: ProfileReply): Person {
  return makePerson({
    id: profile.did,
    handle: profile.handle,
    displayName: profile.displayName || null,
    avatarUrl: pictureUrl(profile.avatar),
    url: toProfileUrl(profile.handle, profile.did),
    raw: profile,
  })
}

/** A person for whom only the DID is known. */
export function toUnknownPerson(did: string): Person {
  return makePerson({ id: did, url: toProfileUrl('', did) })
}

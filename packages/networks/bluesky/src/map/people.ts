import { makePerson, type Person, pictureUrl } from '@social/core/platform'

import type { ProfileReply } from '../schemas.js'

/** Server response for a handle that does not resolve back to its owner. */
const BROKEN_HANDLE = 'handle.invalid'

/** What people call an account: its handle, or its DID where that is broken. */
export function toName(handle: string, did: string): string {
  return handle === '' || handle === BROKEN_HANDLE ? did : `@${handle}`
}

/** The page of a person. */
export function toProfileUrl(handle: string, did: string): string {
  return `https://bsky.app/profile/${handle === '' || handle === BROKEN_HANDLE ? did : handle}`
}

/** A profile view. */
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

/** Someone of whom only the DID is known. */
export function toUnknownPerson(did: string): Person {
  return makePerson({ id: did, url: toProfileUrl('', did) })
}

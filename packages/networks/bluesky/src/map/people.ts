import { makePerson, type Person, pictureUrl } from '@social/core/platform'

import type { ProfileReply } from '../schemas.js'

/** Handle that servers return when the real handle does not resolve to the account's DID. */
const BROKEN_HANDLE = 'handle.invalid'

/** Returns the name of an account: its handle, or its DID when the handle is invalid. */
export function toName(handle: string, did: string): string {
  return handle === '' || handle === BROKEN_HANDLE ? did : `@${handle}`
}

/** Returns the URL of a user's profile. */
export function toProfileUrl(handle: string, did: string): string {
  return `https://bsky.app/profile/${handle === '' || handle === BROKEN_HANDLE ? did : handle}`
}

/** Converts a profile view to a person. */
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

/** Creates a person of whom only the DID is known. */
export function toUnknownPerson(did: string): Person {
  return makePerson({ id: did, url: toProfileUrl('', did) })
}

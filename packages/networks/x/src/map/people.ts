import { makePerson, type Person, pictureUrl } from '@social/core/platform'

import type { UserReply } from '../schemas.js'

/** Returns the URL of a user's profile. */
export const toProfileUrl = (username: string): string => `https://x.com/${encodeURIComponent(username)}`

/**
 * Returns the URL of a post. X accepts any username in this URL, so `i` replaces an unknown
 * username.
 */
export const toPostUrl = (postId: string, username: string | null): string =>
  `${toProfileUrl(username ?? 'i')}/status/${encodeURIComponent(postId)}`

/** Converts a user in a response of X to a person of the library. */
export function toPerson(user: UserReply): Person {
  const { id, username, name } = user
  return makePerson({
    id,
    handle: username ?? null,
    displayName: name || null,
    avatarUrl: pictureUrl(user.profile_image_url),
    url: username ? toProfileUrl(username) : null,
    raw: user,
  })
}

import { makePerson, type Person, pictureUrl } from '@social/core/platform'

import type { UserReply } from '../schemas.js'

/** A person's page. */
export const toProfileUrl = (username: string): string => `https://x.com/${encodeURIComponent(username)}`

/** A post's page. X finds it under any name; `i` stands for one that is not known. */
export const toPostUrl = (postId: string, username: string | null): string =>
  `${toProfileUrl(username ?? 'i')}/status/${encodeURIComponent(postId)}`

/** A user as a person. */
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

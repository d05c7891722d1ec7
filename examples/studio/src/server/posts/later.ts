import { platformOf, type SocialClient } from '@social/core'

import type { Draft } from '../../shared/posts.js'

/**
 * True if the studio itself holds the post until its publish time: for a thread of posts, and for networks without
 * scheduling.
 */
export function waitsHere(social: SocialClient, { accountId, publishAt, more = [] }: Draft): boolean {
  if (publishAt === null) return false
  return more.length > 0 || !social.features(platformOf(accountId)).has('SCHEDULE')
}

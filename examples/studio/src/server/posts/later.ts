import { platformOf, type SocialClient } from '@social/core'

import type { Draft } from '../../shared/posts.js'

/**
 * Returns true if the studio itself holds a scheduled post until its publish time. This applies to
 * threads of posts and to networks without scheduling.
 */
export function waitsHere(social: SocialClient, { accountId, publishAt, more = [] }: Draft): boolean {
  if (publishAt === null) return false
  return more.length > 0 || !social.features(platformOf(accountId)).has('SCHEDULE')
}

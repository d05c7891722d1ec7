import { platformOf, type SocialClient } from '@social/core'

import type { Draft } from '../../shared/posts.js'

/** True for a post whose moment the studio waits for: networks keep single posts for later, if any at all. */
export function waitsHere(social: SocialClient, { accountId, publishAt, more = [] }: Draft): boolean {
  if (publishAt === null) return false
  return more.length > 0 || !social.features(platformOf(accountId)).has('SCHEDULE')
}

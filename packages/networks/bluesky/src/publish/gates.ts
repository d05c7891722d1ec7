import type { RawData } from '@social/core/platform'

import { POSTGATES, THREADGATES } from '../map/index.js'
import type { ReadOptions } from '../options.js'

/** A record that is written together with a post and has the same key as the post. */
export interface Companion {
  readonly collection: string
  readonly record: RawData
}

/** Record types of the reply rules, by the value in `allowReplies`. */
const RULES: Readonly<Record<string, string>> = {
  mentioned: 'app.bsky.feed.threadgate#mentionRule',
  followers: 'app.bsky.feed.threadgate#followerRule',
  following: 'app.bsky.feed.threadgate#followingRule',
}

function toRule(who: string): RawData {
  const $type = RULES[who]
  return $type === undefined ? { $type: 'app.bsky.feed.threadgate#listRule', list: who } : { $type }
}

/**
 * Returns the gate records of a post. They limit who can reply, and whether quotes are allowed.
 * Gates are written in the same request as the post, because a later gate would not hide earlier
 * replies.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/threadgate.json (read
 * 2026-11-22)
 */
export function toGates(
  { allowReplies, allowQuotes }: ReadOptions,
  { uri: post, createdAt }: { readonly uri: string; readonly createdAt: string },
): readonly Companion[] {
  const gates: Companion[] = []
  if (allowReplies !== undefined) {
    const allow = allowReplies === 'nobody' ? [] : allowReplies.map(toRule)
    gates.push({ collection: THREADGATES, record: { $type: THREADGATES, post, allow, createdAt } })
  }
  if (allowQuotes === false) {
    const embeddingRules = [{ $type: 'app.bsky.feed.postgate#disableRule' }]
    gates.push({ collection: POSTGATES, record: { $type: POSTGATES, post, embeddingRules, createdAt } })
  }
  return gates
}

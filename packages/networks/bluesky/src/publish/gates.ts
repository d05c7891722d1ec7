import type { RawData } from '@social/core/platform'

import { POSTGATES, THREADGATES } from '../map/index.js'
import type { ReadOptions } from '../options.js'

/** A record written together with a post, with the same key. */
export interface Companion {
  readonly collection: string
  readonly record: RawData
}

/** Rule types of the server. */
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
 * Gates of a post: the accounts that can reply, and whether quotes are allowed. They have the key of the post and are
 * published with it: replies from before a gate stay visible.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/threadgate.json (read 2026-11-22)
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

import type { FoundPost, PostCandidate } from '../../contract/index.js'
import { assertDate, assertList } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'

/**
 * Converts posts that a platform found into candidates for the journal. A candidate has an age instead of a time,
 * because the network's clock may differ from the journal's clock.
 *
 * @throws ConfigError unless `found` is a list of `{ id, createdAt }`.
 */
export function toCandidates(found: readonly FoundPost[], networkNow: Date): readonly PostCandidate[] {
  assertList(found, 'call.claimPost: candidates')
  return found.map((post) => {
    assertObject(post, 'call.claimPost: candidates', '{ id, createdAt }')
    const { id, createdAt } = post
    assertDate(createdAt, 'call.claimPost: candidates.createdAt')
    return { id, ageSeconds: (networkNow.getTime() - createdAt.getTime()) / 1000 }
  })
}

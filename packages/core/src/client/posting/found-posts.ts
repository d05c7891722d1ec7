import type { FoundPost, PostCandidate } from '../../contract/index.js'
import { needDate, needList } from '../../models/values/need-kind.js'
import { needObject } from '../../models/values/need-object.js'

/**
 * Posts that a platform found, as the journal takes them: by age, because its clock is another than the network's.
 *
 * @throws ConfigError for what is not a list of `{ id, madeAt }`.
 */
export function toCandidates(found: readonly FoundPost[], networkNow: Date): readonly PostCandidate[] {
  needList(found, 'call.claimPost: candidates')
  return found.map((post) => {
    needObject(post, 'call.claimPost: candidates', '{ id, madeAt }')
    const { id, madeAt } = post
    needDate(madeAt, 'call.claimPost: candidates.madeAt')
    return { id, ageSeconds: (networkNow.getTime() - madeAt.getTime()) / 1000 }
  })
}

import type { ClaimCall } from '../../contract/index.js'
import { assertObject } from '../../models/values/assert-object.js'
import { claimFitting, type ClaimedFitting } from './claim-fitting.js'
import { type Fitting, type ListSearch, assertListSearch } from './search-list.js'
import { assertMoments } from './sent-moment.js'

/**
 * Claims the item whose creation time is nearest to the time of the request. Items that are
 * farther from that time are other posts with the same text.
 *
 * @param search - Result of `searchList`.
 * @param options - `moments`: possible times of the request, as `sentMoments` returns them. If
 * there are several, an item is claimed only if it is the only match.
 */
export function claimNearest<T>(
  search: ListSearch<T>,
  options: { readonly idOf: (item: T) => string; readonly moments: readonly Date[] },
  call: ClaimCall,
): Promise<ClaimedFitting<T>> {
  assertListSearch(search, 'claimNearest: search')
  assertObject(options, 'claimNearest: options', '{ idOf, moments }')
  const { idOf, moments } = options
  assertMoments(moments, 'claimNearest: options.moments')
  const [moment, ...others] = moments
  if (moment === undefined || others.length > 0) return claimFitting(search, { idOf, pick: 'ONLY' }, call)
  const distance = ({ at }: Fitting<T>): number => Math.abs(at.getTime() - moment.getTime())
  const fitting = search.fitting.toSorted((one, other) => distance(one) - distance(other))
  return claimFitting({ ...search, fitting }, { idOf, pick: 'FIRST' }, call)
}

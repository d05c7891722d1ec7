import type { ClaimCall } from '../../contract/index.js'
import { assertObject } from '../../models/values/assert-object.js'
import { claimFitting, type ClaimedFitting } from './claim-fitting.js'
import { type Fitting, type ListSearch, assertListSearch } from './search-list.js'
import { assertMoments } from './sent-moment.js'

/**
 * Gives the item that was made nearest to the moment of the request to the idempotency key of the call: older and younger
 * ones repeat the text.
 *
 * @param looked - Result of `searchList`.
 * @param options - `moments`: when it was sent, as `sentMoments` returns them. Where that is in doubt, only an item that
 *   fits alone counts.
 */
export function claimNearest<T>(
  looked: ListSearch<T>,
  options: { readonly idOf: (item: T) => string; readonly moments: readonly Date[] },
  call: ClaimCall,
): Promise<ClaimedFitting<T>> {
  assertListSearch(looked, 'claimNearest: looked')
  assertObject(options, 'claimNearest: options', '{ idOf, moments }')
  const { idOf, moments } = options
  assertMoments(moments, 'claimNearest: options.moments')
  const [moment, ...others] = moments
  if (moment === undefined || others.length > 0) return claimFitting(looked, { idOf, pick: 'ONLY' }, call)
  const distance = ({ at }: Fitting<T>): number => Math.abs(at.getTime() - moment.getTime())
  const fitting = looked.fitting.toSorted((one, other) => distance(one) - distance(other))
  return claimFitting({ ...looked, fitting }, { idOf, pick: 'FIRST' }, call)
}

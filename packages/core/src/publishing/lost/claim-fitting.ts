import type { ClaimCall, FoundPost } from '../../contract/index.js'
import { assertFunction, assertMethods } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { type ListSearch, assertListSearch } from './search-list.js'

/** How one of several fitting items is chosen. */
export interface ClaimFittingOptions<T> {
  readonly idOf: (item: T) => string
  /**
   * `ONLY`: an item counts only where no other free one fits. `FIRST`: the first free item of `fitting`, so its order
   * decides.
   */
  readonly pick: 'ONLY' | 'FIRST'
  /**
   * True where the items were matched by a unique id of what was sent, such as a media id. A list that was not read to
   * its end is then no doubt. False unless given.
   */
  readonly isUnique?: boolean | undefined
}

/** Result of a claim on what fits. */
export type ClaimedFitting<T> =
  /** The item belongs to this idempotency key. */
  | { readonly state: 'OWNED'; readonly item: T }
  /** Nothing that fits is free. Query again while it may still appear. */
  | { readonly state: 'ABSENT' }
  /** Another key may have made what fits: its response is awaited, or several fit. Query again, however late it is. */
  | { readonly state: 'BUSY' }
  /** The list was not read to its end: no further query can decide. */
  | { readonly state: 'UNCERTAIN' }

/**
 * Gives one of the items that fit to the idempotency key of the call. The journal decides: no two keys of an account
 * share one post, whatever process they run in.
 *
 * @param looked - Result of `searchList`; `fitting` in the order of preference.
 */
export async function claimFitting<T>(
  looked: ListSearch<T>,
  options: ClaimFittingOptions<T>,
  call: ClaimCall,
): Promise<ClaimedFitting<T>> {
  assertListSearch(looked, 'claimFitting: looked')
  assertObject(options, 'claimFitting: options', '{ idOf, pick }')
  assertFunction(options.idOf, 'claimFitting: options.idOf')
  assertMethods(call, ['claimPost'], 'claimFitting: call')
  const { fitting, isWhole, isCutShort } = looked
  const { idOf, pick, isUnique = false } = options
  if (fitting.length === 0) return { state: isCutShort ? 'UNCERTAIN' : 'ABSENT' }
  if (!isWhole && !isUnique) return { state: 'UNCERTAIN' }
  const candidates: FoundPost[] = fitting.map(({ item, at }) => ({ id: idOf(item), createdAt: at }))
  const claim = await call.claimPost(candidates, { pick })
  if (claim.state === 'OWNED') {
    const owned = fitting.find(({ item }) => idOf(item) === claim.id)
    return owned === undefined ? { state: 'UNCERTAIN' } : { state: 'OWNED', item: owned.item }
  }
  return { state: claim.state === 'TAKEN' ? 'ABSENT' : 'BUSY' }
}

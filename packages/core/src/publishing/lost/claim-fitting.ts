import type { ClaimCall, FoundPost } from '../../contract/index.js'
import { assertFunction, assertMethods } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { type ListSearch, assertListSearch } from './search-list.js'

/** Rules for choosing one of several matching items. */
export interface ClaimFittingOptions<T> {
  readonly idOf: (item: T) => string
  /**
   * `FIRST`: the first item of `fitting` without owner, so the order decides. `ONLY`: that item only if no other item
   * without owner matches.
   */
  readonly pick: 'ONLY' | 'FIRST'
  /**
   * True if the items were matched by a unique id of the sent post, such as a media id. The match is then certain
   * even if the list was not read to its end. Default: false.
   */
  readonly isUnique?: boolean | undefined
}

/** Result of claiming a matching item. */
export type ClaimedFitting<T> =
  /** The item belongs to this idempotency key. */
  | { readonly state: 'OWNED'; readonly item: T }
  /** No matching item is without owner. Query again while it may still appear. */
  | { readonly state: 'ABSENT' }
  /**
   * Another key may have created the item, because that key still awaits a response or several items match. Query
   * again at any time.
   */
  | { readonly state: 'BUSY' }
  /** The list was not read to its end. Further queries within this call cannot determine whether the item exists. */
  | { readonly state: 'UNCERTAIN' }

/**
 * Claims one of the matching items for the idempotency key of the call. The journal decides, so that two keys of an
 * account never share a post, even in different processes.
 *
 * @param search - Result of `searchList`, with `fitting` in order of preference.
 */
export async function claimFitting<T>(
  search: ListSearch<T>,
  options: ClaimFittingOptions<T>,
  call: ClaimCall,
): Promise<ClaimedFitting<T>> {
  assertListSearch(search, 'claimFitting: search')
  assertObject(options, 'claimFitting: options', '{ idOf, pick }')
  assertFunction(options.idOf, 'claimFitting: options.idOf')
  assertMethods(call, ['claimPost'], 'claimFitting: call')
  const { fitting, isWhole, isCutShort } = search
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

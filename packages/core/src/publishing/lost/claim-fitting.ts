import type { ClaimCall, FoundPost } from '../../contract/index.js'
import { assertFunction, assertMethods } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { type ListSearch, assertListSearch } from './search-list.js'

/** Rules for choosing one of several matching items. */
export interface ClaimFittingOptions<T> {
  readonly idOf: (item: T) => string
  /**
   * `FIRST` claims the first item of `fitting` that has no owner, so the order decides. `ONLY`
   * claims that item only if no second item without owner matches.
   */
  readonly pick: 'ONLY' | 'FIRST'
  /**
   * True if the items were matched by a unique id of the sent post, such as a media id. This match is certain even
   * if the list was not read to its end. Default: false.
   */
  readonly isUnique?: boolean | undefined
}

/** Result of claiming a matching item. */
export type ClaimedFitting<T> =
  /** The idempotency key owns this item. */
  | { readonly state: 'OWNED'; readonly item: T }
  /** No matching item is free to claim. Query again while the post may still appear. */
  | { readonly state: 'ABSENT' }
  /**
   * Another key may have created the item: another key still awaits a response, or several items
   * match. Query again at any time.
   */
  | { readonly state: 'BUSY' }
  /**
   * The list was not read to its end. More queries within this call cannot find out whether the
   * post exists.
   */
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

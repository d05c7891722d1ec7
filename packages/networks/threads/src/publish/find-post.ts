import {
  type Call,
  type ClaimCall,
  claimNearest,
  makePostResult,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
  sentSpan,
} from '@social/core/platform'
import {
  CONTAINER_SLACK,
  findContainerPost,
  idPath,
  type ListedPost,
  searchGraphList,
  momentsOf,
  textMark,
} from '@social/meta-kit'

import { postItem } from '../schemas.js'
import { readStatus } from './containers.js'
import { type SavedRequest, readSaved } from './receipt.js'

/**
 * Requested fields of the two lists. Only a reply has a parent, so `replied_to` is requested only
 * for replies.
 */
const FIELDS = {
  threads: 'id,text,permalink,timestamp,media_type',
  replies: 'id,text,permalink,timestamp,media_type,replied_to',
} as const
/**
 * Earliest time that Threads' list filters accept, in Unix seconds.
 * https://developers.facebook.com/documentation/threads/retrieve-and-discover-posts/retrieve-posts
 * (copy of 2026)
 */
const EARLIEST = 1_688_540_400

/**
 * Finds a published post by its text, time, kind and parent. If several posts match, selects the
 * post closest to the time of the request.
 */
export async function findPost(
  sent: SavedRequest,
  call: Call & ClaimCall & { readonly idempotencyKey: string },
): Promise<ListedPost> {
  const list = sent.replyTo === null ? 'threads' : 'replies'
  const moments = (): readonly Date[] => momentsOf(sent, call)
  const found = await searchGraphList(call, idPath(call.connection.accountId, list), postItem, {
    query: ({ from }) => ({
      fields: FIELDS[list],
      since: Math.max(EARLIEST, Math.floor(from.getTime() / 1000)),
    }),
    more: 'CURSOR',
    idOf: ({ id }) => id,
    createdAt: ({ timestamp }) => timestamp,
    fits: ({ text, media_type: shownAs, replied_to: answered }) =>
      shownAs === sent.shownAs &&
      (sent.replyTo === null || answered?.id === sent.replyTo) &&
      textMark(text ?? '') === sent.textHash,
    span: () => sentSpan(moments(), CONTAINER_SLACK),
  })
  const { isCutShort } = found
  const claimed = await claimNearest(found, { idOf: ({ id }) => id, moments: moments() }, call)
  if (claimed.state !== 'OWNED') return { result: null, isCutShort }
  const { item: post } = claimed
  const { idempotencyKey } = call
  return {
    result: makePostResult({ id: post.id, url: post.permalink, raw: { ...post }, idempotencyKey }),
    isCutShort,
  }
}

/** Checks whether Threads received a request whose response was lost. Only reads. */
export async function findLost(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const { sent, parent } = readSaved(receipt)
  if (sent === null || parent === null) return { state: 'UNKNOWN' }
  const search = { sent, readStatus, findPost: (asked: ReconcileCall) => findPost(sent, asked) }
  return findContainerPost(parent, search, call)
}

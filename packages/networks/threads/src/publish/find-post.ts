import {
  type Call,
  makePostResult,
  type PostResult,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
} from '@social/core/platform'
import {
  findContainerPost,
  type Fitting,
  idPath,
  nearestTo,
  readGraphList,
  sentWindow,
  toGraphMoment,
  wordsMark,
} from '@social/meta-kit'
import type * as v from 'valibot'

import { postItem } from '../schemas.js'
import { readStatus } from './containers.js'
import { type KeptSent, readKept } from './receipt.js'

/** Entries of a list that are looked through: what was sent is among the newest. Our choice. */
const NEWEST = 25
/** Only a reply has what it answers: the list of posts is not asked for it. */
const FIELDS = {
  threads: 'id,text,permalink,timestamp,media_type',
  replies: 'id,text,permalink,timestamp,media_type,replied_to',
} as const
/** The first moment that the lists may be asked for, in Unix seconds.
 *  https://developers.facebook.com/documentation/threads/retrieve-and-discover-posts/retrieve-posts (copy of 2026) */
const EARLIEST = 1_688_540_400

/** Looks for a published post by its words, its moment, its kind and what it answers. The one nearest to the request counts. */
export async function findPost(
  sent: KeptSent,
  call: Call & { readonly idempotencyKey: string },
): Promise<PostResult | null> {
  const sentAt = new Date(sent.sentAt)
  // No later end: the same container may be published again hours after it was sent first.
  const { from } = sentWindow(sentAt)
  const list = sent.replyTo === null ? 'threads' : 'replies'
  const path = idPath(call.connection.accountId, list)
  const since = Math.max(EARLIEST, Math.floor(from.getTime() / 1000))
  const query = { fields: FIELDS[list], since, limit: NEWEST }
  const options = { query, maxPages: 4, more: 'CURSOR' } as const
  const found: Fitting<v.InferOutput<typeof postItem>>[] = []
  for await (const post of readGraphList(call, path, postItem, options)) {
    const moment = toGraphMoment(post.timestamp)
    if (moment === null || moment < from || post.media_type !== sent.shownAs) continue
    const answers = sent.replyTo === null || post.replied_to?.id === sent.replyTo
    if (answers && wordsMark(post.text ?? '') === sent.words) found.push({ item: post, at: moment })
  }
  const post = nearestTo(sentAt, found)
  if (post === null) return null
  const { idempotencyKey } = call
  return makePostResult({ id: post.id, url: post.permalink, raw: { ...post }, idempotencyKey })
}

/** Looks for what became of a visible request whose answer was lost. Reads only. */
export async function findLost(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const { sent, parent } = readKept(receipt)
  if (sent === null || parent === null) return { state: 'UNKNOWN' }
  return findContainerPost(parent, { readStatus, findPost: (asked) => findPost(sent, asked) }, call)
}

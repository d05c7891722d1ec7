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
  isWithin,
  LOOK_AGAIN_SECONDS,
  LOOK_PAUSES,
  nearestTo,
  readGraphList,
  sentWindow,
  toGraphMoment,
  wordsMark,
} from '@social/meta-kit'
import type * as v from 'valibot'

import { mediaItem, replyItem } from '../schemas.js'
import { readStatus } from './containers.js'
import { type KeptSent, readKept } from './receipt.js'

/** Entries of a list that are looked through: what was sent is among the newest. Our choice. */
const NEWEST = 50

/** Looks for a published media by its caption and its moment; stories have no caption, so one alone must fit. */
export async function findMedia(
  sent: KeptSent,
  call: Call & { readonly idempotencyKey: string },
): Promise<PostResult | null> {
  const sentAt = new Date(sent.sentAt)
  // No later end: the same container may be published again hours after it was sent first.
  const { from } = sentWindow(sentAt)
  const isStory = sent.way === 'STORY'
  const path = idPath(call.connection.accountId, isStory ? 'stories' : 'media')
  const query = { fields: 'id,caption,permalink,timestamp', limit: NEWEST }
  const found: Fitting<v.InferOutput<typeof mediaItem>>[] = []
  for await (const media of readGraphList(call, path, mediaItem, { query, maxPages: 1 })) {
    const moment = toGraphMoment(media.timestamp)
    if (moment === null || moment < from) continue
    if (isStory || wordsMark(media.caption ?? '') === sent.words) found.push({ item: media, at: moment })
  }
  const one = isStory && found.length > 1 ? null : nearestTo(sentAt, found)
  if (one === null) return null
  const { idempotencyKey } = call
  return makePostResult({ id: one.id, url: one.permalink, raw: { ...one }, idempotencyKey })
}

/** An answer of the account's own, below what it answered. */
async function findComment(sent: KeptSent, call: ReconcileCall): Promise<Reconciled> {
  const window = sentWindow(new Date(sent.sentAt))
  const path = idPath(sent.on ?? '', 'replies')
  const query = { fields: 'id,text,timestamp,from{id,username}', limit: NEWEST }
  for (const pause of LOOK_PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    for await (const reply of readGraphList(call, path, replyItem, { query, maxPages: 4 })) {
      const isOurs = reply.from?.id === call.connection.accountId
      const isInTime = isWithin(toGraphMoment(reply.timestamp), window)
      if (isOurs && isInTime && wordsMark(reply.text ?? '') === sent.words)
        return { state: 'FOUND', result: null }
    }
  }
  const mayStillShow = call.networkNow() <= window.until
  return { state: 'UNKNOWN', retryAfter: mayStillShow ? LOOK_AGAIN_SECONDS : null }
}

/** Looks for what became of a visible request whose answer was lost. Reads only. */
export async function findLost(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const { sent, parent } = readKept(receipt)
  if (sent === null) return { state: 'UNKNOWN' }
  if (sent.way === 'COMMENT') return findComment(sent, call)
  if (parent === null) return { state: 'UNKNOWN' }
  return findContainerPost(parent, { readStatus, findPost: (asked) => findMedia(sent, asked) }, call)
}

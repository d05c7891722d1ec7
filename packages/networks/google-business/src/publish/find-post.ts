import { type Receipt, type ReconcileCall, type Reconciled, rawOf } from '@social/core/platform'
import * as v from 'valibot'

import { fullNameOf } from '../addresses.js'
import { BUSINESS_COST, POSTS_A_PAGE } from '../limits.js'
import { toMoment, toPostResult } from '../map/index.js'
import type { Settings } from '../options.js'
import { type PostReply, postReply, postsReply } from '../schemas.js'
import { hashWords, readSentEdit, readSentPost, type SentPost } from './receipts.js'

/** Seconds before each look: a new post need not be in the list at once. Our choice. */
const PAUSES = [0, 3, 6, 10] as const
/** Pages of posts that are read in one look: the order of the list is not documented. Our choice. */
const MOST_PAGES = 5
/** Seconds before the request from which on a post may be ours: Google's clock and ours differ. Our choice. */
const SLACK_SECONDS = 60
/** Seconds after which another call may look again, told as `retryAfter`. Our choice. */
const LOOK_AGAIN_SECONDS = 60
/** Seconds since the request after which looking again makes no sense. Our choice. */
const LOOK_AGAIN_UNTIL_SECONDS = 3600

interface Listed {
  readonly post: PostReply
  readonly raw: unknown
}

function isSent({ summary, createTime }: PostReply, { words, sentAt }: SentPost): boolean {
  const made = toMoment(createTime)
  if (made === null || made.getTime() < sentAt.getTime() - SLACK_SECONDS * 1000) return false
  return hashWords(summary ?? '') === words
}

async function look(sent: SentPost, { addresses }: Settings, call: ReconcileCall): Promise<Listed | null> {
  let pageToken: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const url = `${addresses.business}/${fullNameOf(call.connection)}/localPosts`
    const query = { pageSize: POSTS_A_PAGE, pageToken }
    const reply: v.InferOutput<typeof postsReply> = await call.http.get(url, postsReply, {
      query,
      cost: BUSINESS_COST,
    })
    for (const raw of reply.localPosts ?? []) {
      const read = v.safeParse(postReply, raw)
      if (read.success && isSent(read.output, sent)) return { post: read.output, raw }
    }
    if (!reply.nextPageToken || reply.nextPageToken === pageToken) return null
    pageToken = reply.nextPageToken
  }
  return null
}

function stillUnknown(sentAt: Date, call: ReconcileCall): Reconciled {
  const age = (call.networkNow().getTime() - sentAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < LOOK_AGAIN_UNTIL_SECONDS ? LOOK_AGAIN_SECONDS : null }
}

/**
 * Looks for a post whose answer was lost, among those of the location, by its words and its moment. Not finding it proves
 * nothing. https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/list (copy of 2026)
 */
export async function findPost(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const sent = readSentPost(receipt)
  if (sent === null) return { state: 'UNKNOWN' }
  for (const pause of PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const found = await look(sent, settings, call)
    if (found !== null)
      return {
        state: 'FOUND',
        result: toPostResult(found.post, rawOf(found.raw), call.idempotencyKey),
      }
  }
  return stillUnknown(sent.sentAt, call)
}

/** Looks whether a change whose answer was lost has arrived: the post then says what it was changed to. */
export async function findEdit(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const sent = readSentEdit(receipt)
  if (sent === null) return { state: 'UNKNOWN' }
  const post = await call.http.get(`${settings.addresses.business}/${sent.postId}`, postReply, {
    cost: BUSINESS_COST,
  })
  // A change of the button alone cannot be told from what was there before.
  if (sent.words === null || hashWords(post.summary ?? '') !== sent.words)
    return stillUnknown(sent.sentAt, call)
  return { state: 'FOUND', result: toPostResult(post, post, call.idempotencyKey) }
}

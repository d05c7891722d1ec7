import {
  lookBack,
  type LookedBack,
  onlyFitting,
  rawOf,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
  sentMoments,
  sentSpan,
} from '@social/core/platform'
import * as v from 'valibot'

import { fullNameOf } from '../addresses.js'
import { BUSINESS_COST, POSTS_A_PAGE } from '../limits.js'
import { toMoment, toPostResult } from '../map/index.js'
import type { Settings } from '../options.js'
import { type PostReply, postReply, postsReply } from '../schemas.js'
import { hashWords, readSentEdit, readSentPost, type SentPost } from './receipts.js'

/** Seconds before each look: a new post need not be in the list at once. Our choice. */
const PAUSES = [0, 3, 6, 10] as const
/**
 * Pages of posts that are read in one look: a thousand posts. The list cannot be asked for a span of time, and its order is
 * not documented. Our choice: 300 requests a minute are let through.
 * https://developers.google.com/my-business/content/limits (copy of 2026)
 */
const MOST_PAGES = 10
/** Seconds around the request in which a post may be ours: clocks differ, and a request ends within minutes. Our choice. */
const SENT_SLACK = { secondsBefore: 60, secondsAfter: 900 } as const
/** Seconds after which another call may look again, told as `retryAfter`. Our choice. */
const LOOK_AGAIN_SECONDS = 60
/** Seconds since the request after which looking again makes no sense. Our choice. */
const LOOK_AGAIN_UNTIL_SECONDS = 3600

interface Listed {
  readonly post: PostReply
  readonly raw: unknown
}

/** One look through the posts of the location. */
function look(
  { words, sentAt }: SentPost,
  { receipt, settings }: { readonly receipt: Receipt; readonly settings: Settings },
  call: ReconcileCall,
): Promise<LookedBack<Listed>> {
  const { addresses, owners } = settings
  const url = `${addresses.business}/${fullNameOf(call.connection)}/localPosts`
  return lookBack<Listed>({
    async fetchPage(pageToken) {
      const query = { pageSize: POSTS_A_PAGE, pageToken }
      const reply = await call.http.get(url, postsReply, { query, cost: BUSINESS_COST })
      const items = (reply.localPosts ?? []).flatMap((raw) => {
        const read = v.safeParse(postReply, raw)
        return read.success ? [{ post: read.output, raw }] : []
      })
      return { items, next: reply.nextPageToken || null }
    },
    idOf: ({ post }) => post.name,
    madeAt: ({ post }) => toMoment(post.createTime),
    fits: ({ post }) => hashWords(post.summary ?? '') === words && owners.isFree(post.name, call),
    span: () => sentSpan(sentMoments(sentAt, receipt, call), SENT_SLACK),
    isNewestFirst: false,
    maxPages: MOST_PAGES,
  })
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
    const looked = await look(sent, { receipt, settings }, call)
    // Two would be two posts of the same words: the one that was sent is not told from the other.
    const found = onlyFitting(looked)
    if (found !== null) {
      settings.owners.claim(found.post.name, call)
      const result = toPostResult(found.post, rawOf(found.raw), call.idempotencyKey)
      return { state: 'FOUND', result }
    }
    if (looked.fitting.length > 1 || looked.isCutShort) return { state: 'UNKNOWN', retryAfter: null }
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

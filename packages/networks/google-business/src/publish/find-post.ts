import {
  claimFitting,
  type QueryResult,
  searchList,
  type ListSearch,
  queryRepeatedly,
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
import { hashText, readSentEdit, readSentPost, type SentPost } from './receipts.js'

/** Schedule of the queries for a post, because Google may list a new post with a delay. Our choice. */
const PLAN = { pauses: [0, 3, 6, 10], retryAfterSeconds: 60, queryForSeconds: 3600 } as const
/**
 * Schedule of the query for an edit. One query is sufficient, because the text of the post shows
 * whether the edit arrived. Our choice.
 */
const PLAN_OF_EDIT = { ...PLAN, pauses: [0] } as const
/**
 * Maximum pages of posts per query: a thousand posts. The list has no time filter, and Google does
 * not document its order. Our choice, because Google allows 300 requests a minute.
 * https://developers.google.com/my-business/content/limits (copy of 2026)
 */
const MAX_PAGES = 10
/**
 * Tolerance around the request time in seconds, because clocks differ and a request ends within minutes. Our choice.
 */
const SENT_SLACK = { secondsBefore: 60, secondsAfter: 900 } as const
/** Hash of an empty text, which cannot identify a post. */
const NO_TEXT = hashText('')

interface Listed {
  readonly post: PostReply
  readonly raw: unknown
}

/** Searches the posts of the location once. */
function searchThrough(
  { textHash: hash, sentAt }: SentPost,
  { receipt, settings }: { readonly receipt: Receipt; readonly settings: Settings },
  call: ReconcileCall,
): Promise<ListSearch<Listed>> {
  const { addresses } = settings
  const url = `${addresses.business}/${fullNameOf(call.connection)}/localPosts`
  return searchList<Listed>({
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
    createdAt: ({ post }) => toMoment(post.createTime),
    fits: ({ post }) => hash !== NO_TEXT && hashText(post.summary ?? '') === hash,
    span: () => sentSpan(sentMoments(sentAt, receipt, call), SENT_SLACK),
    isNewestFirst: false,
    maxPages: MAX_PAGES,
  })
}

/**
 * Searches the posts of the location for a post whose response was lost, by its text and time. A
 * post that is not found may still exist.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/list
 * (copy of 2026)
 */
export async function findPost(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const sent = readSentPost(receipt)
  if (sent === null) return { state: 'UNKNOWN' }
  const search = async (): Promise<QueryResult> => {
    const found = await searchThrough(sent, { receipt, settings }, call)
    // Two posts with the same text cannot be distinguished, so two matches prove nothing.
    const claimed = await claimFitting(found, { idOf: ({ post }) => post.name, pick: 'ONLY' }, call)
    if (claimed.state !== 'OWNED') return claimed
    const { post, raw } = claimed.item
    return { state: 'FOUND', result: toPostResult(post, rawOf(raw), call.idempotencyKey) }
  }
  return queryRepeatedly(search, sent.sentAt, PLAN, call)
}

/** Reads the edited post, to check whether an edit with a lost response arrived. */
export async function findEdit(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const sent = readSentEdit(receipt)
  if (sent === null) return { state: 'UNKNOWN' }
  const search = async (): Promise<QueryResult> => {
    const url = `${settings.addresses.business}/${sent.postId}`
    const post = await call.http.get(url, postReply, { cost: BUSINESS_COST })
    // An edit of only the button cannot be confirmed, because the text is the same before and after the edit.
    if (sent.textHash === null || hashText(post.summary ?? '') !== sent.textHash) return { state: 'ABSENT' }
    return { state: 'FOUND', result: toPostResult(post, post, call.idempotencyKey) }
  }
  return queryRepeatedly(search, sent.sentAt, PLAN_OF_EDIT, call)
}

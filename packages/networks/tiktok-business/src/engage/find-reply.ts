import { createHash } from 'node:crypto'

import {
  type Call,
  claimFitting,
  composeText,
  type JsonObject,
  makePostResult,
  type QueryResult,
  searchList,
  type ListSearch,
  queryRepeatedly,
  type Receipt,
  type Reconciled,
  type ReconcileCall,
  sentMoments,
  sentSpan,
} from '@social/core/platform'
import * as v from 'valibot'

import { COMMENTS_COST, MAX_COMMENTS_PER_PAGE } from '../limits.js'
import { type CommentItem, commentItem, commentsReply } from '../schemas.js'

/**
 * Maximum pages of 30 replies in one search, newest first. Three searches of 12 pages stay below
 * TikTok's 40 requests per minute.
 * https://business-api.tiktok.com/portal/docs?id=1740029165513730 (copy of 2026)
 */
const MAX_PAGES = 12
/** Schedule of the searches, because TikTok may list a new comment late. Our choice. */
const PLAN = { pauses: [0, 5, 5], retryAfterSeconds: 60, queryForSeconds: 3600 } as const
/**
 * Tolerance around the request time in seconds, because TikTok's times are whole seconds and a
 * request takes up to minutes. Our choice.
 */
const SENT_SLACK = { secondsBefore: 5, secondsAfter: 900 } as const

/**
 * Properties that identify a reply: video, comment, hash of the text, and time when the reply was
 * sent.
 */
const sentReply = v.object({
  videoId: v.string(),
  commentId: v.string(),
  textHash: v.string(),
  sentAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

type SentReply = v.InferOutput<typeof sentReply>

function hashText(text: string): string {
  const plain = composeText(text).replaceAll('\r\n', '\n').trim()
  return createHash('sha256').update(plain).digest('base64url')
}

/**
 * Builds the receipt data of a reply, which is saved before the reply is sent. The data contains a
 * hash instead of the text.
 */
export function replyData(
  reply: { readonly videoId: string; readonly commentId: string; readonly text: string },
  sentAt: Date,
): JsonObject {
  const { videoId, commentId, text } = reply
  return { videoId, commentId, textHash: hashText(text), sentAt: sentAt.toISOString() }
}

function isTheReply({ owner, text }: CommentItem, { textHash }: SentReply): boolean {
  return owner === true && typeof text === 'string' && hashText(text) === textHash
}

const idOf = ({ comment_id: id }: CommentItem): string => id

/** Searches the replies below the comment once. */
function searchThrough(reply: SentReply, receipt: Receipt, call: Call): Promise<ListSearch<CommentItem>> {
  const path = '/business/comment/reply/list/'
  return searchList<CommentItem>({
    async fetchPage(after) {
      const query = {
        business_id: call.connection.accountId,
        video_id: reply.videoId,
        comment_id: reply.commentId,
        // `ALL` includes replies that TikTok hid as spam, because hidden replies were published
        // too.
        status: 'ALL',
        sort_field: 'create_time',
        sort_order: 'desc',
        max_count: MAX_COMMENTS_PER_PAGE,
        cursor: after ?? 0,
      }
      const { data } = await call.http.get(path, commentsReply, { query, cost: COMMENTS_COST })
      const items = (data.comments ?? []).flatMap((item) => {
        const read = v.safeParse(commentItem, item)
        return read.success ? [read.output] : []
      })
      return { items, next: data.has_more === true && data.cursor !== null ? String(data.cursor) : null }
    },
    idOf,
    createdAt: ({ create_time: seconds }) => new Date(seconds * 1000),
    fits: (item) => isTheReply(item, reply),
    span: () => sentSpan(sentMoments(reply.sentAt, receipt, call), SENT_SLACK),
    isNewestFirst: true,
    maxPages: MAX_PAGES,
  })
}

/**
 * Searches for a reply whose response was lost, among the account's replies below the comment. A
 * reply that is not found may still exist.
 * https://business-api.tiktok.com/portal/docs?id=1762228430145538 (copy of August 2026)
 */
export async function findReply(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const read = v.safeParse(sentReply, receipt.data)
  if (!read.success) return { state: 'UNKNOWN' }
  const search = async (): Promise<QueryResult> => {
    const matches = await searchThrough(read.output, receipt, call)
    // Replies with the same text are interchangeable, so the first reply that no other idempotency
    // key has claimed is accepted.
    const claimed = await claimFitting(matches, { idOf, pick: 'FIRST', isUnique: true }, call)
    if (claimed.state !== 'OWNED') return claimed
    const { comment_id: id } = claimed.item
    return { state: 'FOUND', result: makePostResult({ id, url: null, raw: { ...claimed.item } }) }
  }
  return queryRepeatedly(search, read.output.sentAt, PLAN, call)
}

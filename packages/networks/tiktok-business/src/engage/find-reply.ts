import { createHash } from 'node:crypto'

import {
  type Call,
  claimFitting,
  composeText,
  type JsonObject,
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
 * Pages of 30 replies that are read in one look: 360 replies, newest first. With three looks that stays below the 40
 * requests a minute that TikTok lets through. https://business-api.tiktok.com/portal/docs?id=1740029165513730 (copy of 2026)
 */
const MAX_PAGES = 12
/** How often replies are looked for: a comment may be listed a little later than it was taken. Our choice. */
const PLAN = { pauses: [0, 5, 5], retryAfterSeconds: 60, queryForSeconds: 3600 } as const
/** Seconds around the request in which a reply may be ours: moments are whole seconds, and a request ends within minutes. Our choice. */
const SENT_SLACK = { secondsBefore: 5, secondsAfter: 900 } as const

/** What a reply can be told by: where it stands, its words as a hash, and when it was sent. */
const sentReply = v.object({
  videoId: v.string(),
  commentId: v.string(),
  words: v.string(),
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

/** Receipt of a reply, saved before sending. It does not contain the text. */
export function replyData(
  reply: { readonly videoId: string; readonly commentId: string; readonly text: string },
  sentAt: Date,
): JsonObject {
  const { videoId, commentId, text } = reply
  return { videoId, commentId, words: hashText(text), sentAt: sentAt.toISOString() }
}

function isTheReply({ owner, text }: CommentItem, { words }: SentReply): boolean {
  return owner === true && typeof text === 'string' && hashText(text) === words
}

const idOf = ({ comment_id: id }: CommentItem): string => id

/** One look through the replies below the comment. */
function searchThrough(reply: SentReply, receipt: Receipt, call: Call): Promise<ListSearch<CommentItem>> {
  const path = '/business/comment/reply/list/'
  return searchList<CommentItem>({
    async fetchPage(after) {
      const query = {
        business_id: call.connection.accountId,
        video_id: reply.videoId,
        comment_id: reply.commentId,
        // One that was hidden as spam is out all the same.
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
 * Looks for an answer whose own answer was lost, among the account's own replies below the same comment since it was
 * sent. Not finding it proves nothing.
 * https://business-api.tiktok.com/portal/docs?id=1762228430145538 (copy of August 2026)
 */
export async function findReply(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const read = v.safeParse(sentReply, receipt.data)
  if (!read.success) return { state: 'UNKNOWN' }
  const look = async (): Promise<QueryResult> => {
    const looked = await searchThrough(read.output, receipt, call)
    // Replies with the same text are equal: any that no other key owns is this one.
    const claimed = await claimFitting(looked, { idOf, pick: 'FIRST', isUnique: true }, call)
    return claimed.state === 'OWNED' ? { state: 'FOUND', result: null } : claimed
  }
  return queryRepeatedly(look, read.output.sentAt, PLAN, call)
}

import { createHash } from 'node:crypto'

import {
  type Call,
  claimFitting,
  type Fields,
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

import { READ_COST } from '../limits.js'
import { toMoment } from '../map/index.js'
import { commentReply, type CommentReply, commentsReply } from '../schemas.js'

/**
 * Maximum pages per query, with 100 replies each. YouTube does not document the order of replies.
 * The limit is our choice, because each page costs a unit of the daily quota.
 */
const MAX_PAGES = 10
/** Schedule of the queries for a reply, because YouTube may list a new comment late. Our choice. */
const PLAN = { pauses: [0, 5, 5], retryAfterSeconds: 60, queryForSeconds: 3600 } as const
/**
 * Tolerance around the request time in seconds, because YouTube's times are whole seconds and a
 * request takes up to minutes. Our choice.
 */
const SENT_SLACK = { secondsBefore: 5, secondsAfter: 900 } as const

/** Fields that identify a reply: author, parent, hash of the text, and time sent. */
const sentReply = v.object({
  parentId: v.string(),
  textHash: v.string(),
  sentAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

type SentReply = v.InferOutput<typeof sentReply>

/**
 * Returns the hash of a text. Texts that differ only in line breaks and outer spaces have the same
 * hash, because YouTube may change these.
 */
function hashText(text: string): string {
  // Skips Unicode normalization, which takes quadratic time for combining marks, because the text
  // is untrusted.
  return createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest('base64url')
}

/**
 * Builds the receipt data of a reply, which is saved before the reply is sent. The data contains a
 * hash instead of the text.
 */
export function replyData(
  reply: { readonly parentId: string; readonly text: string },
  sentAt: Date,
): JsonObject {
  return { parentId: reply.parentId, textHash: hashText(reply.text), sentAt: sentAt.toISOString() }
}

function isTheReply({ snippet }: CommentReply, { textHash: hash }: SentReply, channelId: string): boolean {
  const { authorChannelId, textOriginal, textDisplay } = snippet
  if (authorChannelId?.value !== channelId) return false
  return [textOriginal, textDisplay].some((text) => typeof text === 'string' && hashText(text) === hash)
}

const idOf = ({ id }: CommentReply): string => id

/** Searches the replies below the comment once. */
function searchThrough(reply: SentReply, receipt: Receipt, call: Call): Promise<ListSearch<CommentReply>> {
  return searchList<CommentReply>({
    async fetchPage(pageToken) {
      const query: Fields = {
        part: 'snippet',
        parentId: reply.parentId,
        maxResults: 100,
        textFormat: 'plainText',
        pageToken,
      }
      const { items, nextPageToken } = await call.http.get('/comments', commentsReply, {
        query,
        cost: READ_COST,
      })
      const comments = (items ?? []).flatMap((item) => {
        const read = v.safeParse(commentReply, item)
        return read.success ? [read.output] : []
      })
      return { items: comments, next: nextPageToken || null }
    },
    idOf,
    createdAt: ({ snippet }) => toMoment(snippet.publishedAt),
    fits: (comment) => isTheReply(comment, reply, call.connection.accountId),
    span: () => sentSpan(sentMoments(reply.sentAt, receipt, call), SENT_SLACK),
    isNewestFirst: false,
    maxPages: MAX_PAGES,
  })
}

/**
 * Searches for a reply whose response was lost, among this channel's replies to the same comment
 * since the reply was sent. Each query costs 1 unit of quota. A missing reply proves nothing,
 * because YouTube may hold the reply for review.
 * https://developers.google.com/youtube/data/reference/rest/v3/comments/list (read 2026-11-22)
 */
export async function findReply(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const read = v.safeParse(sentReply, receipt.data)
  if (!read.success) return { state: 'UNKNOWN' }
  const search = async (): Promise<QueryResult> => {
    const found = await searchThrough(read.output, receipt, call)
    // Replies with the same text are interchangeable, so any reply that no other idempotency key
    // has claimed is accepted.
    const claimed = await claimFitting(found, { idOf, pick: 'FIRST', isUnique: true }, call)
    return claimed.state === 'OWNED' ? { state: 'FOUND', result: null } : claimed
  }
  return queryRepeatedly(search, read.output.sentAt, PLAN, call)
}

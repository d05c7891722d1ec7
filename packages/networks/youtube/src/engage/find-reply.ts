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

/** Pages of 100 replies that are read in one look: a thousand. Their order is documented nowhere. Our choice: each costs a unit of the day's quota. */
const MAX_PAGES = 10
/** How often replies are looked for: a comment may be listed a little later than it was taken. Our choice. */
const PLAN = { pauses: [0, 5, 5], retryAfterSeconds: 60, queryForSeconds: 3600 } as const
/** Seconds around the request in which a reply may be ours: moments are whole seconds, and a request ends within minutes. Our choice. */
const SENT_SLACK = { secondsBefore: 5, secondsAfter: 900 } as const

/** What a reply can be told by: whose it is, where it stands, its words as a hash, and when it was sent. */
const sentReply = v.object({
  parentId: v.string(),
  words: v.string(),
  sentAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

type SentReply = v.InferOutput<typeof sentReply>

/** The same for texts that differ only in what YouTube may change: line breaks, and spaces at the ends. */
function hashText(text: string): string {
  // Not normalized: that takes time with the square of the combining marks, and whose text it is was only claimed.
  return createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest('base64url')
}

/** Receipt of a reply, saved before sending. It does not contain the text. */
export function replyData(
  reply: { readonly parentId: string; readonly text: string },
  sentAt: Date,
): JsonObject {
  return { parentId: reply.parentId, words: hashText(reply.text), sentAt: sentAt.toISOString() }
}

function isTheReply({ snippet }: CommentReply, { words }: SentReply, channelId: string): boolean {
  const { authorChannelId, textOriginal, textDisplay } = snippet
  if (authorChannelId?.value !== channelId) return false
  return [textOriginal, textDisplay].some((text) => typeof text === 'string' && hashText(text) === words)
}

const idOf = ({ id }: CommentReply): string => id

/** One look through the replies below the comment. */
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
 * Looks for an answer whose own answer was lost, among the replies of this channel below the same comment since it was
 * sent; 1 unit of quota for each look. Not finding it proves nothing: YouTube may still hold it for review.
 * https://developers.google.com/youtube/data/reference/rest/v3/comments/list (read 2026-11-22)
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

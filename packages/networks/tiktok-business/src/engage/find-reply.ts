import { createHash } from 'node:crypto'

import { type Call, composeText, type JsonObject, type Receipt, type Reconciled } from '@social/core/platform'
import * as v from 'valibot'

import { COMMENTS_COST, MOST_COMMENTS_A_PAGE } from '../limits.js'
import { type CommentItem, commentItem, commentsReply } from '../schemas.js'

/** How often replies are looked for in one call: a comment may be listed a little later than it was taken. Our choice. */
const MOST_LOOKS = 3
/** Seconds between two looks. Our choice. */
const SECONDS_BETWEEN_LOOKS = 5
/** Pages of replies that are read in one look. Our choice. */
const MOST_PAGES = 10
/** Seconds after which another call may look again, told as `retryAfter`. Our choice. */
const LOOK_AGAIN_SECONDS = 60
/** Seconds since the request after which looking again makes no sense. Our choice. */
const LOOK_AGAIN_UNTIL_SECONDS = 3600
/** Seconds that the moment of a comment may lie before that of its request: moments are given in whole seconds. Our choice. */
const SPREAD_SECONDS = 5

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

function hashWords(text: string): string {
  const plain = composeText(text).replaceAll('\r\n', '\n').trim()
  return createHash('sha256').update(plain).digest('base64url')
}

/** What is written down of a reply before it is sent. The words themselves are not. */
export function replyData(
  reply: { readonly videoId: string; readonly commentId: string; readonly text: string },
  sentAt: Date,
): JsonObject {
  const { videoId, commentId, text } = reply
  return { videoId, commentId, words: hashWords(text), sentAt: sentAt.toISOString() }
}

function isTheReply(
  { owner, text, create_time: seconds }: CommentItem,
  { words, sentAt }: SentReply,
): boolean {
  if (owner !== true || typeof text !== 'string') return false
  return seconds >= sentAt.getTime() / 1000 - SPREAD_SECONDS && hashWords(text) === words
}

async function isListed(reply: SentReply, { http, connection }: Call): Promise<boolean> {
  let cursor: string | number = 0
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data }: v.InferOutput<typeof commentsReply> = await http.get(
      '/business/comment/reply/list/',
      commentsReply,
      {
        query: {
          business_id: connection.accountId,
          video_id: reply.videoId,
          comment_id: reply.commentId,
          // One that was hidden as spam is out all the same.
          status: 'ALL',
          sort_field: 'create_time',
          sort_order: 'desc',
          max_count: MOST_COMMENTS_A_PAGE,
          cursor,
        },
        cost: COMMENTS_COST,
      },
    )
    for (const item of data.comments ?? []) {
      const read = v.safeParse(commentItem, item)
      if (read.success && isTheReply(read.output, reply)) return true
    }
    if (data.has_more !== true || data.cursor === null || data.cursor === cursor) return false
    cursor = data.cursor
  }
  return false
}

/**
 * Looks for an answer whose own answer was lost, among the account's own replies below the same comment since it was
 * sent. Not finding it proves nothing.
 * https://business-api.tiktok.com/portal/docs?id=1762228430145538 (copy of August 2026)
 */
export async function findReply(receipt: Receipt, call: Call): Promise<Reconciled> {
  const read = v.safeParse(sentReply, receipt.data)
  if (!read.success) return { state: 'UNKNOWN' }
  for (let look = 1; ; look += 1) {
    if (await isListed(read.output, call)) return { state: 'FOUND', result: null }
    if (look === MOST_LOOKS) break
    await call.clock.sleep(SECONDS_BETWEEN_LOOKS, { signal: call.signal })
  }
  const age = (call.networkNow().getTime() - read.output.sentAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < LOOK_AGAIN_UNTIL_SECONDS ? LOOK_AGAIN_SECONDS : null }
}

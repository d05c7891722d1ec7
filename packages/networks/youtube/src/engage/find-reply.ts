import { createHash } from 'node:crypto'

import type { Call, Fields, JsonObject, Receipt, Reconciled } from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from '../limits.js'
import { toMoment } from '../map/index.js'
import { commentReply, type CommentReply, commentsReply } from '../schemas.js'

/** How often replies are looked for in one call: a comment may be listed a little later than it was taken. Our choice. */
const MOST_LOOKS = 3
/** Seconds between two looks. Our choice. */
const SECONDS_BETWEEN_LOOKS = 5
/** Pages of 100 replies that are read in one look. Our choice. */
const MOST_PAGES = 5
/** Seconds after which another call may look again, told as `retryAfter`. Our choice. */
const LOOK_AGAIN_SECONDS = 60
/** Seconds since the request after which looking again makes no sense. Our choice. */
const LOOK_AGAIN_UNTIL_SECONDS = 3600
/** Seconds that the moment of a comment may lie before that of its request: moments are given in whole seconds. Our choice. */
const SPREAD_SECONDS = 5

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
function hashWords(text: string): string {
  // Not normalized: that takes time with the square of the combining marks, and whose text it is was only claimed.
  return createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest('base64url')
}

/** What is written down of a reply before it is sent. The words themselves are not. */
export function replyData(
  reply: { readonly parentId: string; readonly text: string },
  sentAt: Date,
): JsonObject {
  return { parentId: reply.parentId, words: hashWords(reply.text), sentAt: sentAt.toISOString() }
}

function isTheReply({ snippet }: CommentReply, { words, sentAt }: SentReply, channelId: string): boolean {
  const { publishedAt, authorChannelId, textOriginal, textDisplay } = snippet
  const moment = toMoment(publishedAt)
  if (authorChannelId?.value !== channelId || moment === null) return false
  if (moment.getTime() < sentAt.getTime() - SPREAD_SECONDS * 1000) return false
  return [textOriginal, textDisplay].some((text) => typeof text === 'string' && hashWords(text) === words)
}

/** Reads the replies below a comment; true once the one that was sent is among them. */
async function isListed(reply: SentReply, { http, connection }: Call): Promise<boolean> {
  let pageToken: string | null | undefined = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query: Fields = {
      part: 'snippet',
      parentId: reply.parentId,
      maxResults: 100,
      textFormat: 'plainText',
      pageToken,
    }
    const { items, nextPageToken } = await http.get('/comments', commentsReply, { query, cost: READ_COST })
    for (const item of items ?? []) {
      const read = v.safeParse(commentReply, item)
      if (read.success && isTheReply(read.output, reply, connection.accountId)) return true
    }
    if (!nextPageToken) return false
    pageToken = nextPageToken
  }
  return false
}

/**
 * Looks for an answer whose own answer was lost, among the replies of this channel below the same comment since it was
 * sent; 1 unit of quota for each look. Not finding it proves nothing: YouTube may still hold it for review.
 * https://developers.google.com/youtube/data/reference/rest/v3/comments/list (read 2026-11-22)
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

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
  makePostResult,
  type Receipt,
  type Reconciled,
  type ReconcileCall,
  sentMoments,
  sentSpan,
} from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from '../limits.js'
import { toMoment } from '../map/index.js'
import { commentReply, type CommentReply, commentsReply, threadReply } from '../schemas.js'

/**
 * Maximum pages per query, with 100 comments each. YouTube does not document the order of replies.
 * The limit is our choice, because each page costs a unit of the daily quota.
 */
const MAX_PAGES = 10
/** Schedule of the queries for a comment, because YouTube may list a new comment late. Our choice. */
const PLAN = { pauses: [0, 5, 5], retryAfterSeconds: 60, queryForSeconds: 3600 } as const
/**
 * Tolerance around the request time in seconds, because YouTube's times are whole seconds and a
 * request takes up to minutes. Our choice.
 */
const SENT_SLACK = { secondsBefore: 5, secondsAfter: 900 } as const

/** Fields that identify a comment besides its place: hash of the text, and time sent. */
const sent = {
  textHash: v.string(),
  sentAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
}
/** A reply below the comment `parentId`. */
const sentReply = v.object({ parentId: v.string(), ...sent })
/** A comment under the video `videoId`. */
const sentTop = v.object({ videoId: v.string(), ...sent })
const sentComment = v.union([sentReply, sentTop])

type SentComment = v.InferOutput<typeof sentComment>

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

/** Builds the receipt data of a comment under a video, which is saved before the comment is sent. */
export function commentData(
  comment: { readonly videoId: string; readonly text: string },
  sentAt: Date,
): JsonObject {
  return { videoId: comment.videoId, textHash: hashText(comment.text), sentAt: sentAt.toISOString() }
}

function isTheComment(
  { snippet }: CommentReply,
  { textHash: hash }: SentComment,
  channelId: string,
): boolean {
  const { authorChannelId, textOriginal, textDisplay } = snippet
  if (authorChannelId?.value !== channelId) return false
  return [textOriginal, textDisplay].some((text) => typeof text === 'string' && hashText(text) === hash)
}

const idOf = ({ id }: CommentReply): string => id

/** Reads a listed reply. Null for one that is unreadable. */
function readListedReply(item: unknown): CommentReply | null {
  const read = v.safeParse(commentReply, item)
  return read.success ? read.output : null
}

/** Reads the first comment of a listed thread, which has the id of the thread. Null for one that is unreadable. */
function readListedThread(item: unknown): CommentReply | null {
  const read = v.safeParse(threadReply, item)
  return read.success ? readListedReply({ ...read.output.snippet.topLevelComment, id: read.output.id }) : null
}

/** List that contains the comment. Only threads have a documented order. */
const listOf = (comment: SentComment) =>
  'parentId' in comment
    ? {
        path: '/comments',
        place: { parentId: comment.parentId },
        readItem: readListedReply,
        isNewestFirst: false,
      }
    : {
        path: '/commentThreads',
        place: { videoId: comment.videoId, order: 'time' },
        readItem: readListedThread,
        isNewestFirst: true,
      }

/** Searches the comments of the same place once. */
function searchThrough(
  comment: SentComment,
  receipt: Receipt,
  call: Call,
): Promise<ListSearch<CommentReply>> {
  const { path, place, readItem, isNewestFirst } = listOf(comment)
  return searchList<CommentReply>({
    async fetchPage(pageToken) {
      const query: Fields = {
        part: 'snippet',
        ...place,
        maxResults: 100,
        textFormat: 'plainText',
        pageToken,
      }
      const { items, nextPageToken } = await call.http.get(path, commentsReply, { query, cost: READ_COST })
      return { items: (items ?? []).flatMap((item) => readItem(item) ?? []), next: nextPageToken || null }
    },
    idOf,
    createdAt: ({ snippet }) => toMoment(snippet.publishedAt),
    fits: (item) => isTheComment(item, comment, call.connection.accountId),
    span: () => sentSpan(sentMoments(comment.sentAt, receipt, call), SENT_SLACK),
    isNewestFirst,
    maxPages: MAX_PAGES,
  })
}

/**
 * Searches for a comment or reply whose response was lost, among this channel's comments at the same
 * place since it was sent. Each query costs 1 unit of quota. A missing comment proves nothing,
 * because YouTube may hold it for review.
 * https://developers.google.com/youtube/data/reference/rest/v3/comments/list (read 2026-11-22)
 */
export async function findComment(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const read = v.safeParse(sentComment, receipt.data)
  if (!read.success) return { state: 'UNKNOWN' }
  const search = async (): Promise<QueryResult> => {
    const found = await searchThrough(read.output, receipt, call)
    // Comments with the same text are interchangeable, so any comment that no other idempotency key
    // has claimed is accepted.
    const claimed = await claimFitting(found, { idOf, pick: 'FIRST', isUnique: true }, call)
    if (claimed.state !== 'OWNED') return claimed
    const { id } = claimed.item
    return { state: 'FOUND', result: makePostResult({ id, url: null, raw: { ...claimed.item } }) }
  }
  return queryRepeatedly(search, read.output.sentAt, PLAN, call)
}

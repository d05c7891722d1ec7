import {
  claimFitting,
  claimNearest,
  type Fields,
  type ListSearch,
  makePostResult,
  type Receipt,
  type Reconciled,
  type ReconcileCall,
  type SentSpan,
  sentSpan,
} from '@social/core/platform'
import { idPath, searchGraphList, momentsOf, SENT_SLACK, textMark } from '@social/meta-kit'

import { toVideoResult } from '../map/index.js'
import { commentItem, type PostItem, postItem, videoItem } from '../schemas.js'
import { findEdit } from './edit.js'
import { toFeedResult } from './feed.js'
import { findStory } from './find-story.js'
import { reconcileUpload } from './find-upload.js'
import { type Kept, type SavedRequest, readSaved, secondsOf } from './receipt.js'
import { unknownPost } from './unknown-post.js'

/** A visible request whose response was lost, with the saved state of the attempt. */
interface Lost {
  readonly kept: Kept
  readonly sent: SavedRequest
}

const momentsWhen = ({ sent }: Lost, call: ReconcileCall): readonly Date[] => momentsOf(sent, call)
const spanOf = (lost: Lost, call: ReconcileCall): SentSpan => sentSpan(momentsWhen(lost, call), SENT_SLACK)
/** Builds the time filter of a list in Unix seconds. */
const between = ({ from, until }: SentSpan): Fields => ({ since: secondsOf(from), until: secondsOf(until) })

const LIST_FIELDS =
  'id,message,created_time,scheduled_publish_time,attachments{target{id},subattachments{target{id}}}'

/** Returns the ids of all attachments of a post. */
function shownIn({ attachments }: PostItem): readonly string[] {
  const all = attachments?.data ?? []
  const targets = all.flatMap((one) => [
    one.target,
    ...(one.subattachments?.data ?? []).map((sub) => sub.target),
  ])
  return targets.flatMap((target) => (target == null ? [] : [target.id]))
}

const NO_TEXT = textMark('')

/**
 * Returns true for the searched post. A post with pictures is identified by the pictures, any other post by its
 * text. An empty text matches no post.
 */
function isTheOne(post: PostItem, { kept, sent }: Lost): boolean {
  if (kept.photos.length > 0) return shownIn(post).some((id) => kept.photos.includes(id))
  return sent.textHash !== NO_TEXT && textMark(post.message ?? '') === sent.textHash
}

const idOf = ({ id }: { readonly id: string }): string => id

/**
 * Selects the searched post among the matching posts. A picture belongs to only one post. Among posts with equal
 * texts, the nearest time decides.
 */
async function claim(
  found: ListSearch<PostItem>,
  moments: readonly Date[],
  { kept }: Lost,
  call: ReconcileCall,
): Promise<PostItem | null> {
  const claimed =
    kept.photos.length > 0
      ? await claimFitting(found, { idOf, pick: 'FIRST', isUnique: true }, call)
      : await claimNearest(found, { idOf, moments }, call)
  return claimed.state === 'OWNED' ? claimed.item : null
}

/** Searches the scheduled posts by their publish time. Facebook does not document the order of scheduled posts. */
function searchWaiting(at: Date, lost: Lost, call: ReconcileCall): Promise<ListSearch<PostItem>> {
  return searchGraphList(call, idPath(call.connection.accountId, 'scheduled_posts'), postItem, {
    query: () => ({ fields: LIST_FIELDS }),
    isNewestFirst: false,
    idOf: ({ id }) => id,
    createdAt: ({ scheduled_publish_time: time }) => time,
    fits: (post) => isTheOne(post, lost),
    span: () => ({ from: at, until: at }),
  })
}

/** Searches the published posts. The time of a post that was scheduled is its publish time. */
function searchPublished(
  span: () => SentSpan,
  lost: Lost,
  call: ReconcileCall,
): Promise<ListSearch<PostItem>> {
  return searchGraphList(call, idPath(call.connection.accountId, 'published_posts'), postItem, {
    query: (asked) => ({ fields: LIST_FIELDS, ...between(asked) }),
    idOf: ({ id }) => id,
    createdAt: ({ created_time: time }) => time,
    fits: (post) => isTheOne(post, lost),
    span,
  })
}

/**
 * Searches the posts that were published in the time span, and the scheduled posts if the lost request had a
 * scheduled time.
 */
async function findPost(lost: Lost, call: ReconcileCall): Promise<Reconciled> {
  const { scheduledFor } = lost.sent
  const dueAt = scheduledFor === null ? null : new Date(scheduledFor * 1000)
  const waiting = dueAt && (await searchWaiting(dueAt, lost, call))
  const waits = waiting && (await claim(waiting, [dueAt], lost, call))
  if (waits) return foundPost(waits, true, call)
  const moments = (): readonly Date[] => (dueAt === null ? momentsWhen(lost, call) : [dueAt])
  const out = await searchPublished(() => sentSpan(moments(), SENT_SLACK), lost, call)
  const found = await claim(out, moments(), lost, call)
  if (found === null) return unknownPost(lost.sent, call, out.isCutShort || waiting?.isCutShort)
  return foundPost(found, false, call)
}

function foundPost(post: PostItem, isScheduled: boolean, call: ReconcileCall): Reconciled {
  const { idempotencyKey } = call
  return { state: 'FOUND', result: toFeedResult(post.id, { isScheduled, idempotencyKey, raw: post }) }
}

/** Finds a video that Facebook fetches by its text, because the id of the video is unknown. */
async function findFetchedVideo(lost: Lost, call: ReconcileCall): Promise<Reconciled> {
  const { sent } = lost
  const found = await searchGraphList(call, idPath(call.connection.accountId, 'videos'), videoItem, {
    query: (span) => ({ fields: 'id,description,title,created_time', ...between(span) }),
    idOf: ({ id }) => id,
    createdAt: ({ created_time: time }) => time,
    fits: ({ description, title }) =>
      (sent.textHash !== NO_TEXT || sent.title !== null) &&
      textMark(description ?? '') === sent.textHash &&
      (sent.title === null || textMark(title ?? '') === sent.title),
    span: () => spanOf(lost, call),
  })
  const claimed = await claimNearest(found, { idOf, moments: momentsWhen(lost, call) }, call)
  if (claimed.state !== 'OWNED') return unknownPost(lost.sent, call, found.isCutShort)
  return foundVideo(claimed.item.id, sent, call)
}

function foundVideo(id: string, sent: SavedRequest, call: ReconcileCall): Reconciled {
  const state = sent.scheduledFor === null ? 'PROCESSING' : 'SCHEDULED'
  const video = { id, pageId: call.connection.accountId, state } as const
  return { state: 'FOUND', result: toVideoResult(video, {}, call.idempotencyKey) }
}

/** Finds a comment of the page among the comments on its parent object. */
async function findComment(lost: Lost, call: ReconcileCall): Promise<Reconciled> {
  const { sent } = lost
  const found = await searchGraphList(call, idPath(sent.on ?? '', 'comments'), commentItem, {
    query: () => ({
      filter: 'stream',
      order: 'reverse_chronological',
      fields: 'id,message,created_time,from{id,name}',
    }),
    idOf: ({ id }) => id,
    createdAt: ({ created_time: time }) => time,
    fits: ({ from, message }) =>
      from?.id === call.connection.accountId && textMark(message ?? '') === sent.textHash,
    span: () => spanOf(lost, call),
  })
  const claimed = await claimNearest(found, { idOf, moments: momentsWhen(lost, call) }, call)
  if (claimed.state !== 'OWNED') return unknownPost(lost.sent, call, found.isCutShort)
  const { item: comment } = claimed
  const { idempotencyKey } = call
  return {
    state: 'FOUND',
    result: makePostResult({ id: comment.id, url: null, raw: { ...comment }, idempotencyKey }),
  }
}

const FINDERS = {
  FEED: findPost,
  FETCHED_VIDEO: findFetchedVideo,
  UPLOAD: ({ kept, sent }: Lost, call: ReconcileCall) => reconcileUpload(kept.upload, sent, call),
  STORY: ({ kept, sent }: Lost, call: ReconcileCall) => findStory(kept, sent, call),
  COMMENT: findComment,
  WORDS: ({ sent }: Lost, call: ReconcileCall) => findEdit(sent, call),
  TITLE: ({ sent }: Lost, call: ReconcileCall) => findEdit(sent, call),
} as const

/** Finds out whether a visible request with a lost response arrived. The function only reads. */
export async function findLost(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const kept = readSaved(receipt)
  const { sent } = kept
  if (sent === null) return { state: 'UNKNOWN' }
  return FINDERS[sent.way]({ kept, sent }, call)
}

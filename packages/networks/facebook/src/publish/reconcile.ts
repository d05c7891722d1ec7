import { makePostResult, type Reconciled, type ReconcileCall, type Receipt } from '@social/core/platform'
import {
  type Fitting,
  idPath,
  isWithin,
  nearestTo,
  readGraphList,
  sentWindow,
  type SentWindow,
  toGraphMoment,
  wordsMark,
} from '@social/meta-kit'

import { isPublished, toPostState, toVideoResult } from '../map/index.js'
import { commentItem, type PostItem, postItem, storyItem, videoItem } from '../schemas.js'
import { readVideoStatus } from '../upload/index.js'
import { findEdit } from './edit.js'
import { toFeedResult } from './feed.js'
import { type Kept, type KeptSent, readKept, secondsOf } from './receipt.js'

/** Pages of a list that are looked through, 100 entries each: what was sent is among the newest. Our choice. */
const MOST_PAGES = 10
/** Seconds after which another look may tell more, told as `retryAfter`: lists lag behind. Our choice. */
const LOOK_AGAIN_SECONDS = 30
/** Seconds after which a video that says that nobody asked to publish it was not asked to: the request is over by then. Our choice. */
const NOT_ASKED_AFTER_SECONDS = 300

/** What is looked for, and when it was sent. */
interface Lost {
  readonly kept: Kept
  readonly sent: KeptSent
  readonly window: SentWindow
}

/** Nobody can say; while lists may still lag, later. */
function unknown({ window }: Lost, call: ReconcileCall): Reconciled {
  const mayStillShow = call.networkNow() <= window.until
  return { state: 'UNKNOWN', retryAfter: mayStillShow ? LOOK_AGAIN_SECONDS : null }
}

const LIST_FIELDS =
  'id,message,created_time,scheduled_publish_time,attachments{target{id},subattachments{target{id}}}'

/** Ids of everything that a post shows. */
function shownIn({ attachments }: PostItem): readonly string[] {
  const all = attachments?.data ?? []
  const targets = all.flatMap((one) => [
    one.target,
    ...(one.subattachments?.data ?? []).map((sub) => sub.target),
  ])
  return targets.flatMap((target) => (target == null ? [] : [target.id]))
}

/** A post with pictures is known by them; any other by its words, without which there is none. */
function isTheOne(post: PostItem, { kept, sent }: Lost): boolean {
  if (kept.photos.length > 0) return shownIn(post).some((id) => kept.photos.includes(id))
  return wordsMark(post.message ?? '') === sent.words
}

/** Looks through the posts that came out in the window; through those that wait for their time too, if it was scheduled. */
async function findPost(lost: Lost, call: ReconcileCall): Promise<Reconciled> {
  const { sent } = lost
  const { idempotencyKey } = call
  const scheduledFor = sent.scheduledFor === null ? null : new Date(sent.scheduledFor * 1000)
  if (scheduledFor !== null) {
    const momentOf = (post: PostItem): Date | null =>
      post.scheduled_publish_time === sent.scheduledFor ? scheduledFor : null
    const waiting = await findIn('scheduled_posts', {}, lost, call, momentOf)
    if (waiting !== null)
      return {
        state: 'FOUND',
        result: toFeedResult(waiting.id, { isScheduled: true, idempotencyKey, raw: waiting }),
      }
  }
  // A scheduled post has the time at which it came out.
  const out = scheduledFor === null ? lost.window : sentWindow(scheduledFor)
  const query = { since: secondsOf(out.from), until: secondsOf(out.until) }
  const found = await findIn('published_posts', query, lost, call, ({ created_time: at }) =>
    momentIn(at, out),
  )
  if (found === null) return unknown(lost, call)
  return {
    state: 'FOUND',
    result: toFeedResult(found.id, { isScheduled: false, idempotencyKey, raw: found }),
  }
}

/** The moment, if it lies in the window. */
function momentIn(time: unknown, window: SentWindow): Date | null {
  const moment = toGraphMoment(time)
  return isWithin(moment, window) ? moment : null
}

/** Of those that fit the one nearest to when it was sent: what is older or younger with the same words is another post. */
async function findIn(
  edge: 'published_posts' | 'scheduled_posts',
  more: Readonly<Record<string, number>>,
  lost: Lost,
  call: ReconcileCall,
  momentOf: (post: PostItem) => Date | null,
): Promise<PostItem | null> {
  const query = { fields: LIST_FIELDS, limit: 100, ...more }
  const path = idPath(call.connection.accountId, edge)
  const fitting: Fitting<PostItem>[] = []
  for await (const item of readGraphList(call, path, postItem, { query, maxPages: MOST_PAGES })) {
    const at = momentOf(item)
    if (at !== null && isTheOne(item, lost)) fitting.push({ item, at })
  }
  return nearestTo(comesOutAt(lost), fitting)
}

const comesOutAt = ({ sent }: Lost): Date =>
  sent.scheduledFor === null ? new Date(sent.sentAt) : new Date(sent.scheduledFor * 1000)

/** A video that Facebook was to fetch has an id that nobody was told: it is found by its words. */
async function findFetchedVideo(lost: Lost, call: ReconcileCall): Promise<Reconciled> {
  const { sent, window } = lost
  const query = { fields: 'id,description,created_time', limit: 100, since: secondsOf(window.from) }
  const path = idPath(call.connection.accountId, 'videos')
  const fitting: Fitting<string>[] = []
  for await (const video of readGraphList(call, path, videoItem, { query, maxPages: MOST_PAGES })) {
    const at = momentIn(video.created_time, window)
    if (at !== null && wordsMark(video.description ?? '') === sent.words) fitting.push({ item: video.id, at })
  }
  const id = nearestTo(new Date(sent.sentAt), fitting)
  return id === null ? unknown(lost, call) : foundVideo(id, sent, call)
}

function foundVideo(id: string, sent: KeptSent, call: ReconcileCall): Reconciled {
  const state = sent.scheduledFor === null ? 'PROCESSING' : 'SCHEDULED'
  const video = { id, pageId: call.connection.accountId, state } as const
  return { state: 'FOUND', result: toVideoResult(video, {}, call.idempotencyKey) }
}

/**
 * An uploaded video has one id, whatever is asked of it, so it says itself whether it is to come out. When it still says
 * that nobody asked, minutes later, nobody did: the last call is sent again, for the same video.
 */
async function findUpload(lost: Lost, call: ReconcileCall): Promise<Reconciled> {
  const { kept, sent } = lost
  if (kept.upload === null) return unknown(lost, call)
  const status = await readVideoStatus(kept.upload.videoId, call)
  if (status === null) return unknown(lost, call)
  if (isPublished(status)) {
    const { videoId: id } = kept.upload
    const state = sent.scheduledFor === null ? toPostState(status) : 'SCHEDULED'
    const video = { id, pageId: call.connection.accountId, state }
    return { state: 'FOUND', result: toVideoResult(video, { status }, call.idempotencyKey) }
  }
  const phase = status.publishing_phase?.status ?? null
  if (phase !== 'not_started') return unknown(lost, call)
  const since = (call.networkNow().getTime() - Date.parse(sent.sentAt)) / 1000
  if (since >= NOT_ASKED_AFTER_SECONDS) return { state: 'NOT_PUBLISHED' }
  return { state: 'UNKNOWN', retryAfter: NOT_ASKED_AFTER_SECONDS - since }
}

/** A story is known by the picture or the video in it. */
async function findStory(lost: Lost, call: ReconcileCall): Promise<Reconciled> {
  const { kept, window } = lost
  const mediaId = kept.upload?.videoId ?? kept.photos[0]
  const query = { since: secondsOf(window.from), limit: 100 }
  const path = idPath(call.connection.accountId, 'stories')
  for await (const story of readGraphList(call, path, storyItem, { query, maxPages: MOST_PAGES })) {
    if (story.media_id !== mediaId) continue
    if (kept.upload !== null) return foundVideo(kept.upload.videoId, lost.sent, call)
    const { idempotencyKey } = call
    return {
      state: 'FOUND',
      result: makePostResult({ id: story.post_id, url: null, raw: story, idempotencyKey }),
    }
  }
  return kept.upload === null ? unknown(lost, call) : findUpload(lost, call)
}

/** A comment of the page's own, under what it answered. */
async function findComment(lost: Lost, call: ReconcileCall): Promise<Reconciled> {
  const { sent, window } = lost
  const query = {
    filter: 'stream',
    order: 'reverse_chronological',
    fields: 'id,message,created_time,from{id,name}',
    limit: 100,
  }
  const path = idPath(sent.on ?? '', 'comments')
  const fitting: Fitting<{ readonly id: string }>[] = []
  for await (const comment of readGraphList(call, path, commentItem, { query, maxPages: MOST_PAGES })) {
    const moment = toGraphMoment(comment.created_time)
    if (moment !== null && moment < window.from) break
    const isOurs = comment.from?.id === call.connection.accountId
    const at = momentIn(comment.created_time, window)
    if (isOurs && at !== null && wordsMark(comment.message ?? '') === sent.words)
      fitting.push({ item: comment, at })
  }
  const found = nearestTo(new Date(sent.sentAt), fitting)
  if (found === null) return unknown(lost, call)
  const { idempotencyKey } = call
  return {
    state: 'FOUND',
    result: makePostResult({ id: found.id, url: null, raw: { ...found }, idempotencyKey }),
  }
}

const FINDERS = {
  FEED: findPost,
  FETCHED_VIDEO: findFetchedVideo,
  UPLOAD: findUpload,
  STORY: findStory,
  COMMENT: findComment,
  WORDS: ({ sent }: Lost, call: ReconcileCall) => findEdit(sent, call),
  TITLE: ({ sent }: Lost, call: ReconcileCall) => findEdit(sent, call),
} as const

/** Looks for what became of a visible request whose answer was lost. Reads only. */
export async function findLost(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const kept = readKept(receipt)
  const { sent } = kept
  if (sent === null) return { state: 'UNKNOWN' }
  const lost = { kept, sent, window: sentWindow(new Date(sent.sentAt)) }
  return FINDERS[sent.way](lost, call)
}

import {
  type Call,
  makePostResult,
  type PostResult,
  type Reconciled,
  type ReconcileCall,
  sentSpan,
} from '@social/core/platform'
import { idPath, searchGraphList, momentsOf, SENT_SLACK, type WrittenMoment } from '@social/meta-kit'

import { toVideoResult } from '../map/index.js'
import { storyItem } from '../schemas.js'
import { reconcileUpload } from './find-upload.js'
import { type Kept, type SavedRequest, secondsOf } from './receipt.js'
import { unknownPost } from './unknown-post.js'

/**
 * Finds the story with this picture or video in the list of stories. The list has no times, so each story is queried.
 */
async function findListed(mediaId: string | undefined, sent: WrittenMoment, call: Call) {
  const span = () => sentSpan(momentsOf(sent, call), SENT_SLACK)
  const found = await searchGraphList(call, idPath(call.connection.accountId, 'stories'), storyItem, {
    query: ({ from, until }) => ({ since: secondsOf(from), until: secondsOf(until) }),
    isNewestFirst: false,
    idOf: ({ post_id: id }) => id,
    createdAt: () => sent.sentAt,
    fits: (story) => mediaId !== undefined && story.media_id === mediaId,
    span,
  })
  return { story: found.fitting[0]?.item ?? null, isCutShort: found.isCutShort }
}

/** Finds the story of this video in the list of stories. Returns null when the list does not contain the story. */
export async function findVideoStory(
  videoId: string,
  sent: WrittenMoment,
  call: Call & { readonly idempotencyKey: string },
): Promise<PostResult | null> {
  const { story } = await findListed(videoId, sent, call)
  if (story === null) return null
  const video = { id: videoId, pageId: call.connection.accountId, state: 'PROCESSING' } as const
  return toVideoResult(video, story, call.idempotencyKey)
}

/** Finds a published story by the id of its picture or its video. */
export async function findStory(kept: Kept, sent: SavedRequest, call: ReconcileCall): Promise<Reconciled> {
  const { upload, photos } = kept
  if (upload !== null) {
    const result = await findVideoStory(upload.videoId, sent, call)
    return result === null ? reconcileUpload(upload, sent, call) : { state: 'FOUND', result }
  }
  const { story, isCutShort } = await findListed(photos[0], sent, call)
  if (story === null) return unknownPost(sent, call, isCutShort)
  const { idempotencyKey } = call
  return {
    state: 'FOUND',
    result: makePostResult({ id: story.post_id, url: null, raw: story, idempotencyKey }),
  }
}

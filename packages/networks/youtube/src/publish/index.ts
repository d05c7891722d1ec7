import {
  type CanEditPosts,
  type CanReconcile,
  PlatformError,
  type Post,
  type PostResult,
  type PublishCall,
  type RawData,
} from '@social/core/platform'
import * as v from 'valibot'

import { findComment } from '../engage/index.js'
import { toUploadedResult } from '../map/index.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { createdReply } from '../schemas.js'
import { findUploaded, uploadVideo } from '../upload/index.js'
import { readVideoPost } from './check.js'
import { editVideo, findEdit } from './edit.js'
import { toVideoResource } from './video-resource.js'

/** @throws PlatformError when the upload does not end with a video. */
function videoIdOf(raw: RawData): string {
  const read = v.safeParse(createdReply, raw)
  if (read.success) return read.output.id
  throw new PlatformError(
    'youtube accepted the video without returning its id. Check the channel before you post it again. error.raw contains the response.',
    { platform: 'youtube', raw },
  )
}

/**
 * Publishes videos: validates the post, then uploads the video. The last chunk of the upload
 * creates the video on YouTube.
 */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const { video, options } = await readVideoPost(post)
    const isScheduled = post.publishAt !== null
    const draft = {
      video,
      resource: toVideoResource({ ...post, options }),
      notifySubscribers: options.notifySubscribers,
      isScheduled,
    }
    const raw = await uploadVideo(draft, settings, call)
    const { idempotencyKey } = call
    return toUploadedResult(videoIdOf(raw), raw, { isScheduled, idempotencyKey })
  }

  const reconcile: CanReconcile['reconcile'] = async (receipt, call) => {
    if (call.operation === 'replyToUpdate' || call.operation === 'comment') return findComment(receipt, call)
    if (call.operation === 'editPost') return findEdit(receipt, call)
    const found = await findUploaded(receipt, settings, call)
    if (found.state !== 'FOUND') return found
    const { raw, isScheduled } = found
    return { state: 'FOUND', result: toUploadedResult(videoIdOf(raw), raw, { isScheduled }) }
  }

  const others: CanEditPosts = {
    /**
     * Edits the description (`text`) and most options. Costs 51 units of quota in two requests.
     * Omitted fields are unchanged.
     */
    editPost: (postId, edit, call) => editVideo(postId, edit, call),
  }

  return { postOptions, publish, reconcile, ...others }
}

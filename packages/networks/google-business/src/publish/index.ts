import {
  type CanDeletePosts,
  type CanEditPosts,
  type CanReconcile,
  type Post,
  type PostResult,
  type PublishCall,
} from '@social/core/platform'

import { fullNameOf } from '../addresses.js'
import { findAnswer } from '../engage/find-answer.js'
import { BUSINESS_COST } from '../limits.js'
import { toPostResult } from '../map/index.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { postReply } from '../schemas.js'
import { checkLocalPost } from './check.js'
import { editLocalPost, postPath } from './edit.js'
import { findEdit, findPost } from './find-post.js'
import { postData } from './receipts.js'

/** Publishes standard posts of a location, with at most one picture and one button. */
export function publishing(settings: Settings) {
  const { addresses } = settings

  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const picture = await checkLocalPost(post)
    const parent = fullNameOf(call.connection)
    // Google fetches the picture from a public URL, so a local file is hosted first.
    const sourceUrl = picture && (picture.url ?? (await call.hostMedia(picture)).url)
    const { callToActionType: actionType, callToActionUrl: url, languageCode } = post.options
    const { data, raw } = await call.http.request(
      'POST',
      `${addresses.business}/${parent}/localPosts`,
      postReply,
      {
        json: {
          languageCode,
          topicType: 'STANDARD',
          summary: post.text,
          ...(sourceUrl !== null && { media: [{ mediaFormat: 'PHOTO', sourceUrl }] }),
          ...(actionType !== undefined && {
            callToAction: { actionType, ...(url !== undefined && { url }) },
          }),
        },
        finish: { data: postData(post.text, call.networkNow()) },
        cost: BUSINESS_COST,
      },
    )
    return toPostResult(data, raw, call.idempotencyKey)
  }

  const others: CanDeletePosts & CanEditPosts & CanReconcile = {
    /** @throws PostGoneError when the post does not exist. */
    async deletePost(postId, call) {
      const url = `${addresses.business}/${postPath(postId, call.connection)}`
      await call.http.request('DELETE', url, null, { cost: BUSINESS_COST })
    },

    editPost: (postId, edit, call) => editLocalPost(postId, edit, settings, call),

    async reconcile(receipt, call) {
      if (call.operation === 'post') return findPost(receipt, settings, call)
      if (call.operation === 'editPost') return findEdit(receipt, settings, call)
      return findAnswer(receipt, settings, call)
    },
  }
  return { postOptions, publish, ...others }
}

import { type Call, type CanManageScheduled, NotFoundError, PostGoneError } from '@social/core/platform'
import { deleteObject } from '@social/meta-kit'

import { readEdited } from './edit.js'

async function isScheduled(postId: string, call: Call): Promise<boolean> {
  try {
    const { toResult, raw } = await readEdited(postId, call)
    return toResult(raw, null).state === 'SCHEDULED'
  } catch (error) {
    if (PostGoneError.is(error)) return false
    throw error
  }
}

/** Reads and cancels scheduled posts and videos. A scheduled post keeps its id when Facebook publishes the post. */
export const scheduling: CanManageScheduled = {
  isScheduled,
  /**
   * Cancels a scheduled post with two requests. Facebook deletes published posts by the same request, so the state
   * is read first.
   */
  async cancelScheduled(postId, call) {
    if (!(await isScheduled(postId, call)))
      throw new NotFoundError(
        'The post is not scheduled: it is already published, or was cancelled. account.deletePost deletes published posts.',
        { platform: 'facebook' },
      )
    await deleteObject(postId, call)
  },
}

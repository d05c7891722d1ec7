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

/** Asks about posts and videos that wait for their moment, and cancels them: there they have the id they keep. */
export const scheduling: CanManageScheduled = {
  isScheduled,
  /** Facebook deletes what waits and what is out in the same way, so it is asked first: two requests. */
  async cancelScheduled(postId, call) {
    if (!(await isScheduled(postId, call)))
      throw new NotFoundError(
        'That post does not wait for its moment: it is out already, or was cancelled. account.deletePost deletes what is out.',
        { platform: 'facebook' },
      )
    await deleteObject(postId, call)
  },
}

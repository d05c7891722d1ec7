import {
  type CheckContext,
  checkPost,
  InvalidPostError,
  NotFoundError,
  type Post,
  refuseAddresses,
} from '@social/core/platform'

import { toLimits, weightOf } from '../limits/index.js'
import type { ReadOptions, Settings } from '../options.js'
import { checkFiles } from '../upload/index.js'

/** Platform fields read by the shared checks; the flags are those that a post is checked against. */
const CHECKED: CheckContext['platform'] = {
  name: 'x',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'REPLY'] as const),
  measureText: (text) => weightOf(text),
}

function refuse(message: string): never {
  throw new InvalidPostError(message, { platform: 'x' })
}

/** A post has files, a poll or a quoted post: X takes one of them. */
function checkTogether({ media, options }: Post<ReadOptions>): void {
  if (media.length > 0 && options.poll !== undefined)
    refuse('x takes no files in a post with a poll. Take the files or options.poll out.')
  if (media.length > 0 && options.quoteTweetId !== undefined)
    refuse('x takes no files in a post that quotes another. Take the files or options.quoteTweetId out.')
  if (options.taggedUserIds !== undefined && media.length === 0)
    refuse('x tags people in files. Attach a picture, or take options.taggedUserIds out.')
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws NotSupportedError for a set time.
 * @throws InvalidPostError saying what to change.
 * @throws NotFoundError for an answer to what is no post.
 */
export async function checkDraft(post: Post<ReadOptions>, settings: Settings): Promise<void> {
  const limits = toLimits(settings)
  checkPost(post, { platform: CHECKED, limits })
  refuseAddresses(post.media, { platform: 'x' })
  checkTogether(post)
  if (post.replyTo !== null && !/^\d{1,19}$/.test(post.replyTo))
    throw new NotFoundError('x knows posts by ids of 1 to 19 digits, and replyTo is none.', { platform: 'x' })
  await checkFiles(post.media)
}

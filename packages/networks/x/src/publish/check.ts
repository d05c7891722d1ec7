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

/** Features of X that the shared checks of a post read. */
const CHECKED: CheckContext['platform'] = {
  name: 'x',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'REPLY'] as const),
  measureText: (text) => weightOf(text),
}

function refuse(message: string): never {
  throw new InvalidPostError(message, { platform: 'x' })
}

/** Refuses a post that combines files, a poll and a quote. X accepts only one of the three. */
function checkTogether({ media, options }: Post<ReadOptions>): void {
  if (media.length > 0 && options.poll !== undefined)
    refuse('x does not accept files together with a poll. Remove the files or options.poll.')
  if (media.length > 0 && options.quoteTweetId !== undefined)
    refuse('x does not accept files in a post with a quote. Remove the files or options.quoteTweetId.')
  if (options.taggedUserIds !== undefined && media.length === 0)
    refuse('options.taggedUserIds requires a file. Attach a picture, or remove options.taggedUserIds.')
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws NotSupportedError for a publish time.
 * @throws InvalidPostError for an invalid post. The error names the required change.
 * @throws NotFoundError for a reply to an invalid post id.
 */
export async function checkDraft(post: Post<ReadOptions>, settings: Settings): Promise<void> {
  const limits = toLimits(settings)
  checkPost(post, { platform: CHECKED, limits })
  refuseAddresses(post.media, { platform: 'x' })
  checkTogether(post)
  if (post.replyTo !== null && !/^\d{1,19}$/.test(post.replyTo))
    throw new NotFoundError('replyTo is not a valid x post id. Pass an id of 1 to 19 digits.', {
      platform: 'x',
    })
  await checkFiles(post.media)
}

import {
  assertAll,
  assertAllAsync,
  type Call,
  type CheckContext,
  checkPost,
  NotFoundError,
  type Post,
  refuseAddresses,
} from '@social/core/platform'

import { limitsOf, weightOf } from '../limits/index.js'
import { refusal } from '../messages.js'
import type { ReadOptions, Settings } from '../options.js'
import { checkFiles } from '../upload/index.js'

/** Features of X that the shared checks of a post read. */
const CHECKED: CheckContext['platform'] = {
  name: 'x',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'REPLY'] as const),
  measureText: (text) => weightOf(text),
}

/** Returns a check that throws a refusal if the condition is true. */
const refuseIf = (isRefused: boolean, makeRefusal: () => Error) => () => {
  if (isRefused) throw makeRefusal()
}

/** Refuses a post that combines files, a poll and a quote. X accepts only one of the three. */
function checkTogether({ media, options }: Post<ReadOptions>): void {
  const hasMedia = media.length > 0
  assertAll(
    refuseIf(hasMedia && options.poll !== undefined, () =>
      refusal(
        'MEDIA_WITH_POLL',
        'x does not accept files together with a poll. Remove the files or options.poll.',
        { field: 'options', optionPath: 'poll' },
      ),
    ),
    refuseIf(hasMedia && options.quoteTweetId !== undefined, () =>
      refusal(
        'MEDIA_WITH_QUOTE',
        'x does not accept files in a post with a quote. Remove the files or options.quoteTweetId.',
        { field: 'options', optionPath: 'quoteTweetId' },
      ),
    ),
    refuseIf(options.taggedUserIds !== undefined && !hasMedia, () =>
      refusal(
        'TAGS_WITHOUT_MEDIA',
        'options.taggedUserIds requires a file. Attach a picture, or remove options.taggedUserIds.',
        { field: 'options', optionPath: 'taggedUserIds' },
      ),
    ),
  )
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws NotSupportedError for a publish time.
 * @throws InvalidPostError for an invalid post. The error names the required change.
 * @throws NotFoundError for a reply to an invalid post id.
 */
export async function checkDraft(
  post: Post<ReadOptions>,
  settings: Settings,
  { connection }: Pick<Call, 'connection'>,
): Promise<void> {
  const limits = limitsOf(connection, settings)
  await assertAllAsync(
    () => checkPost(post, { platform: CHECKED, limits }),
    () => refuseAddresses(post.media, { platform: 'x' }),
    () => checkTogether(post),
    () => checkFiles(post.media),
  )
  if (post.replyTo !== null && !/^\d{1,19}$/.test(post.replyTo))
    throw new NotFoundError('replyTo is not a valid x post id. Pass an id of 1 to 19 digits.', {
      platform: 'x',
    })
}

import {
  type CheckContext,
  checkPost,
  InvalidPostError,
  type Media,
  NotSupportedError,
  type Post,
  refuseAddresses,
} from '@social/core/platform'

import { LIMITS } from '../limits.js'
import type { ReadOptions } from '../options.js'

/** Platform properties that the shared checks read. */
export const CHECKED: CheckContext['platform'] = {
  name: 'youtube',
  features: new Set(['POST_VIDEO', 'SCHEDULE'] as const),
  textOnlyAdvice: 'Every YouTube post requires a video.',
}

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'youtube' })
}

/**
 * Refuses an invalid post before any quota is used.
 *
 * @returns The only video of the post.
 * @throws NotSupportedError for a post without a video, a post with a picture, and a reply.
 * @throws InvalidPostError with the required correction.
 */
export async function checkVideoPost(post: Post<ReadOptions>): Promise<Media> {
  checkPost(post, { platform: CHECKED, limits: LIMITS })
  const [video] = post.media
  if (!video)
    throw new NotSupportedError({
      platform: 'youtube',
      what: 'posts without a video',
      suggestion: 'Attach one.',
    })
  if (/[<>]/.test(post.text))
    throw refuse(
      'The description, which is Post.text, must not contain < or >: youtube refuses both. Remove them.',
    )
  const { privacyStatus } = post.options
  if (post.publishAt && privacyStatus !== 'private')
    throw refuse(
      `youtube publishes only private videos at a set time, and options.privacyStatus is "${privacyStatus}". Pass 'private', or omit it or publishAt.`,
    )
  refuseAddresses([video], { platform: 'youtube' })
  const size = await video.size()
  if (size !== null && LIMITS.maxVideoBytes !== null && size > LIMITS.maxVideoBytes)
    throw refuse(
      `The video has ${size} bytes; youtube takes at most ${LIMITS.maxVideoBytes} (256 GiB). Make it smaller.`,
    )
  return video
}

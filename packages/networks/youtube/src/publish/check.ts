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

/** Platform values required by the shared checks. */
export const CHECKED: CheckContext['platform'] = {
  name: 'youtube',
  features: new Set(['POST_VIDEO', 'SCHEDULE'] as const),
  textOnlyAdvice: 'Every post there carries a video.',
}

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'youtube' })
}

/**
 * Refuses what YouTube would refuse, before the first unit of quota is spent.
 *
 * @returns The one video of the post.
 * @throws NotSupportedError for a post without a video, with a picture, or that answers another.
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
      'The description, which is Post.text, must not have < or > in it: youtube refuses both. Take them out.',
    )
  const { privacyStatus } = post.options
  if (post.publishAt && privacyStatus !== 'private')
    throw refuse(
      `youtube publishes at a set time only what is private until then, and options.privacyStatus is "${privacyStatus}". Pass 'private', or leave it or publishAt out.`,
    )
  refuseAddresses([video], { platform: 'youtube' })
  const size = await video.size()
  if (size !== null && LIMITS.maxVideoBytes !== null && size > LIMITS.maxVideoBytes)
    throw refuse(
      `The video has ${size} bytes; youtube takes at most ${LIMITS.maxVideoBytes} (256 GiB). Make it smaller.`,
    )
  return video
}

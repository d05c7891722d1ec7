import {
  type CheckContext,
  checkPost,
  InvalidPostError,
  type Media,
  NotSupportedError,
  type Post,
  refuseAddresses,
  refuseUnsupported,
} from '@social/core/platform'

import { MAX_VIDEO_BYTES, LIMITS } from '../limits.js'
import type { ReadOptions } from '../options.js'

/** Platform properties that the shared checks read. */
const CHECKED: CheckContext['platform'] = {
  name: 'tiktok',
  features: new Set(['POST_VIDEO'] as const),
}

const CONTENT_TYPES: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm'])

/**
 * Refuses pictures. TikTok accepts pictures only in another call, and fetches them from a domain
 * that the developer has verified.
 */
function refusePictures(media: readonly Media[]): void {
  if (!media.some(({ kind }) => kind === 'IMAGE')) return
  throw new NotSupportedError({
    platform: 'tiktok',
    what: 'posts with pictures',
    suggestion:
      'Attach one video instead. TikTok fetches the pictures of a carousel from a verified domain, which is not supported.',
  })
}

function refuse(message: string): never {
  throw new InvalidPostError(message, { platform: 'tiktok' })
}

/**
 * Refuses an invalid post before any request.
 *
 * @returns The only video of the post, and its size in bytes.
 * @throws NotSupportedError for pictures, text-only posts, a scheduled time and a reply.
 * @throws InvalidPostError with the required change.
 */
export async function checkDraft(
  post: Post<ReadOptions>,
): Promise<{ readonly video: Media; readonly size: number }> {
  refusePictures(post.media)
  refuseUnsupported(post, { platform: CHECKED })
  if (post.options.sendTo === 'drafts' && post.text !== '' && post.media.length > 0)
    refuse(
      'tiktok does not accept text with a draft: the person writes the caption in the app. Clear the text, or set options.sendTo to "profile".',
    )
  checkPost(post, { platform: CHECKED, limits: LIMITS })
  refuseAddresses(post.media, { platform: 'tiktok' })
  const [video] = post.media
  if (video === undefined) return refuse('tiktok requires one video. Attach it with Media.fromFile(path).')
  const name = video.filename ?? 'the video'
  if (!CONTENT_TYPES.has(video.contentType))
    refuse(`tiktok accepts .mp4, .mov and .webm. "${name}" is ${video.contentType}. Convert it first.`)
  const size = (await video.size()) ?? 0
  if (size === 0) refuse(`The file "${name}" is empty. Post again when it is complete.`)
  if (size > MAX_VIDEO_BYTES)
    refuse(`"${name}" has ${size} bytes. tiktok accepts at most ${MAX_VIDEO_BYTES} (4 GB). Make it smaller.`)
  return { video, size }
}

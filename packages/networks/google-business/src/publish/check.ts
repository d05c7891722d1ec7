import { type CheckContext, checkPost, InvalidPostError, type Media, type Post } from '@social/core/platform'

import { MAX_PICTURE_BYTES, LIMITS, MIN_PICTURE_BYTES } from '../limits.js'
import type { ReadOptions } from '../options.js'

/** Platform properties that the shared checks read. */
const CHECKED: CheckContext['platform'] = {
  name: 'google_business',
  features: new Set(['POST_TEXT', 'POST_IMAGE'] as const),
}

/** Accepted types of pictures. https://support.google.com/business/answer/6103862 (copy of 2026) */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'google_business' })
}

async function checkPicture(picture: Media): Promise<void> {
  if (!PICTURE_TYPES.has(picture.contentType) && picture.url === null)
    throw refuse(
      `google_business takes pictures of the types JPEG and PNG, not ${picture.contentType} (${picture.filename ?? 'no name'}). Convert it.`,
    )
  const size = picture.url === null ? await picture.size() : null
  if (size !== null && (size < MIN_PICTURE_BYTES || size > MAX_PICTURE_BYTES))
    throw refuse(
      `The picture has ${size} bytes; google_business takes ${MIN_PICTURE_BYTES} to ${MAX_PICTURE_BYTES} (5 MB). Make it ${size > MAX_PICTURE_BYTES ? 'smaller' : 'bigger'}.`,
    )
}

/**
 * Refuses an invalid post before any request.
 *
 * @returns The picture. Null for a post without a picture.
 * @throws NotSupportedError for a video, a scheduled post, and a reply.
 * @throws InvalidPostError with the required correction.
 */
export async function checkLocalPost(post: Post<ReadOptions>): Promise<Media | null> {
  checkPost(post, { platform: CHECKED, limits: LIMITS })
  const [picture] = post.media
  if (picture === undefined) return null
  await checkPicture(picture)
  return picture
}

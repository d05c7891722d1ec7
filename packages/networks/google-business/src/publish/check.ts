import {
  assertAllAsync,
  type CheckContext,
  checkPost,
  invalidPost,
  type Media,
  type Post,
} from '@social/core/platform'

import { MAX_PICTURE_BYTES, LIMITS, MIN_PICTURE_BYTES } from '../limits.js'
import { PICTURE_TOO_SMALL } from '../messages.js'
import type { ReadOptions } from '../options.js'

/** Platform properties that the shared checks read. */
const CHECKED: CheckContext['platform'] = {
  name: 'google_business',
  features: new Set(['POST_TEXT', 'POST_IMAGE'] as const),
}

/** Accepted types of pictures. https://support.google.com/business/answer/6103862 (copy of 2026) */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])

function checkType({ contentType, filename, url }: Media): void {
  if (url !== null || PICTURE_TYPES.has(contentType)) return
  throw invalidPost('google_business', {
    field: 'media',
    code: 'FILE_TYPE',
    mediaIndex: 0,
    limit: 'JPEG, PNG',
    actual: contentType,
    facts: { file: filename ?? contentType },
    message: `google_business takes pictures of the types JPEG and PNG, not ${contentType} (${filename ?? 'no name'}). Convert it.`,
  })
}

async function checkSize(picture: Media): Promise<void> {
  const size = picture.url === null ? await picture.size() : null
  if (size === null || (size >= MIN_PICTURE_BYTES && size <= MAX_PICTURE_BYTES)) return
  const isLarge = size > MAX_PICTURE_BYTES
  throw invalidPost('google_business', {
    field: 'media',
    code: isLarge ? 'FILE_TOO_LARGE' : 'PICTURE_TOO_SMALL',
    mediaIndex: 0,
    limit: isLarge ? MAX_PICTURE_BYTES : MIN_PICTURE_BYTES,
    actual: size,
    facts: { file: picture.filename },
    userText: isLarge ? undefined : PICTURE_TOO_SMALL,
    message: `The picture has ${size} bytes; google_business takes ${MIN_PICTURE_BYTES} to ${MAX_PICTURE_BYTES} (5 MB). Make it ${isLarge ? 'smaller' : 'bigger'}.`,
  })
}

/**
 * Refuses an invalid post before any request.
 *
 * @returns The picture. Null for a post without a picture.
 * @throws NotSupportedError for a video, a scheduled post, and a reply.
 * @throws InvalidPostError with the required correction.
 */
export async function checkLocalPost(post: Post<ReadOptions>): Promise<Media | null> {
  const [picture] = post.media
  await assertAllAsync(
    () => checkPost(post, { platform: CHECKED, limits: LIMITS }),
    ...(picture?.kind === 'IMAGE' ? [() => checkType(picture), () => checkSize(picture)] : []),
  )
  return picture ?? null
}

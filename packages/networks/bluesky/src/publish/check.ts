import {
  type CheckContext,
  checkPost,
  InvalidPostError,
  type Limits,
  type Media,
  type Post,
  readImageSize,
  refuseAddresses,
} from '@social/core/platform'

import { MAX_THUMB_BYTES, IMAGES_OF_AN_EMBED } from '../limits.js'
import { isWebAddress } from '../map/index.js'
import type { ReadOptions } from '../options.js'

/** Features of Bluesky that the shared checks of a post read. */
const CHECKED: CheckContext['platform'] = {
  name: 'bluesky',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'REPLY'] as const),
}

function refuse(message: string): never {
  throw new InvalidPostError(message, { platform: 'bluesky' })
}

function refuseMixtures({
  media,
  options,
  replyTo,
}: Pick<Post<ReadOptions>, 'media' | 'options' | 'replyTo'>): void {
  if (replyTo !== null && options.allowReplies !== undefined)
    refuse(
      'options.allowReplies is only allowed for the first post of a thread. Remove options.allowReplies, or post without replyTo.',
    )
  if (new Set(media.map(({ kind }) => kind)).size > 1)
    refuse('bluesky accepts pictures or one video in a post, not both. Remove one kind, or create two posts.')
  if (options.captions && media[0]?.kind !== 'VIDEO')
    refuse('options.captions requires a video. Add a video, or remove options.captions.')
  if (!options.external) return
  if (media.length > 1 || media.some(({ kind }) => kind === 'VIDEO'))
    refuse(
      'bluesky shows a link card or media, not both. With options.external only one picture is accepted, as the picture of the card. Remove the other files.',
    )
  const { uri } = options.external
  if (!/^https?:/i.test(uri) || !isWebAddress(uri))
    refuse('options.external.uri must be a URL that starts with https:// or http://.')
}

async function checkFile(file: Media, name: string, maxBytes: number | null): Promise<void> {
  const size = await file.size()
  if (maxBytes !== null && size !== null && size > maxBytes)
    refuse(`"${name}" has ${size} bytes. bluesky accepts at most ${maxBytes}. Make it smaller.`)
  if (file.kind === 'VIDEO' && file.contentType !== 'video/mp4')
    refuse(
      `"${name}" has the type ${file.contentType}. bluesky accepts videos only as video/mp4. Convert it.`,
    )
}

/**
 * Checks a post except for its files. Sends no request.
 *
 * @throws InvalidPostError with the exceeded limit, or the part to remove.
 * @throws NotSupportedError for a publish time.
 */
export function checkText(post: Post<ReadOptions>, limits: Limits): void {
  refuseAddresses(post.media, { platform: 'bluesky' })
  checkPost(post, { platform: CHECKED, limits })
  refuseMixtures(post)
}

/**
 * Checks the files of a post. Sends no request.
 *
 * @throws InvalidPostError with the file and the exceeded limit.
 */
export async function checkFiles(post: Post<ReadOptions>, limits: Limits): Promise<void> {
  const isGallery = post.media.length > IMAGES_OF_AN_EMBED
  for (const [index, file] of post.media.entries()) {
    const name = file.filename ?? `media[${index}]`
    if (isGallery && (await readImageSize(file)) === null)
      refuse(
        `The width and height of "${name}" cannot be read, and bluesky requires them for every picture of a gallery. Save it as JPEG, PNG, WebP or GIF, or post at most ${IMAGES_OF_AN_EMBED} pictures.`,
      )
    const maxBytes =
      file.kind === 'VIDEO'
        ? limits.maxVideoBytes
        : post.options.external
          ? Math.min(limits.maxImageBytes ?? MAX_THUMB_BYTES, MAX_THUMB_BYTES)
          : limits.maxImageBytes
    await checkFile(file, name, maxBytes)
  }
}

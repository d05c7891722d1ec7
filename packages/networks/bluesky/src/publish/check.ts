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

/** Platform values required by the shared checks. */
const CHECKED: CheckContext['platform'] = {
  name: 'bluesky',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'REPLY'] as const),
}

function refuse(words: string): never {
  throw new InvalidPostError(words, { platform: 'bluesky' })
}

function refuseMixtures({
  media,
  options,
  replyTo,
}: Pick<Post<ReadOptions>, 'media' | 'options' | 'replyTo'>): void {
  if (replyTo !== null && options.allowReplies !== undefined)
    refuse(
      'bluesky lets only the first post of a thread say who may answer. Take options.allowReplies out, or post it by itself.',
    )
  if (new Set(media.map(({ kind }) => kind)).size > 1)
    refuse('bluesky takes pictures or one video, not both in one post. Take one kind out, or make two posts.')
  if (options.captions && media[0]?.kind !== 'VIDEO')
    refuse('options.captions are the captions of a video. Add the video, or take them out.')
  if (!options.external) return
  if (media.length > 1 || media.some(({ kind }) => kind === 'VIDEO'))
    refuse(
      'bluesky shows a link card or media, not both: beside options.external only one picture is taken, which becomes the card’s own. Take the others out.',
    )
  const { uri } = options.external
  if (!/^https?:/i.test(uri) || !isWebAddress(uri))
    refuse('options.external.uri must be an address that starts with https:// or http://.')
}

async function checkFile(file: Media, name: string, biggest: number | null): Promise<void> {
  const size = await file.size()
  if (biggest !== null && size !== null && size > biggest)
    refuse(`"${name}" has ${size} bytes; bluesky takes at most ${biggest}. Make it smaller.`)
  if (file.kind === 'VIDEO' && file.contentType !== 'video/mp4')
    refuse(`"${name}" is ${file.contentType}; bluesky takes videos as video/mp4 only. Convert it.`)
}

/**
 * Refuses what no server takes, but for the insides of files. No request.
 *
 * @throws InvalidPostError naming the limit, or what to take out.
 * @throws NotSupportedError for a set time.
 */
export function checkText(post: Post<ReadOptions>, limits: Limits): void {
  refuseAddresses(post.media, { platform: 'bluesky' })
  checkPost(post, { platform: CHECKED, limits })
  refuseMixtures(post)
}

/** Refuses files that no server takes. No request. @throws InvalidPostError naming the file and the limit. */
export async function checkFiles(post: Post<ReadOptions>, limits: Limits): Promise<void> {
  const isGallery = post.media.length > IMAGES_OF_AN_EMBED
  for (const [index, file] of post.media.entries()) {
    const name = file.filename ?? `media[${index}]`
    if (isGallery && (await readImageSize(file)) === null)
      refuse(
        `bluesky needs width and height of every picture of a gallery, and those of "${name}" cannot be read. Save it as JPEG, PNG, WebP or GIF, or post at most ${IMAGES_OF_AN_EMBED} pictures.`,
      )
    const biggest =
      file.kind === 'VIDEO'
        ? limits.maxVideoBytes
        : post.options.external
          ? Math.min(limits.maxImageBytes ?? MAX_THUMB_BYTES, MAX_THUMB_BYTES)
          : limits.maxImageBytes
    await checkFile(file, name, biggest)
  }
}

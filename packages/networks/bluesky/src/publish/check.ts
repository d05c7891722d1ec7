import {
  assertAll,
  assertAllAsync,
  type CheckContext,
  checkPost,
  invalidPost,
  type Limits,
  type Media,
  type Post,
  readImageSize,
  refuseAddresses,
} from '@social/core/platform'

import { MAX_THUMB_BYTES, IMAGES_OF_AN_EMBED } from '../limits.js'
import { isWebAddress } from '../map/index.js'
import { refusal } from '../messages.js'
import type { ReadOptions } from '../options.js'

/** Features of Bluesky that the shared checks of a post read. */
const CHECKED: CheckContext['platform'] = {
  name: 'bluesky',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'REPLY'] as const),
}

type Draft = Pick<Post<ReadOptions>, 'media' | 'options' | 'replyTo'>

function refuseReplyRules({ options, replyTo }: Draft): void {
  if (replyTo !== null && options.allowReplies !== undefined)
    throw refusal(
      'REPLY_RULES_OF_REPLY',
      'options.allowReplies is only allowed for the first post of a thread. Remove options.allowReplies, or post without replyTo.',
      { field: 'options', optionPath: 'allowReplies' },
    )
}

function refuseMixedKinds({ media }: Draft): void {
  if (new Set(media.map(({ kind }) => kind)).size > 1)
    throw invalidPost('bluesky', {
      field: 'media',
      code: 'MIXED_MEDIA',
      message:
        'bluesky accepts pictures or one video in a post, not both. Remove one kind, or create two posts.',
    })
}

function refuseCaptions({ media, options }: Draft): void {
  if (options.captions && media[0]?.kind !== 'VIDEO')
    throw refusal(
      'CAPTIONS_WITHOUT_VIDEO',
      'options.captions requires a video. Add a video, or remove options.captions.',
      { field: 'options', optionPath: 'captions' },
    )
}

function refuseCard({ media, options }: Draft): void {
  if (!options.external) return
  const { uri } = options.external
  assertAll(
    () => {
      if (media.length > 1 || media.some(({ kind }) => kind === 'VIDEO'))
        throw refusal(
          'LINK_CARD_WITH_MEDIA',
          'bluesky shows a link card or media, not both. With options.external only one picture is accepted, as the picture of the card. Remove the other files.',
          { field: 'options', optionPath: 'external' },
        )
    },
    () => {
      if (!/^https?:/i.test(uri) || !isWebAddress(uri))
        throw refusal(
          'LINK_CARD_ADDRESS',
          'options.external.uri must be a URL that starts with https:// or http://.',
          { field: 'options', optionPath: 'external.uri' },
        )
    },
  )
}

/**
 * Checks a post except for its files. Sends no request.
 *
 * @throws InvalidPostError with the exceeded limit, or the part to remove.
 * @throws NotSupportedError for a publish time.
 */
export function checkText(post: Post<ReadOptions>, limits: Limits): void {
  assertAll(
    () => refuseAddresses(post.media, { platform: 'bluesky' }),
    () => checkPost(post, { platform: CHECKED, limits }),
    () => refuseReplyRules(post),
    () => refuseMixedKinds(post),
    () => refuseCaptions(post),
    () => refuseCard(post),
  )
}

/**
 * Checks a post with its files. Sends no request.
 *
 * @throws InvalidPostError with all problems.
 */
export async function checkDraft(post: Post<ReadOptions>, limits: Limits): Promise<void> {
  await assertAllAsync(
    () => checkText(post, limits),
    () => checkFiles(post, limits),
  )
}

/**
 * Checks the files of a post. Sends no request.
 *
 * @throws InvalidPostError with the file and the exceeded limit.
 */
export async function checkFiles(post: Post<ReadOptions>, limits: Limits): Promise<void> {
  await assertAllAsync(...post.media.map((file, index) => () => checkFile(file, index, { post, limits })))
}

async function checkFile(
  file: Media,
  mediaIndex: number,
  { post, limits }: { readonly post: Post<ReadOptions>; readonly limits: Limits },
): Promise<void> {
  const name = file.filename ?? `media[${mediaIndex}]`
  const issue = { field: 'media', mediaIndex, facts: { file: file.filename } } as const
  const maxBytes = maxBytesOf(file, post, limits)
  await assertAllAsync(
    async () => {
      if (post.media.length > IMAGES_OF_AN_EMBED && file.url === null && (await readImageSize(file)) === null)
        throw refusal(
          'GALLERY_PICTURE_SIZE',
          `The width and height of "${name}" cannot be read, and bluesky requires them for every picture of a gallery. Save it as JPEG, PNG, WebP or GIF, or post at most ${IMAGES_OF_AN_EMBED} pictures.`,
          { ...issue, limit: IMAGES_OF_AN_EMBED },
        )
    },
    async () => {
      const size = await file.size()
      if (maxBytes !== null && size !== null && size > maxBytes)
        throw invalidPost('bluesky', {
          ...issue,
          code: 'FILE_TOO_LARGE',
          limit: maxBytes,
          actual: size,
          message: `"${name}" has ${size} bytes. bluesky accepts at most ${maxBytes}. Make it smaller.`,
        })
    },
    () => {
      if (file.kind === 'VIDEO' && file.contentType !== 'video/mp4')
        throw invalidPost('bluesky', {
          ...issue,
          code: 'FILE_TYPE',
          limit: 'MP4',
          actual: file.contentType,
          message: `"${name}" has the type ${file.contentType}. bluesky accepts videos only as video/mp4. Convert it.`,
        })
    },
  )
}

function maxBytesOf({ kind }: Media, { options }: Post<ReadOptions>, limits: Limits): number | null {
  if (kind === 'VIDEO') return limits.maxVideoBytes
  const isOfCard = options.external !== undefined
  return isOfCard ? Math.min(limits.maxImageBytes ?? MAX_THUMB_BYTES, MAX_THUMB_BYTES) : limits.maxImageBytes
}

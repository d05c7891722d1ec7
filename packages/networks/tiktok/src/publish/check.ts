import {
  assertAllAsync,
  type CheckContext,
  checkPost,
  invalidPost,
  type Media,
  NotSupportedError,
  type Post,
  readOptions,
  refuseAddresses,
} from '@social/core/platform'

import { LIMITS, MAX_VIDEO_BYTES } from '../limits.js'
import { TEXTS } from '../messages.js'
import { postOptions, type ReadOptions } from '../options.js'

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
  const mediaIndex = media.findIndex(({ kind }) => kind === 'IMAGE')
  if (mediaIndex < 0) return
  throw new NotSupportedError({
    platform: 'tiktok',
    what: 'posts with pictures',
    suggestion:
      'Attach one video instead. TikTok fetches the pictures of a carousel from a verified domain, which is not supported.',
    issue: {
      field: 'media',
      code: 'MEDIA_KIND_NOT_SUPPORTED',
      mediaIndex,
      actual: 'IMAGE',
      facts: { kind: 'IMAGE' },
    },
  })
}

function refuseDraftText({ options, text, media }: Post<ReadOptions>): void {
  if (options.sendTo !== 'drafts' || text === '' || media.length === 0) return
  throw invalidPost('tiktok', {
    field: 'text',
    code: 'DRAFT_TEXT',
    userText: TEXTS.DRAFT_TEXT,
    message:
      'tiktok does not accept text with a draft: the person writes the caption in the app. Clear the text, or set options.sendTo to "profile".',
  })
}

const nameOf = ({ filename }: Media): string => filename ?? 'the video'

function refuseType(video: Media): void {
  if (CONTENT_TYPES.has(video.contentType)) return
  throw invalidPost('tiktok', {
    field: 'media',
    code: 'FILE_TYPE',
    mediaIndex: 0,
    limit: 'MP4, MOV, WebM',
    actual: video.contentType,
    facts: { file: video.filename ?? '' },
    message: `tiktok accepts .mp4, .mov and .webm. "${nameOf(video)}" is ${video.contentType}. Convert it first.`,
  })
}

function refuseSize(video: Media, size: number): void {
  const facts = { file: video.filename ?? '' }
  if (size === 0)
    throw invalidPost('tiktok', {
      field: 'media',
      code: 'FILE_EMPTY',
      mediaIndex: 0,
      actual: 0,
      facts,
      userText: TEXTS.FILE_EMPTY,
      message: `The file "${nameOf(video)}" is empty. Post again when it is complete.`,
    })
  if (size > MAX_VIDEO_BYTES)
    throw invalidPost('tiktok', {
      field: 'media',
      code: 'FILE_TOO_LARGE',
      mediaIndex: 0,
      limit: MAX_VIDEO_BYTES,
      actual: size,
      facts,
      message: `"${nameOf(video)}" has ${size} bytes. tiktok accepts at most ${MAX_VIDEO_BYTES} (4 GB). Make it smaller.`,
    })
}

/** Checks the only video of the post, and returns its size in bytes. */
async function checkVideo(video: Media): Promise<number> {
  let size = 0
  await assertAllAsync(
    () => refuseType(video),
    async () => {
      size = (await video.size()) ?? 0
      refuseSize(video, size)
    },
  )
  return size
}

/** Destination for the check of a post with invalid options. */
const destinationOf = ({ options: { sendTo } }: Post<Partial<ReadOptions>>): 'drafts' | 'profile' =>
  sendTo === undefined || sendTo === 'drafts' ? 'drafts' : 'profile'

/** Checks everything except the options, and returns the size of the video in bytes. */
async function checkContent(post: Post<ReadOptions>): Promise<number> {
  const [video] = post.media
  let size = 0
  await assertAllAsync(
    () => refusePictures(post.media),
    () => refuseDraftText(post),
    () => checkPost(post, { platform: CHECKED, limits: LIMITS }),
    () => refuseAddresses(post.media, { platform: 'tiktok' }),
    async () => {
      // Only a local video can be checked. The other problems are reported above.
      if (video?.kind === 'VIDEO' && video.url === null) size = await checkVideo(video)
    },
  )
  return size
}

/**
 * Reads the options of a post and checks the post before any request. Reports all problems together.
 *
 * @returns The post with its options, its only video, and the size of the video in bytes.
 * @throws NotSupportedError for pictures, text-only posts, a scheduled time and a reply.
 * @throws InvalidPostError with the required change.
 */
export async function readDraft(post: Post<ReadOptions>): Promise<{
  readonly draft: Post<ReadOptions>
  readonly video: Media
  readonly size: number
}> {
  let draft: Post<ReadOptions> = { ...post, options: { sendTo: destinationOf(post) } }
  let size = 0
  await assertAllAsync(
    () => {
      draft = { ...post, options: readOptions(postOptions, post.options, { platform: 'tiktok' }) }
    },
    async () => {
      size = await checkContent(draft)
    },
  )
  const [video] = draft.media
  if (video === undefined)
    throw invalidPost('tiktok', {
      field: 'media',
      code: 'MEDIA_REQUIRED',
      facts: { kinds: 'VIDEO' },
      message: 'tiktok requires one video. Attach it with Media.fromFile(path).',
    })
  return { draft, video, size }
}

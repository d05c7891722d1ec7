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

import { LIMITS } from '../limits.js'
import { issueOf, TEXTS } from '../messages.js'
import { postOptions, type ReadOptions } from '../options.js'

/** Platform properties that the shared checks read. */
export const CHECKED: CheckContext['platform'] = {
  name: 'youtube',
  features: new Set(['POST_VIDEO', 'SCHEDULE'] as const),
  textOnlyAdvice: 'Every YouTube post requires a video.',
}

/** Refuses angle brackets in a description. `what` names the description in the message. */
export function refuseBrackets(text: string, what: string): void {
  if (!/[<>]/.test(text)) return
  throw invalidPost('youtube', {
    field: 'text',
    ...issueOf('ANGLE_BRACKETS'),
    message: `${what} must not contain < or >: youtube refuses both. Remove them.`,
  })
}

function refuseShownSchedule({ publishAt, options: { privacyStatus } }: Post<ReadOptions>): void {
  if (!publishAt || privacyStatus === 'private') return
  throw invalidPost('youtube', {
    field: 'options',
    code: 'OPTION_CONFLICT',
    optionPath: 'privacyStatus',
    actual: privacyStatus,
    limit: 'private',
    userText: TEXTS.SCHEDULE_NEEDS_PRIVATE,
    message: `youtube publishes only private videos at a set time, and options.privacyStatus is "${privacyStatus}". Pass 'private', or omit it or publishAt.`,
  })
}

async function refuseLargeVideo(video: Media | undefined): Promise<void> {
  const size = video?.url === null ? await video.size() : null
  const { maxVideoBytes } = LIMITS
  if (size === null || maxVideoBytes === null || size <= maxVideoBytes) return
  throw invalidPost('youtube', {
    field: 'media',
    code: 'FILE_TOO_LARGE',
    mediaIndex: 0,
    limit: maxVideoBytes,
    actual: size,
    facts: { file: video?.filename ?? '' },
    message: `The video has ${size} bytes; youtube takes at most ${maxVideoBytes} (256 GiB). Make it smaller.`,
  })
}

function videoOf({ media: [video] }: Post<ReadOptions>): Media {
  if (video) return video
  throw new NotSupportedError({
    platform: 'youtube',
    what: 'posts without a video',
    suggestion: 'Attach one.',
    issue: { field: 'media', code: 'MEDIA_REQUIRED', facts: { kinds: 'VIDEO' } },
  })
}

function checkContent(post: Post<ReadOptions>): Promise<void> {
  return assertAllAsync(
    () => checkPost(post, { platform: CHECKED, limits: LIMITS }),
    () => refuseBrackets(post.text, 'The description, which is Post.text,'),
    () => refuseShownSchedule(post),
    () => refuseAddresses(post.media, { platform: 'youtube' }),
    () => refuseLargeVideo(post.media[0]),
  )
}

/**
 * Reads the options of a post and checks the post before any quota is used. Reports all problems together.
 *
 * @returns The only video of the post, and the options with defaults.
 * @throws NotSupportedError for a post without a video, a post with a picture, and a reply.
 * @throws InvalidPostError with the required correction.
 */
export async function readVideoPost(
  post: Post<ReadOptions>,
): Promise<{ readonly video: Media; readonly options: ReadOptions }> {
  // The default visibility applies to the check of a post with invalid options.
  const read: { options: ReadOptions } = {
    options: { title: '', madeForKids: false, privacyStatus: 'private' },
  }
  await assertAllAsync(
    () => {
      read.options = readOptions(postOptions, post.options, { platform: 'youtube' })
    },
    () => checkContent({ ...post, options: read.options }),
  )
  return { video: videoOf(post), options: read.options }
}

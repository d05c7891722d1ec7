import {
  assertAllAsync,
  type CheckContext,
  checkPost,
  type InvalidPostError,
  invalidPost,
  NotSupportedError,
  type Post,
  type PostIssueInit,
  type PublishCall,
} from '@social/core/platform'

import {
  LATEST_REEL_SECONDS,
  LATEST_SCHEDULE_SECONDS,
  limitsOf,
  SOONEST_SCHEDULE_SECONDS,
} from '../limits.js'
import { TEXTS } from '../messages.js'
import { INFO } from '../option-infos.js'
import type { ReadOptions, Settings } from '../options.js'

/** Platform properties that the shared checks read. */
export const CHECKED: CheckContext['platform'] = {
  name: 'facebook',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'SCHEDULE'] as const),
}

/** A post with validated options. */
export type FacebookPost = Post<ReadOptions>

function refuse(issue: PostIssueInit): InvalidPostError {
  return invalidPost('facebook', issue)
}

/** Builds the issue of an option that does not fit the post. */
const option = (optionPath: keyof typeof INFO, code: keyof typeof TEXTS) =>
  ({
    field: 'options',
    optionPath,
    code,
    userText: TEXTS[code],
    facts: { field: INFO[optionPath].label },
  }) as const

/**
 * Refuses a scheduled time less than 10 minutes or more than 30 days ahead by Facebook's clock.
 * Facebook would refuse such a post or publish it immediately. The time is checked again after the
 * uploads.
 *
 * @throws InvalidPostError with both limits.
 */
export function refuseOutsideWindow(
  { publishAt, options }: Pick<FacebookPost, 'publishAt' | 'options'>,
  call: Pick<PublishCall, 'networkNow'>,
): void {
  if (publishAt === null) return
  const latest = options.placement === 'reel' ? LATEST_REEL_SECONDS : LATEST_SCHEDULE_SECONDS
  const now = call.networkNow().getTime()
  const ahead = (publishAt.getTime() - now) / 1000
  if (ahead >= SOONEST_SCHEDULE_SECONDS && ahead <= latest) return
  const kind = options.placement === 'reel' ? 'a reel' : 'a post'
  const isEarly = ahead < SOONEST_SCHEDULE_SECONDS
  const limit = new Date(now + (isEarly ? SOONEST_SCHEDULE_SECONDS : latest) * 1000)
  throw refuse({
    field: 'publishAt',
    code: isEarly ? 'SCHEDULE_TOO_SOON' : 'SCHEDULE_TOO_LATE',
    limit: limit.toISOString(),
    actual: publishAt.toISOString(),
    facts: { limit },
    message: `publishAt must be from 10 minutes to ${latest / 86_400} days ahead for ${kind} on facebook. Choose another time, or omit it to publish now.`,
  })
}

const videosIn = ({ media }: FacebookPost): number => media.filter(({ kind }) => kind === 'VIDEO').length

function refuseMixture(post: FacebookPost): void {
  const videos = videosIn(post)
  if (videos > 0 && videos < post.media.length)
    throw refuse({
      field: 'media',
      code: 'MIXED_MEDIA',
      message: 'facebook takes pictures or one video, not both. Split the post in two.',
    })
}

function refuseLink({ media, options }: FacebookPost): void {
  if (options.link !== undefined && media.length > 0)
    throw refuse({
      ...option('link', 'LINK_WITH_FILES'),
      message: 'options.link is only for text-only posts. Put the URL into the text, or remove the files.',
    })
}

function refuseButton({ options }: FacebookPost): void {
  if (options.callToAction !== undefined && options.link === undefined)
    throw refuse({
      ...option('callToAction', 'BUTTON_WITHOUT_LINK'),
      message: 'options.callToAction is the button of a link. Pass options.link too, or omit it.',
    })
}

function refuseTitle(post: FacebookPost): void {
  if (post.options.title !== undefined && videosIn(post) === 0)
    throw refuse({
      ...option('title', 'TITLE_WITHOUT_VIDEO'),
      message: 'options.title is only for a video or a reel. Omit it, or use Post.text.',
    })
}

function refusePlace(post: FacebookPost): void {
  const { options } = post
  if (options.place !== undefined && options.placement === 'feed' && videosIn(post) > 0)
    throw refuse({
      ...option('place', 'PLACE_WITH_VIDEO'),
      message:
        'facebook does not take a place for a video in the feed. Post it as a reel, or omit options.place.',
    })
}

/**
 * Refuses files that do not fit the placement.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read
 * 2026-11-22)
 */
function refusePlacementFiles({ media, options: { placement } }: FacebookPost): void {
  const [first] = media
  const files = { field: 'media', limit: 1, actual: media.length } as const
  if (placement === 'reel' && (media.length !== 1 || first?.kind !== 'VIDEO'))
    throw refuse({
      ...files,
      code: 'REEL_ONE_VIDEO',
      userText: TEXTS.REEL_ONE_VIDEO,
      message: 'A reel requires exactly one video. Attach one, or omit options.placement.',
    })
  if (placement === 'story' && media.length !== 1)
    throw refuse({
      ...files,
      code: 'STORY_ONE_FILE',
      userText: TEXTS.STORY_ONE_FILE,
      message: 'A story requires exactly one picture or video. Attach one.',
    })
}

const STORY_MESSAGE =
  'facebook does not take text, a title or a place with a story. Omit them, or draw them into the file.'

function refuseStoryText({ text, options }: FacebookPost): void {
  if (options.placement === 'story' && text !== '')
    throw refuse({
      field: 'text',
      code: 'STORY_WITH_TEXT',
      userText: TEXTS.STORY_WITH_TEXT,
      message: STORY_MESSAGE,
    })
}

function refuseStoryOption({ options }: FacebookPost, name: 'title' | 'place'): void {
  if (options.placement === 'story' && options[name] !== undefined)
    throw refuse({
      ...option(name, 'NOT_IN_STORIES'),
      message: `facebook does not take a ${name} with a story. Omit options.${name}, or draw it into the file.`,
    })
}

function refuseScheduledStory({ options, publishAt }: FacebookPost): void {
  if (options.placement === 'story' && publishAt !== null)
    throw new NotSupportedError({
      platform: 'facebook',
      what: 'scheduled stories',
      suggestion: 'Omit publishAt, and post at that time.',
      issue: { field: 'publishAt', code: 'STORY_SCHEDULED', userText: TEXTS.STORY_SCHEDULED },
    })
}

async function refuseLargeVideo({ media }: FacebookPost, { maxVideoBytes }: Settings): Promise<void> {
  const mediaIndex = media.findIndex(({ kind }) => kind === 'VIDEO')
  const video = media[mediaIndex]
  const size = (await video?.size()) ?? null
  if (size === null || size <= maxVideoBytes) return
  throw new NotSupportedError({
    platform: 'facebook',
    what: `a video of ${size} bytes; the maximum is ${maxVideoBytes}`,
    suggestion: 'Make it smaller, or raise facebook({ maxVideoBytes }) if your app is allowed to send more.',
    issue: {
      field: 'media',
      code: 'FILE_TOO_LARGE',
      mediaIndex,
      limit: maxVideoBytes,
      actual: size,
      facts: { file: video?.filename },
    },
  })
}

/**
 * Refuses an invalid post before any request, with all its problems.
 *
 * @throws InvalidPostError with the required correction.
 * @throws NotSupportedError for features that Facebook lacks.
 */
export async function checkFacebookPost(
  post: FacebookPost,
  settings: Settings,
  call: PublishCall,
): Promise<void> {
  await assertAllAsync(
    () => checkPost(post, { platform: CHECKED, limits: limitsOf(settings) }),
    () => refuseMixture(post),
    () => refuseLink(post),
    () => refuseButton(post),
    () => refuseTitle(post),
    () => refusePlace(post),
    () => refusePlacementFiles(post),
    () => refuseStoryText(post),
    () => refuseStoryOption(post, 'title'),
    () => refuseStoryOption(post, 'place'),
    () => refuseScheduledStory(post),
    () => refuseOutsideWindow(post, call),
    () => refuseLargeVideo(post, settings),
  )
}

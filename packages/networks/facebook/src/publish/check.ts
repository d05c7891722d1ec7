import {
  type CheckContext,
  checkPost,
  InvalidPostError,
  NotSupportedError,
  type Post,
  type PublishCall,
} from '@social/core/platform'

import {
  LATEST_REEL_SECONDS,
  LATEST_SCHEDULE_SECONDS,
  limitsOf,
  SOONEST_SCHEDULE_SECONDS,
} from '../limits.js'
import type { ReadOptions, Settings } from '../options.js'

/** Platform properties that the shared checks read. */
export const CHECKED: CheckContext['platform'] = {
  name: 'facebook',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'SCHEDULE'] as const),
}

/** A post with validated options. */
export type FacebookPost = Post<ReadOptions>

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'facebook' })
}

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
  const ahead = (publishAt.getTime() - call.networkNow().getTime()) / 1000
  if (ahead >= SOONEST_SCHEDULE_SECONDS && ahead <= latest) return
  const kind = options.placement === 'reel' ? 'a reel' : 'a post'
  throw refuse(
    `publishAt must be from 10 minutes to ${latest / 86_400} days ahead for ${kind} on facebook. Choose another time, or omit it to publish now.`,
  )
}

function refuseMixture({ media, options }: FacebookPost): void {
  const videos = media.filter(({ kind }) => kind === 'VIDEO').length
  if (videos > 0 && videos < media.length)
    throw refuse('facebook takes pictures or one video, not both. Split the post in two.')
  if (options.link !== undefined && media.length > 0)
    throw refuse('options.link is only for text-only posts. Put the URL into the text, or remove the files.')
  if (options.callToAction !== undefined && options.link === undefined)
    throw refuse('options.callToAction is the button of a link. Pass options.link too, or omit it.')
  if (options.title !== undefined && videos === 0)
    throw refuse('options.title is only for a video or a reel. Omit it, or use Post.text.')
  if (options.place !== undefined && options.placement === 'feed' && videos > 0)
    throw refuse(
      'facebook does not take a place for a video in the feed. Post it as a reel, or omit options.place.',
    )
}

/**
 * Throws for an invalid reel or story.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read
 * 2026-11-22)
 */
function refusePlacement({ media, text, options, publishAt }: FacebookPost): void {
  const { placement } = options
  const [first] = media
  if (placement === 'reel' && (media.length !== 1 || first?.kind !== 'VIDEO'))
    throw refuse('A reel requires exactly one video. Attach one, or omit options.placement.')
  if (placement !== 'story') return
  if (media.length !== 1) throw refuse('A story requires exactly one picture or video. Attach one.')
  if (text !== '' || options.title !== undefined || options.place !== undefined)
    throw refuse(
      'facebook does not take text, a title or a place with a story. Omit them, or draw them into the file.',
    )
  if (publishAt !== null)
    throw new NotSupportedError({
      platform: 'facebook',
      what: 'scheduled stories',
      suggestion: 'Omit publishAt, and post at that time.',
    })
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws InvalidPostError with the required correction.
 * @throws NotSupportedError for features that Facebook lacks.
 */
export async function checkFacebookPost(
  post: FacebookPost,
  settings: Settings,
  call: PublishCall,
): Promise<void> {
  checkPost(post, { platform: CHECKED, limits: limitsOf(settings) })
  refuseMixture(post)
  refusePlacement(post)
  refuseOutsideWindow(post, call)
  const video = post.media.find(({ kind }) => kind === 'VIDEO')
  const size = (await video?.size()) ?? null
  if (size !== null && size > settings.maxVideoBytes)
    throw new NotSupportedError({
      platform: 'facebook',
      what: `a video of ${size} bytes; the maximum is ${settings.maxVideoBytes}`,
      suggestion:
        'Make it smaller, or raise facebook({ maxVideoBytes }) if your app is allowed to send more.',
    })
}

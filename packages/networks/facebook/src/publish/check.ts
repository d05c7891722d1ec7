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

/** Platform fields read by the shared checks. */
export const CHECKED: CheckContext['platform'] = {
  name: 'facebook',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'SCHEDULE'] as const),
}

/** A post with its options read. */
export type FacebookPost = Post<ReadOptions>

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'facebook' })
}

/**
 * Refuses a moment that Facebook would refuse, or, worse, would publish at once: 10 minutes to 30 days ahead by its own
 * clock. Asked again after the uploads.
 *
 * @throws InvalidPostError naming both ends.
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
    `publishAt must be from 10 minutes to ${latest / 86_400} days ahead for ${kind} on facebook. Choose another moment, or leave it out to publish now.`,
  )
}

function refuseMixture({ media, options }: FacebookPost): void {
  const videos = media.filter(({ kind }) => kind === 'VIDEO').length
  if (videos > 0 && videos < media.length)
    throw refuse('facebook takes pictures or one video, not both. Make two posts of it.')
  if (options.link !== undefined && media.length > 0)
    throw refuse(
      'options.link stands below words alone. Put the address into the text, or leave the files out.',
    )
  if (options.callToAction !== undefined && options.link === undefined)
    throw refuse('options.callToAction is the button of a link. Pass options.link too, or leave it out.')
  if (options.title !== undefined && videos === 0)
    throw refuse('options.title is for a video or a reel. Leave it out; Post.text are the words.')
  if (options.place !== undefined && options.placement === 'feed' && videos > 0)
    throw refuse(
      'facebook takes no place for a video in the feed. Post it as a reel, or leave options.place out.',
    )
}

/** What a reel or a story is made of. https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-22) */
function refusePlacement({ media, text, options, publishAt }: FacebookPost): void {
  const { placement } = options
  const [first] = media
  if (placement === 'reel' && (media.length !== 1 || first?.kind !== 'VIDEO'))
    throw refuse('A reel is exactly one video. Attach one, or leave options.placement out.')
  if (placement !== 'story') return
  if (media.length !== 1) throw refuse('A story is exactly one picture or video. Attach one.')
  if (text !== '' || options.title !== undefined || options.place !== undefined)
    throw refuse(
      'facebook takes no words, no title and no place with a story. Leave them out, or draw them into the file.',
    )
  if (publishAt !== null)
    throw new NotSupportedError({
      platform: 'facebook',
      what: 'stories that come out at a set time',
      suggestion: 'Leave publishAt out, and post when the time has come.',
    })
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws InvalidPostError naming what to correct.
 * @throws NotSupportedError for what Facebook cannot do.
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
      what: `a video of ${size} bytes; the biggest one is ${settings.maxVideoBytes}`,
      suggestion: 'Make it smaller, or raise facebook({ maxVideoBytes }) if your app may send more.',
    })
}

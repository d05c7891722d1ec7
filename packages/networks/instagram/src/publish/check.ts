import {
  type CheckContext,
  checkPost,
  InvalidPostError,
  measureText,
  type Media,
  type Post,
} from '@social/core/platform'

import { MIN_PIECES, limitsOf, MAX_ALT_TEXT_LENGTH, MAX_HASHTAGS, MAX_PIECES } from '../limits.js'
import type { ReadOptions } from '../options.js'

/** Features of Instagram that the shared checks of a post read. */
const CHECKED: CheckContext['platform'] = {
  name: 'instagram',
  features: new Set(['POST_IMAGE', 'POST_VIDEO'] as const),
  textOnlyAdvice: 'An Instagram post requires a picture or a video. Post.text is its caption.',
}

/** Matches a hashtag by the same rules as Instagram. */
const HASHTAG = /#[\p{L}\p{N}_]+/gu

/** Post options that only reels accept. */
const OF_REELS = ['shareToFeed', 'coverUrl', 'thumbOffsetMs', 'audioName', 'trial'] as const

/** Kind of a post at Instagram. */
export type PostKind = 'PICTURE' | 'REEL' | 'STORY' | 'CAROUSEL'

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'instagram' })
}

function kindOf({ media, options }: Post<ReadOptions>): PostKind {
  const { placement, carousel } = options
  if (carousel === true && media.length < MIN_PIECES)
    throw refuse(`options.carousel requires ${MIN_PIECES} to ${MAX_PIECES} files. Attach more, or omit it.`)
  if (placement === 'story' && media.length > 1)
    throw refuse('An instagram story is one picture or one video. Post the files one after the other.')
  if (placement === 'story') return 'STORY'
  if (media.length > 1) {
    if (placement === 'reel') throw refuse('A reel is one video. Remove the other files.')
    return 'CAROUSEL'
  }
  const isVideo = media[0]?.kind === 'VIDEO'
  if (placement === 'reel' && !isVideo)
    throw refuse('A reel is a video, not a picture. Omit options.placement.')
  return isVideo ? 'REEL' : 'PICTURE'
}

function checkText(text: string, kind: PostKind): void {
  if (kind === 'STORY' && text !== '')
    throw refuse('An instagram story takes no text. Omit Post.text, or write it into the picture.')
  const hashtags = text.match(HASHTAG)?.length ?? 0
  if (hashtags > MAX_HASHTAGS)
    throw refuse(
      `The caption has ${hashtags} hashtags; instagram takes at most ${MAX_HASHTAGS}. Remove some.`,
    )
}

function checkAltText({ altText, kind }: Media, index: number): void {
  if (kind === 'VIDEO' || altText === null) return
  const length = measureText(altText)
  if (length > MAX_ALT_TEXT_LENGTH)
    throw refuse(
      `The alt text of media[${index}] has ${length} characters; instagram takes at most ${MAX_ALT_TEXT_LENGTH}. Shorten it by ${length - MAX_ALT_TEXT_LENGTH}.`,
    )
}

function checkTags({ userTags }: ReadOptions, kind: PostKind, isVideo: boolean): void {
  if (userTags === undefined) return
  if (kind === 'CAROUSEL')
    throw refuse('instagram takes options.userTags only for a single file. Remove them.')
  for (const { username, x, y } of userTags) {
    const hasPlace = x !== undefined && y !== undefined
    if (isVideo && (x !== undefined || y !== undefined))
      throw refuse(`People in a video have no position: omit x and y of ${username}.`)
    if (kind === 'PICTURE' && !hasPlace)
      throw refuse(
        `${username} in options.userTags requires x and y from 0 to 1: the position of the person in the picture.`,
      )
  }
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws NotSupportedError for text-only posts, scheduled posts, and replies.
 * @throws InvalidPostError for an invalid post. The error names the required change.
 */
export function checkMedia(post: Post<ReadOptions>): PostKind {
  checkPost(post, { platform: CHECKED, limits: limitsOf(null) })
  const { media, options, text } = post
  if (media.length > MAX_PIECES)
    throw refuse(`The post has ${media.length} files; instagram takes at most ${MAX_PIECES}. Remove some.`)
  const kind = kindOf(post)
  checkText(text, kind)
  for (const [index, one] of media.entries()) checkAltText(one, index)
  const foreign = kind === 'REEL' ? undefined : OF_REELS.find((name) => options[name] !== undefined)
  if (foreign !== undefined)
    throw refuse(`options.${foreign} is only for reels, and this post is not a reel. Remove it.`)
  if (options.coverUrl !== undefined && options.thumbOffsetMs !== undefined)
    throw refuse('A reel has one cover: pass options.coverUrl or options.thumbOffsetMs, not both.')
  if (kind === 'STORY' && (options.collaborators !== undefined || options.locationId !== undefined))
    throw refuse('An instagram story takes no collaborators and no location. Remove them.')
  checkTags(options, kind, media[0]?.kind === 'VIDEO')
  return kind
}

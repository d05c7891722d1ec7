import { type CheckContext, checkPost, InvalidPostError, measureText, type Post } from '@social/core/platform'

import { MIN_PIECES, limitsOf, MAX_ALT_TEXT_LENGTH, MAX_PIECES } from '../limits/index.js'
import { threadsLength } from '../limits/measure.js'
import type { ReadOptions } from '../options.js'

/** Features of Threads that the shared checks of a post read. */
const CHECKED: CheckContext['platform'] = {
  name: 'threads',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'REPLY'] as const),
  measureText: (text) => threadsLength(text),
}

/**
 * Options that only text-only posts accept.
 * https://developers.facebook.com/documentation/threads/posts (copy of 20 April 2026)
 */
const OF_WORDS = ['linkAttachment', 'poll', 'gifId'] as const

/** Kind of a post at Threads, which is its `media_type`. */
export type PostKind = 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL'

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'threads' })
}

function kindOf({ media, options }: Post<ReadOptions>): PostKind {
  const [first] = media
  if (options.carousel === true && media.length < MIN_PIECES)
    throw refuse(`options.carousel requires ${MIN_PIECES} to ${MAX_PIECES} files. Attach more, or omit it.`)
  if (media.length >= MIN_PIECES) return 'CAROUSEL'
  return first?.kind ?? 'TEXT'
}

function checkAltTexts({ media }: Post<ReadOptions>): void {
  for (const [index, { altText }] of media.entries()) {
    const length = measureText(altText ?? '')
    if (length > MAX_ALT_TEXT_LENGTH)
      throw refuse(
        `The alt text of media[${index}] has ${length} characters; threads takes at most ${MAX_ALT_TEXT_LENGTH}. Shorten it by ${length - MAX_ALT_TEXT_LENGTH}.`,
      )
  }
}

function checkAttachments({ options }: Post<ReadOptions>, kind: PostKind): void {
  const foreign = kind === 'TEXT' ? undefined : OF_WORDS.find((name) => options[name] !== undefined)
  if (foreign !== undefined)
    throw refuse(
      `options.${foreign} is only for text-only posts, and this post has files. Remove one of them.`,
    )
  const [one, other] = OF_WORDS.filter((name) => options[name] !== undefined)
  // Two of these options cannot be combined. Threads would silently ignore one, so the library
  // refuses the post.
  if (one !== undefined && other !== undefined)
    throw refuse(`threads takes options.${one} or options.${other}, not both. Remove one.`)
  if (kind === 'TEXT' && options.isSpoilerMedia !== undefined)
    throw refuse('options.isSpoilerMedia hides pictures and videos, and this post has none. Remove it.')
}

function checkSpoilers({ text, options: { spoilers = [] } }: Post<ReadOptions>): void {
  for (const { start, end } of spoilers)
    if (start >= end || end > text.length)
      throw refuse(
        `options.spoilers has ${start} to ${end}, which is not a part of the text: it has ${text.length} UTF-16 units. Pass indices of Post.text.`,
      )
}

function checkContent({ text, options }: Post<ReadOptions>, kind: PostKind): void {
  const { quotePostId } = options
  const hasMore = quotePostId !== undefined || OF_WORDS.some((name) => options[name] !== undefined)
  if (kind === 'TEXT' && text === '' && !hasMore)
    throw refuse('The post is empty. Add text, a picture or a video.')
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws NotSupportedError for a scheduled post.
 * @throws InvalidPostError for an invalid post. The error names the required change.
 */
export function checkThreadsPost(post: Post<ReadOptions>): PostKind {
  checkPost(post, { platform: CHECKED, limits: limitsOf(null) })
  const { length } = post.media
  if (length > MAX_PIECES)
    throw refuse(`The post has ${length} files; threads takes at most ${MAX_PIECES}. Remove some.`)
  const kind = kindOf(post)
  checkContent(post, kind)
  checkAltTexts(post)
  checkAttachments(post, kind)
  checkSpoilers(post)
  return kind
}

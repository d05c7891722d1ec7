import {
  assertAll,
  type CheckContext,
  checkPost,
  type InvalidPostError,
  invalidPost,
  measureText,
  type Media,
  type Post,
  type PostIssueInit,
} from '@social/core/platform'

import { MIN_PIECES, limitsOf, MAX_ALT_TEXT_LENGTH, MAX_PIECES } from '../limits/index.js'
import { threadsLength } from '../limits/measure.js'
import { TEXTS } from '../messages.js'
import { INFO } from '../option-infos.js'
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

function refuse(issue: PostIssueInit): InvalidPostError {
  return invalidPost('threads', issue)
}

function kindOf({ media }: Post<ReadOptions>): PostKind {
  const kind = media[0]?.kind ?? 'TEXT'
  if (media.length >= MIN_PIECES) return 'CAROUSEL'
  return kind === 'DOCUMENT' ? 'TEXT' : kind // the shared checks refuse documents
}

function checkFileCount({ media: { length }, options }: Post<ReadOptions>): void {
  const files = { field: 'media', actual: length } as const
  if (options.carousel === true && length < MIN_PIECES)
    throw refuse({
      ...files,
      code: 'TOO_FEW_FILES',
      limit: MIN_PIECES,
      message: `options.carousel requires ${MIN_PIECES} to ${MAX_PIECES} files. Attach more, or omit it.`,
    })
  if (length > MAX_PIECES)
    throw refuse({
      ...files,
      code: 'TOO_MANY_FILES',
      limit: MAX_PIECES,
      message: `The post has ${length} files; threads takes at most ${MAX_PIECES}. Remove some.`,
    })
}

function checkAltText({ altText }: Media, mediaIndex: number): void {
  const length = measureText(altText ?? '')
  if (length > MAX_ALT_TEXT_LENGTH)
    throw refuse({
      field: 'media',
      code: 'ALT_TEXT_TOO_LONG',
      mediaIndex,
      limit: MAX_ALT_TEXT_LENGTH,
      actual: length,
      message: `The alt text of media[${mediaIndex}] has ${length} characters; threads takes at most ${MAX_ALT_TEXT_LENGTH}. Shorten it by ${length - MAX_ALT_TEXT_LENGTH}.`,
    })
}

function refuseWithFiles({ options }: Post<ReadOptions>, name: (typeof OF_WORDS)[number]): void {
  if (options[name] !== undefined)
    throw refuse({
      field: 'options',
      optionPath: name,
      code: 'ONLY_TEXT',
      userText: TEXTS.ONLY_TEXT,
      facts: { field: INFO[name].label },
      message: `options.${name} is only for text-only posts, and this post has files. Remove one of them.`,
    })
}

/** Refuses two options of which Threads would silently ignore one. */
function refuseTwoAttachments({ options }: Post<ReadOptions>): void {
  const [one, other] = OF_WORDS.filter((name) => options[name] !== undefined)
  if (one !== undefined && other !== undefined)
    throw refuse({
      field: 'options',
      optionPath: other,
      code: 'ONLY_ONE',
      userText: TEXTS.ONLY_ONE,
      facts: { other: INFO[one].label, field: INFO[other].label },
      message: `threads takes options.${one} or options.${other}, not both. Remove one.`,
    })
}

function checkSpoilerMedia({ options }: Post<ReadOptions>, kind: PostKind): void {
  if (kind === 'TEXT' && options.isSpoilerMedia !== undefined)
    throw refuse({
      field: 'options',
      optionPath: 'isSpoilerMedia',
      code: 'NO_FILES_TO_HIDE',
      userText: TEXTS.NO_FILES_TO_HIDE,
      facts: { field: INFO.isSpoilerMedia.label },
      message: 'options.isSpoilerMedia hides pictures and videos, and this post has none. Remove it.',
    })
}

function checkSpoiler(
  { start, end }: { readonly start: number; readonly end: number },
  index: number,
  { text }: Post<ReadOptions>,
): void {
  if (start >= end || end > text.length)
    throw refuse({
      field: 'options',
      optionPath: `spoilers[${index}]`,
      code: 'SPOILER_OUTSIDE_TEXT',
      userText: TEXTS.SPOILER_OUTSIDE_TEXT,
      limit: text.length,
      actual: end,
      message: `options.spoilers has ${start} to ${end}, which is not a part of the text: it has ${text.length} UTF-16 units. Pass indices of Post.text.`,
    })
}

function checkContent({ text, options }: Post<ReadOptions>, kind: PostKind): void {
  const { quotePostId } = options
  const hasMore = quotePostId !== undefined || OF_WORDS.some((name) => options[name] !== undefined)
  if (kind === 'TEXT' && text === '' && !hasMore)
    throw refuse({
      field: 'post',
      code: 'POST_EMPTY',
      message: 'The post is empty. Add text, a picture or a video.',
    })
}

/**
 * Refuses an invalid post before any request, with all its problems.
 *
 * @throws NotSupportedError for a scheduled post.
 * @throws InvalidPostError for an invalid post. The error names the required change.
 */
export function checkThreadsPost(post: Post<ReadOptions>): PostKind {
  const kind = kindOf(post)
  assertAll(
    () => checkPost(post, { platform: CHECKED, limits: limitsOf(null) }),
    () => checkFileCount(post),
    () => checkContent(post, kind),
    ...post.media.map((one, index) => () => checkAltText(one, index)),
    ...(kind === 'TEXT' ? [] : OF_WORDS.map((name) => () => refuseWithFiles(post, name))),
    () => refuseTwoAttachments(post),
    () => checkSpoilerMedia(post, kind),
    ...(post.options.spoilers ?? []).map((one, index) => () => checkSpoiler(one, index, post)),
  )
  return kind
}

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

import { MIN_PIECES, limitsOf, MAX_ALT_TEXT_LENGTH, MAX_HASHTAGS, MAX_PIECES } from '../limits.js'
import { TEXTS } from '../messages.js'
import { INFO } from '../option-infos.js'
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

/** Post options that stories do not accept. */
const NOT_IN_STORIES = ['collaborators', 'locationId'] as const

/** Kind of a post at Instagram. */
export type PostKind = 'PICTURE' | 'REEL' | 'STORY' | 'CAROUSEL'

function refuse(issue: PostIssueInit): InvalidPostError {
  return invalidPost('instagram', issue)
}

/** Returns the kind of a post. The checks below refuse a post that does not fit its kind. */
function kindOf({ media, options: { placement } }: Post<ReadOptions>): PostKind {
  if (placement === 'story') return 'STORY'
  if (media.length > 1) return 'CAROUSEL'
  return media[0]?.kind === 'VIDEO' ? 'REEL' : 'PICTURE'
}

function checkFileCount({ media, options }: Post<ReadOptions>): void {
  const { length } = media
  const { placement, carousel } = options
  const files = { field: 'media', actual: length } as const
  if (carousel === true && length > 0 && length < MIN_PIECES)
    throw refuse({
      ...files,
      code: 'TOO_FEW_FILES',
      limit: MIN_PIECES,
      message: `options.carousel requires ${MIN_PIECES} to ${MAX_PIECES} files. Attach more, or omit it.`,
    })
  if (placement === 'story' && length > 1)
    throw refuse({
      ...files,
      code: 'STORY_ONE_FILE',
      userText: TEXTS.STORY_ONE_FILE,
      limit: 1,
      message: 'An instagram story is one picture or one video. Post the files one after the other.',
    })
  if (placement === 'reel' && length > 1)
    throw refuse({
      ...files,
      code: 'REEL_ONE_VIDEO',
      userText: TEXTS.REEL_ONE_VIDEO,
      limit: 1,
      message: 'A reel is one video. Remove the other files.',
    })
  if (placement === 'reel' && media[0]?.kind === 'IMAGE')
    throw refuse({
      field: 'media',
      mediaIndex: 0,
      code: 'REEL_ONE_VIDEO',
      userText: TEXTS.REEL_ONE_VIDEO,
      message: 'A reel is a video, not a picture. Omit options.placement.',
    })
  if (length > MAX_PIECES)
    throw refuse({
      ...files,
      code: 'TOO_MANY_FILES',
      limit: MAX_PIECES,
      message: `The post has ${length} files; instagram takes at most ${MAX_PIECES}. Remove some.`,
    })
}

function checkStoryText(text: string, kind: PostKind): void {
  if (kind === 'STORY' && text !== '')
    throw refuse({
      field: 'text',
      code: 'STORY_WITH_TEXT',
      userText: TEXTS.STORY_WITH_TEXT,
      message: 'An instagram story takes no text. Omit Post.text, or write it into the picture.',
    })
}

function checkHashtags(text: string): void {
  const hashtags = text.match(HASHTAG)?.length ?? 0
  if (hashtags > MAX_HASHTAGS)
    throw refuse({
      field: 'text',
      code: 'TOO_MANY_HASHTAGS',
      userText: TEXTS.TOO_MANY_HASHTAGS,
      limit: MAX_HASHTAGS,
      actual: hashtags,
      message: `The caption has ${hashtags} hashtags; instagram takes at most ${MAX_HASHTAGS}. Remove some.`,
    })
}

function checkAltText({ altText, kind }: Media, mediaIndex: number): void {
  if (kind === 'VIDEO' || altText === null) return
  const length = measureText(altText)
  if (length > MAX_ALT_TEXT_LENGTH)
    throw refuse({
      field: 'media',
      code: 'ALT_TEXT_TOO_LONG',
      mediaIndex,
      limit: MAX_ALT_TEXT_LENGTH,
      actual: length,
      message: `The alt text of media[${mediaIndex}] has ${length} characters; instagram takes at most ${MAX_ALT_TEXT_LENGTH}. Shorten it by ${length - MAX_ALT_TEXT_LENGTH}.`,
    })
}

/** Refuses an option that the kind of the post does not have. */
function refuseOption(
  { options }: Post<ReadOptions>,
  optionPath: (typeof OF_REELS | typeof NOT_IN_STORIES)[number],
  code: 'ONLY_FOR_REELS' | 'NOT_IN_STORIES',
): void {
  if (options[optionPath] === undefined) return
  throw refuse({
    field: 'options',
    optionPath,
    code,
    userText: TEXTS[code],
    facts: { field: INFO[optionPath].label },
    message:
      code === 'ONLY_FOR_REELS'
        ? `options.${optionPath} is only for reels, and this post is not a reel. Remove it.`
        : `An instagram story takes no ${optionPath === 'locationId' ? 'location' : 'collaborators'}. Remove options.${optionPath}.`,
  })
}

function checkCover({ options: { coverUrl, thumbOffsetMs } }: Post<ReadOptions>): void {
  if (coverUrl !== undefined && thumbOffsetMs !== undefined)
    throw refuse({
      field: 'options',
      optionPath: 'thumbOffsetMs',
      code: 'TWO_COVERS',
      userText: TEXTS.TWO_COVERS,
      message: 'A reel has one cover: pass options.coverUrl or options.thumbOffsetMs, not both.',
    })
}

type UserTag = NonNullable<ReadOptions['userTags']>[number]

/** Refuses a tag on a file that the post does not have, or on a video of a carousel. */
function checkTaggedFile(
  { mediaIndex, username }: UserTag,
  { media }: Post<ReadOptions>,
  path: string,
): void {
  const tagged = { field: 'options', optionPath: `${path}.mediaIndex`, facts: { name: username } } as const
  if (mediaIndex === undefined && media.length > 1)
    throw refuse({
      ...tagged,
      code: 'TAG_PICTURE_REQUIRED',
      userText: TEXTS.TAG_PICTURE_REQUIRED,
      message: `${username} in options.userTags requires mediaIndex, because the post is a carousel: the index of the picture in media.`,
    })
  const index = mediaIndex ?? 0
  const file = media[index]
  if (file === undefined || (file.kind === 'VIDEO' && media.length > 1))
    throw refuse({
      ...tagged,
      code: 'TAG_WITHOUT_PICTURE',
      userText: TEXTS.TAG_WITHOUT_PICTURE,
      actual: index,
      message: `media[${index}] is not a picture of the post, so ${username} cannot be tagged there. Pass the index of a picture as mediaIndex.`,
    })
}

/** Refuses a tag without the position that a picture requires, and a position in a video. */
function checkTagPosition(
  { username, x, y }: UserTag,
  { kind, isVideo, path }: { readonly kind: PostKind; readonly isVideo: boolean; readonly path: string },
): void {
  const tagged = { field: 'options', optionPath: path, facts: { name: username } } as const
  if (isVideo && (x !== undefined || y !== undefined))
    throw refuse({
      ...tagged,
      code: 'TAG_POSITION_IN_VIDEO',
      userText: TEXTS.TAG_POSITION_IN_VIDEO,
      message: `People in a video have no position: omit x and y of ${username}.`,
    })
  if ((kind === 'PICTURE' || kind === 'CAROUSEL') && (x === undefined || y === undefined))
    throw refuse({
      ...tagged,
      code: 'TAG_POSITION_REQUIRED',
      userText: TEXTS.TAG_POSITION_REQUIRED,
      message: `${username} in options.userTags requires x and y from 0 to 1: the position of the person in the picture.`,
    })
}

function tagChecks(post: Post<ReadOptions>, kind: PostKind): readonly (() => void)[] {
  const isVideo = kind !== 'CAROUSEL' && post.media[0]?.kind === 'VIDEO'
  return (post.options.userTags ?? []).flatMap((tag, index) => {
    const path = `userTags[${index}]`
    return [() => checkTaggedFile(tag, post, path), () => checkTagPosition(tag, { kind, isVideo, path })]
  })
}

/**
 * Refuses an invalid post before any request, with all its problems.
 *
 * @throws NotSupportedError for text-only posts, scheduled posts, and replies.
 * @throws InvalidPostError for an invalid post. The error names the required change.
 */
export function checkMedia(post: Post<ReadOptions>): PostKind {
  const kind = kindOf(post)
  assertAll(
    () => checkPost(post, { platform: CHECKED, limits: limitsOf(null) }),
    () => checkFileCount(post),
    () => checkStoryText(post.text, kind),
    () => checkHashtags(post.text),
    ...post.media.map((one, index) => () => checkAltText(one, index)),
    ...(kind === 'REEL' ? [] : OF_REELS.map((name) => () => refuseOption(post, name, 'ONLY_FOR_REELS'))),
    () => checkCover(post),
    ...(kind === 'STORY'
      ? NOT_IN_STORIES.map((name) => () => refuseOption(post, name, 'NOT_IN_STORIES'))
      : []),
    ...tagChecks(post, kind),
  )
  return kind
}

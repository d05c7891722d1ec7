import type { Feature, Platform } from '../contract/index.js'
import { NotSupportedError } from '../errors/index.js'
import type { Limits, MediaKind, Post } from '../models/index.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import { assertAll, invalidPost } from './assert-all.js'
import { checkTextLength } from './text-length.js'

/** Platform and account limits for the checks of a post. */
export interface CheckContext {
  readonly platform: Pick<Platform, 'name' | 'features' | 'measureText' | 'textOnlyAdvice'>
  readonly limits: Limits
}

const KINDS = [
  { kind: 'IMAGE', feature: 'POST_IMAGE', one: 'picture', many: 'pictures', limit: 'maxImages' },
  { kind: 'VIDEO', feature: 'POST_VIDEO', one: 'video', many: 'videos', limit: 'maxVideos' },
  {
    kind: 'DOCUMENT',
    feature: 'POST_DOCUMENT',
    one: 'document',
    many: 'documents',
    limit: 'maxDocuments',
  },
] as const satisfies readonly {
  readonly kind: MediaKind
  readonly feature: Feature
  readonly one: string
  readonly many: string
  readonly limit: keyof Limits
}[]

function attachable(features: ReadonlySet<Feature>): string {
  const phrases = KINDS.filter(({ feature }) => features.has(feature)).map(({ one }) => `a ${one}`)
  return phrases.join(' or ')
}

function refuseSchedule(post: Post<object>, { platform }: Pick<CheckContext, 'platform'>): void {
  if (post.publishAt !== null && !platform.features.has('SCHEDULE'))
    throw new NotSupportedError({
      platform: platform.name,
      what: 'scheduled publishing',
      suggestion: 'Remove publishAt, and post at the planned time.',
      issue: { field: 'publishAt', code: 'SCHEDULE_NOT_SUPPORTED' },
    })
}

function refuseReply(post: Post<object>, { platform }: Pick<CheckContext, 'platform'>): void {
  if (post.replyTo !== null && !platform.features.has('REPLY'))
    throw new NotSupportedError({
      platform: platform.name,
      what: 'a post that replies to another post',
      suggestion: 'Remove replyTo to publish a separate post.',
      issue: { field: 'replyTo', code: 'REPLY_NOT_SUPPORTED' },
    })
}

function checkDailyLimit({ platform, limits }: CheckContext): void {
  if (limits.postsLeftToday !== null && limits.postsLeftToday <= 0)
    throw invalidPost(platform.name, {
      field: 'post',
      code: 'DAILY_LIMIT',
      message: `${platform.name} accepts no more posts from this account today. Try again tomorrow.`,
    })
}

function refuseKinds(post: Post<object>, { platform }: Pick<CheckContext, 'platform'>): void {
  if (post.media.length === 0) return
  for (const { kind, feature, many } of KINDS) {
    const mediaIndex = post.media.findIndex((media) => media.kind === kind)
    if (platform.features.has(feature) || mediaIndex < 0) continue
    const instead = attachable(platform.features)
    throw new NotSupportedError({
      platform: platform.name,
      what: `posts with ${many}`,
      suggestion: instead ? `Attach ${instead} instead.` : 'Publish a text-only post.',
      issue: { field: 'media', code: 'MEDIA_KIND_NOT_SUPPORTED', mediaIndex, actual: kind, facts: { kind } },
    })
  }
}

function checkMediaCounts(post: Post<object>, { platform, limits }: CheckContext): void {
  if (post.media.length === 0) return
  for (const { kind, feature, limit, many, one } of KINDS) {
    if (!platform.features.has(feature)) continue // already refused
    const count = post.media.filter((media) => media.kind === kind).length
    const max = limits[limit]
    if (max === null || count <= max) continue
    throw invalidPost(platform.name, {
      field: 'media',
      code: 'TOO_MANY_FILES',
      limit: max,
      actual: count,
      facts: { kind },
      message: `The post has ${count} ${count === 1 ? one : many}; ${platform.name} takes at most ${max}. Remove ${count - max}.`,
    })
  }
}

/** Checks the argument types cheaply, because this function runs for every post. */
function assertPost(post: Post<object>, context: Pick<CheckContext, 'platform'>, caller: string): void {
  if (typeof post?.text !== 'string' || !Array.isArray(post.media))
    throw wrongArgument(`${caller}: post`, 'a post that readPost has read', post)
  if (!(context?.platform?.features instanceof Set))
    throw wrongArgument(`${caller}: context`, '{ platform, limits }', context)
}

/**
 * Throws for a text-only post on a network that requires media.
 *
 * @throws NotSupportedError with the media kinds to attach.
 */
export function refuseTextOnly(post: Post<object>, context: Pick<CheckContext, 'platform'>): void {
  assertPost(post, context, 'refuseTextOnly')
  const { platform } = context
  if (post.media.length > 0 || platform.features.has('POST_TEXT')) return
  const what = attachable(platform.features)
  const kinds = KINDS.filter(({ feature }) => platform.features.has(feature)).map(({ kind }) => kind)
  throw new NotSupportedError({
    platform: platform.name,
    what: 'text-only posts',
    suggestion: [what && `Attach ${what}.`, platform.textOnlyAdvice].filter(Boolean).join(' ') || null,
    issue: { field: 'media', code: 'MEDIA_REQUIRED', facts: { kinds: kinds.join() } },
  })
}

/**
 * Runs the checks of `checkPost` that need no account limits, and throws for features that the network lacks.
 * Accepts text-only posts, because `checkPost` must first report a text over the length limit.
 *
 * @throws NotSupportedError with the network and the unsupported feature.
 */
export function refuseUnsupported(post: Post<object>, context: Pick<CheckContext, 'platform'>): void {
  assertPost(post, context, 'refuseUnsupported')
  assertAll(
    () => refuseSchedule(post, context),
    () => refuseReply(post, context),
    () => refuseKinds(post, context),
  )
}

/**
 * Refuses a post the network would refuse, before any request. Reports all problems: publish time, reply, length of
 * the text, posts left today, kinds of files, number of files, text-only. The first problem determines the class.
 *
 * @param post - The post, with parsed options.
 * @param context - The platform, and the limits of this account; a limit that is null is not
 * checked.
 * @throws NotSupportedError for a feature the network lacks.
 * @throws InvalidPostError for an exceeded limit, with the limit in the message.
 */
export function checkPost(post: Post<object>, context: CheckContext): void {
  assertPost(post, context, 'checkPost')
  assertAll(
    () => refuseSchedule(post, context),
    () => refuseReply(post, context),
    () => checkTextLength(post.text, { ...context, options: post.options }),
    () => checkDailyLimit(context),
    () => refuseKinds(post, context),
    () => checkMediaCounts(post, context),
    () => refuseTextOnly(post, context),
  )
}

import type { Feature, Platform } from '../contract/index.js'
import { InvalidPostError, NotSupportedError } from '../errors/index.js'
import type { Limits, MediaKind, Post } from '../models/index.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import { checkTextLength } from './text-length.js'

/** Platform and account limits for the checks of a post. */
export interface CheckContext {
  readonly platform: Pick<Platform, 'name' | 'features' | 'measureText' | 'textOnlyAdvice'>
  readonly limits: Limits
}

const KINDS = [
  { kind: 'IMAGE', feature: 'POST_IMAGE', one: 'picture', many: 'pictures', limit: 'maxImages' },
  { kind: 'VIDEO', feature: 'POST_VIDEO', one: 'video', many: 'videos', limit: 'maxVideos' },
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

function refuseFields(post: Post<object>, { platform }: Pick<CheckContext, 'platform'>): void {
  if (post.publishAt !== null && !platform.features.has('SCHEDULE'))
    throw new NotSupportedError({
      platform: platform.name,
      what: 'scheduled publishing',
      suggestion: 'Remove publishAt, and post at the planned time.',
    })
  if (post.replyTo !== null && !platform.features.has('REPLY'))
    throw new NotSupportedError({
      platform: platform.name,
      what: 'a post that replies to another post',
      suggestion: 'Remove replyTo to publish a separate post.',
    })
}

function checkDailyLimit({ platform, limits }: CheckContext): void {
  if (limits.postsLeftToday !== null && limits.postsLeftToday <= 0)
    throw new InvalidPostError(
      `${platform.name} accepts no more posts from this account today. Try again tomorrow.`,
      { platform: platform.name },
    )
}

function refuseKinds(post: Post<object>, { platform }: Pick<CheckContext, 'platform'>): void {
  if (post.media.length === 0) return
  for (const { kind, feature, many } of KINDS)
    if (!platform.features.has(feature) && post.media.some((media) => media.kind === kind)) {
      const instead = attachable(platform.features)
      throw new NotSupportedError({
        platform: platform.name,
        what: `posts with ${many}`,
        suggestion: instead ? `Attach ${instead} instead.` : 'Publish a text-only post.',
      })
    }
}

function checkMediaCounts(post: Post<object>, { platform, limits }: CheckContext): void {
  if (post.media.length === 0) return
  for (const { kind, limit, many, one } of KINDS) {
    const count = post.media.filter((media) => media.kind === kind).length
    const max = limits[limit]
    if (max === null || count <= max) continue
    throw new InvalidPostError(
      `The post has ${count} ${count === 1 ? one : many}; ${platform.name} takes at most ${max}. Remove ${count - max}.`,
      { platform: platform.name },
    )
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
  throw new NotSupportedError({
    platform: platform.name,
    what: 'text-only posts',
    suggestion: [what && `Attach ${what}.`, platform.textOnlyAdvice].filter(Boolean).join(' ') || null,
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
  refuseFields(post, context)
  refuseKinds(post, context)
}

/**
 * Checks a post before any request, and throws if the network would refuse the post. Reports the
 * first failure, in this order: publish time, reply, length of the text, posts left today, kinds
 * of files, number of files, text-only.
 *
 * @param post - The post, with parsed options.
 * @param context - The platform, and the limits of this account; a limit that is null is not
 * checked.
 * @throws NotSupportedError for a feature the network lacks.
 * @throws InvalidPostError for an exceeded limit, with the limit in the message.
 */
export function checkPost(post: Post<object>, context: CheckContext): void {
  assertPost(post, context, 'checkPost')
  refuseFields(post, context)
  checkTextLength(post.text, { ...context, options: post.options })
  checkDailyLimit(context)
  refuseKinds(post, context)
  checkMediaCounts(post, context)
  refuseTextOnly(post, context)
}

import {
  type Call,
  type CanDeleteReplies,
  type CanLike,
  type CanReadLikes,
  type CanReply,
  type CanReplyToUpdates,
  type CanRepost,
  type LikeResult,
  model,
  NotSupportedError,
  type Post,
  type PostResult,
  assertWork,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { limitsForText, readLimits } from './limits/index.js'
import { hostOf, nextMaxId, serverAccountId, toPerson, toPostResult, updateActions } from './map/index.js'
import { postOptions, type ReadOptions, type Settings } from './options.js'
import {
  checkDraft,
  deletePost,
  mentionsFor,
  readSent,
  refuseImmediately,
  sendStatus,
  type StatusDraft,
  type Target,
} from './publish/index.js'
import { statusPath } from './read.js'
import { accountsReply, boostReply, type StatusReply, statusReply } from './schemas.js'

/**
 * Maximum people in one page of likes.
 * https://docs.joinmastodon.org/methods/statuses/#favourited_by (read 2026-09-24)
 */
const MAX_PAGE_SIZE = 80

type Visibility = NonNullable<ReadOptions['visibility']>

/** Visibilities, from the smallest audience to the largest. */
const VISIBILITIES: readonly Visibility[] = ['direct', 'private', 'unlisted', 'public']

/**
 * Returns the visibility of a reply. A reply to a private or direct post is never more visible
 * than that post. A reply to another post has the requested visibility. Null means the account's
 * default.
 */
function visibilityOfReply(
  { visibility: parent }: StatusReply,
  requested: Visibility | undefined,
): Visibility | null {
  if (parent !== 'direct' && parent !== 'private') return requested ?? null
  const isNarrower = requested !== undefined && VISIBILITIES.indexOf(requested) < VISIBILITIES.indexOf(parent)
  return isNarrower ? requested : parent
}

/**
 * Returns the target of a reply. Its mentions are the author of the parent post and everyone whom
 * that post mentions.
 */
function toTarget(parent: StatusReply, text: string, options: ReadOptions, { connection }: Call): Target {
  const me = { host: hostOf(connection), accountId: serverAccountId(connection) }
  return {
    mentions: mentionsFor([parent.account, ...(parent.mentions ?? [])], text, me),
    visibility: visibilityOfReply(parent, options.visibility),
    inReplyToId: parent.id,
  }
}

/** A reply, and the operation that publishes it. */
interface OutgoingReply extends Pick<Post<ReadOptions>, 'text' | 'media' | 'options'> {
  readonly operation: 'reply' | 'replyToUpdate'
}

/**
 * Replies to a post. The parent post is read first, because the reply needs its mentions and visibility.
 */
async function sendReply(
  postId: string,
  { text, media, options, operation }: OutgoingReply,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  refuseImmediately({ media, options })
  const sent = readSent(call.receipt)?.target
  const target = sent ?? toTarget(await call.http.get(statusPath(postId), statusReply), text, options, call)
  const draft: StatusDraft = { text, media, options, publishAt: null, target }
  if (!sent) {
    const fullText = `${target.mentions}${text}`
    const known =
      media.length > 0 ? readLimits(call, settings) : limitsForText(fullText, options, call, settings)
    await checkDraft(draft, await known)
  }
  const { data, raw } = await sendStatus(draft, { operation, settings }, call)
  return toPostResult(data, raw, call.idempotencyKey)
}

/** Creates the methods that reply to posts and updates, and that delete the replies. */
function replying(settings: Settings): CanReply & CanReplyToUpdates & CanDeleteReplies {
  return {
    async reply(postId, { text, media, options: given }, call) {
      const options = readOptions(postOptions, given, { platform: 'mastodon' })
      return sendReply(postId, { text, media, options, operation: 'reply' }, settings, call)
    },

    async replyToUpdate({ kind, postId }, text, call) {
      if (postId === null || !updateActions({ kind, postId }, null).includes('REPLY'))
        throw new NotSupportedError({
          platform: 'mastodon',
          what: `replying to an update of the kind ${kind}`,
          suggestion: 'Pass an update whose actions include REPLY.',
        })
      const draft = { text, media: [], options: {}, operation: 'replyToUpdate' } as const
      return (await sendReply(postId, draft, settings, call)).id
    },

    deleteReply: (_update, replyId, call) => deletePost(replyId, call),
  }
}

async function favourite(postId: string, verb: 'favourite' | 'unfavourite', call: Call): Promise<LikeResult> {
  const path = `${statusPath(postId)}/${verb}`
  const { raw } = await call.http.request('POST', path, null, { retry: 'always' })
  return model({ postId, likeId: null, raw })
}

/**
 * Undoes a boost.
 *
 * @returns The id of the original post. The id differs from `postId` when `postId` is the id of
 * the boost itself.
 */
async function unreblog(postId: string, { http }: Call): Promise<string> {
  const answer = await http.post(`${statusPath(postId)}/unreblog`, boostReply, { retry: 'always' })
  return answer.reblog?.id ?? postId
}

/**
 * Creates the methods for boosts, which is Mastodon's name for reposts. Both requests can be
 * repeated safely.
 */
function reposting(): CanRepost {
  return {
    async repost(postId, { http }) {
      const path = `${statusPath(postId)}/reblog`
      const { data, raw } = await http.request('POST', path, boostReply, { retry: 'always' })
      return model({ postId: data.reblog?.id ?? postId, repostId: data.id, raw })
    },

    async undoRepost(postId, _options, call) {
      const original = await unreblog(postId, call)
      // Mastodon ignores an undo request with the id of a boost. The second request uses the id of
      // the original post.
      if (original !== postId) await unreblog(original, call)
    },
  }
}

/**
 * Creates the methods for likes, which Mastodon calls favourites. Likes and their removal can be
 * repeated safely.
 */
function liking(): CanLike & CanReadLikes {
  return {
    like: (postId, call) => favourite(postId, 'favourite', call),

    async unlike(postId, _options, call) {
      await favourite(postId, 'unfavourite', call)
    },

    async readLikes(postId, { after, limit }, { http, connection }) {
      const query = { max_id: after, limit: limit && Math.min(limit, MAX_PAGE_SIZE) }
      const path = `${statusPath(postId)}/favourited_by`
      const { data, headers } = await http.request('GET', path, accountsReply, { query })
      const host = hostOf(connection)
      return {
        items: data.map((account) => model({ person: toPerson(account, host), likedAt: null, raw: account })),
        next: nextMaxId(headers),
      }
    },
  }
}

/**
 * Withdraws a quote of an own post. The quoting post remains, but no longer shows the quoted post.
 * The request can be repeated safely.
 * https://docs.joinmastodon.org/methods/statuses/#revoke_quote (read 2026-11-22)
 *
 * @throws NotAllowedError for another user's post.
 * @example
 * await account.run((call) => revokeQuote(post.id, quote.id, call))
 */
export async function revokeQuote(postId: string, quotingPostId: string, call: Call): Promise<void> {
  assertWork('revokeQuote', call, { postId, quotingPostId })
  const path = `${statusPath(postId)}/quotes/${encodeURIComponent(quotingPostId)}/revoke`
  await call.http.request('POST', path, null, { retry: 'always' })
}

/** Creates the methods for replies, likes and boosts. */
export function engaging(
  settings: Settings,
): CanReply & CanReplyToUpdates & CanDeleteReplies & CanLike & CanReadLikes & CanRepost {
  return { ...replying(settings), ...liking(), ...reposting() }
}

import {
  type Call,
  type CanDeleteReplies,
  type CanLike,
  type CanReadLikes,
  type CanReply,
  type CanReplyToUpdates,
  type CanRepost,
  model,
  NotAllowedError,
  NotSupportedError,
  type RawData,
  readOptions,
} from '@social/core/platform'

import { MAX_PAGE_SIZE, toLimits } from './limits.js'
import { LIKES, parseUri, REPOSTS, toMomentOrNull, toPerson, updateActions } from './map/index.js'
import { messaging } from './messages/index.js'
import { postOptions, type Settings } from './options.js'
import { deletePost, makeTid, sendPost, writeRecord } from './publish/index.js'
import { assertPostUri, readView } from './read.js'
import { deletedReply, likesReply } from './schemas.js'

/** A kind of record by which an account reacts to a post: a like or a repost. */
interface Mark {
  readonly collection: string
  /** Field of a post view that contains the AT URI of the account's own record. */
  readonly name: 'like' | 'repost'
  /** Last sentence of the error message for an invalid id. */
  readonly advice: string
}

const LIKE: Mark = {
  collection: LIKES,
  name: 'like',
  advice: 'Pass the likeId that like() returned, or none.',
}
const REPOST: Mark = {
  collection: REPOSTS,
  name: 'repost',
  advice: 'Pass the repostId that repost() returned, or none.',
}

/** Result of a like or a repost. */
interface Marked {
  readonly postId: string
  readonly markId: string
  readonly raw: RawData
}

/** Creates a like or repost unless it already exists. */
async function setMark({ collection, name }: Mark, postId: string, call: Call): Promise<Marked> {
  const { uri, cid, viewer } = await readView(await assertPostUri(postId, call), call)
  const known = viewer?.[name]
  if (viewer && known) return { postId: uri, markId: known, raw: viewer }
  const record = { $type: collection, subject: { uri, cid }, createdAt: call.clock.now().toISOString() }
  const made = await writeRecord({ collection, key: makeTid(call), record }, call)
  return { postId: uri, markId: made.uri, raw: made.raw }
}

/**
 * Deletes a like or repost by its AT URI.
 *
 * @returns False when the record did not exist.
 */
async function deleteMark(mark: Mark, markId: string, { http, connection }: Call): Promise<boolean> {
  const { collection, name, advice } = mark
  const address = parseUri(markId)
  const repo = connection.accountId
  if (!address || address.authority !== repo || address.collection !== collection)
    throw new NotAllowedError(`${markId} is not a ${name} of this account. ${advice}`, {
      platform: 'bluesky',
    })
  const json = { repo, collection, rkey: address.key }
  const path = '/xrpc/com.atproto.repo.deleteRecord'
  const { commit } = await http.post(path, deletedReply, { json, retry: 'always' })
  return commit !== undefined
}

/**
 * Removes a like or repost. Servers return success even if the record does not exist. In that case
 * the post is read to find the id of the account's record.
 */
async function removeMark(mark: Mark, postId: string, markId: string | null, call: Call): Promise<void> {
  if (markId !== null && (await deleteMark(mark, markId, call))) return
  const { viewer } = await readView(await assertPostUri(postId, call), call)
  const known = viewer?.[mark.name]
  if (known && known !== markId) await deleteMark(mark, known, call)
}

/**
 * Creates the methods for replies, likes and reposts. A like or repost is a record of its own and
 * is created only if none exists.
 */
export function engaging(
  settings: Settings,
): CanReply & CanReplyToUpdates & CanDeleteReplies & CanLike & CanReadLikes & CanRepost {
  const limits = toLimits(settings)
  const messages = messaging(settings)
  return {
    async reply(postId, { text, media, options: given }, call) {
      const options = readOptions(postOptions, given, { platform: 'bluesky' })
      const post = { text, media, options, replyTo: postId, publishAt: null }
      return sendPost(post, { settings, limits }, call)
    },
    async replyToUpdate({ kind, postId, conversationId }, text, call) {
      const canReply = updateActions({ kind, postId, conversationId }).includes('REPLY')
      if (canReply && conversationId !== null)
        return (await messages.sendMessage(conversationId, { text, options: {} }, call)).id
      if (!canReply || postId === null)
        throw new NotSupportedError({
          platform: 'bluesky',
          what: `replying to an update of the kind ${kind}`,
          suggestion: 'Pass an update whose actions include REPLY.',
        })
      const post = { text, media: [], options: {}, replyTo: postId, publishAt: null }
      return (await sendPost(post, { settings, limits }, call)).id
    },
    deleteReply: (_update, replyId, call) => deletePost(replyId, call),
    async like(id, call) {
      const { postId, markId, raw } = await setMark(LIKE, id, call)
      return model({ postId, likeId: markId, raw })
    },
    unlike: (postId, { likeId }, call) => removeMark(LIKE, postId, likeId, call),
    async repost(id, call) {
      const { postId, markId, raw } = await setMark(REPOST, id, call)
      return model({ postId, repostId: markId, raw })
    },
    undoRepost: (postId, { repostId }, call) => removeMark(REPOST, postId, repostId, call),
    async readLikes(postId, { after, limit }, call) {
      const query = {
        uri: await assertPostUri(postId, call),
        cursor: after,
        limit: limit && Math.min(limit, MAX_PAGE_SIZE),
      }
      const { likes, cursor } = await call.http.get('/xrpc/app.bsky.feed.getLikes', likesReply, { query })
      return {
        items: likes.map((like) =>
          model({ person: toPerson(like.actor), likedAt: toMomentOrNull(like.createdAt), raw: like }),
        ),
        next: cursor ?? null,
      }
    },
  }
}

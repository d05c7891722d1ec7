import {
  type Call,
  type CanLike,
  type CanReadLikes,
  type CanReply,
  model,
  NotAllowedError,
  readOptions,
} from '@social/core/platform'

import { BIGGEST_PAGE, toLimits } from './limits.js'
import { LIKES, parseUri, toMomentOrNull, toPerson } from './map/index.js'
import { postOptions, type Settings } from './options.js'
import { makeTid, sendPost, writeRecord } from './publish/index.js'
import { needPostUri, readView } from './read.js'
import { deletedReply, likesReply } from './schemas.js'

/** Deletes a like by its address. @returns False when there was none. */
async function deleteLike(likeId: string, { http, connection }: Call): Promise<boolean> {
  const address = parseUri(likeId)
  const repo = connection.accountId
  if (!address || address.authority !== repo || address.collection !== LIKES)
    throw new NotAllowedError(
      `${likeId} is no like of this account. Pass the likeId that like() answered, or none.`,
      {
        platform: 'bluesky',
      },
    )
  const json = { repo, collection: LIKES, rkey: address.key }
  const { commit } = await http.post('/xrpc/com.atproto.repo.deleteRecord', deletedReply, {
    json,
    retry: 'always',
  })
  return commit !== undefined
}

/** Answers and likes. A like is a record of its own: liking looks first whether it is there. */
export function engaging(settings: Settings): CanReply & CanLike & CanReadLikes {
  const limits = toLimits(settings)
  return {
    async reply(postId, { text, media, options: given }, call) {
      const options = readOptions(postOptions, given, { platform: 'bluesky' })
      const post = { text, media, options, replyTo: postId, publishAt: null }
      return sendPost(post, { settings, limits }, call)
    },
    async like(postId, call) {
      const { uri, cid, viewer } = await readView(await needPostUri(postId, call), call)
      if (viewer?.like) return model({ postId: uri, likeId: viewer.like, raw: viewer })
      const record = { $type: LIKES, subject: { uri, cid }, createdAt: call.clock.now().toISOString() }
      const liked = await writeRecord({ collection: LIKES, key: makeTid(call), record }, call)
      return model({ postId: uri, likeId: liked.uri, raw: liked.raw })
    },
    async unlike(postId, { likeId }, call) {
      // A like that is not there is deleted just as happily: then the post is asked which one it is.
      if (likeId !== null && (await deleteLike(likeId, call))) return
      const { viewer } = await readView(await needPostUri(postId, call), call)
      if (viewer?.like && viewer.like !== likeId) await deleteLike(viewer.like, call)
    },
    async readLikes(postId, { after, limit }, call) {
      const query = {
        uri: await needPostUri(postId, call),
        cursor: after,
        limit: limit && Math.min(limit, BIGGEST_PAGE),
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

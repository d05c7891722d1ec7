import { type Call, type CanReadUpdates, PostGoneError, type Update } from '@social/core/platform'
import { idPath, readGraphList } from '@social/meta-kit'

import { toChangeUpdate, toCommentValue } from './map/index.js'
import type { Settings } from './options.js'
import { commentItem, idReply } from './schemas.js'

/** Pages of comments of one post that one poll reads at most, 100 comments each. Our choice. */
const MOST_PAGES = 10

/** What the pushed comment has, and what tells which object it stands under. */
const FIELDS = 'id,message,created_time,from{id,name},parent{id},object{id}'

async function readLatestPosts(recentPosts: number, call: Call): Promise<readonly string[]> {
  const path = idPath(call.connection.accountId, 'published_posts')
  const query = { fields: 'id', limit: recentPosts }
  const ids: string[] = []
  for await (const { id } of readGraphList(call, path, idReply, { query, maxPages: 1 })) ids.push(id)
  return ids.slice(0, recentPosts)
}

/** The comments of one post that are newer than that, newest first; without a moment one page. */
async function readComments(postId: string, since: Date | null, call: Call): Promise<readonly Update[]> {
  const query = { filter: 'stream', order: 'reverse_chronological', fields: FIELDS, limit: 100 }
  const maxPages = since === null ? 1 : MOST_PAGES
  const updates: Update[] = []
  const comments = readGraphList(call, idPath(postId, 'comments'), commentItem, { query, maxPages })
  for await (const comment of comments) {
    const value = toCommentValue(comment, postId)
    if (value === null) continue
    const { accountId } = call.connection
    const change = { accountId, field: 'feed', value, time: null, envelope: {} }
    const update = toChangeUpdate(change, call.clock.now())
    if (since !== null && update.timestamp <= since) break
    updates.push(update)
  }
  return updates
}

/** The error of a post that is said to be gone; null where its comments were read. */
async function readInto(
  updates: Update[],
  postId: string,
  since: Date | null,
  call: Call,
): Promise<PostGoneError | null> {
  try {
    updates.push(...(await readComments(postId, since, call)))
    return null
  } catch (error) {
    if (PostGoneError.is(error)) return error
    throw error
  }
}

/** Polling comments. The same comment has the same id and the same `raw` when it is pushed. */
export function polling({ recentPosts }: Settings): CanReadUpdates {
  return {
    /**
     * The comments on the latest posts, answers to comments among them: one request for the list, and one for each post.
     * Needs `pages_read_user_content`. Comments on older posts are not looked at: have them pushed.
     */
    async fetchUpdates(since, call) {
      const updates: Update[] = []
      const gone = new Map<string, PostGoneError>()
      for (const postId of await readLatestPosts(recentPosts, call)) {
        const error = await readInto(updates, postId, since, call)
        if (error !== null) gone.set(postId, error)
      }
      // A post may go between two requests. One that is still listed is not gone: its comments must not be passed over.
      if (gone.size > 0)
        for (const postId of await readLatestPosts(recentPosts, call)) {
          const error = gone.get(postId)
          if (error !== undefined) throw error
        }
      // Each list is newest first; what has the same second keeps that order, turned round.
      return updates
        .toReversed()
        .toSorted((left, right) => left.timestamp.getTime() - right.timestamp.getTime())
    },
  }
}

import {
  type Call,
  type CanReadUpdates,
  type CanReadUpdatesInSteps,
  PostGoneError,
  readAllUpdateSteps,
  readUpdateLists,
  type Update,
  type UpdatePage,
} from '@social/core/platform'
import { idPath, readGraphList, readGraphPage } from '@social/meta-kit'

import { toChangeUpdate, toCommentValue } from './map/index.js'
import type { Settings } from './options.js'
import { commentItem, idReply } from './schemas.js'

/**
 * Maximum steps of one `fetchUpdates` call. A step reads at most `recentPosts` pages of 100
 * comments. Our choice.
 */
const MAX_STEPS = 10

/** Fields that a pushed comment contains, and fields that identify the object of the comment. */
const FIELDS =
  'id,message,created_time,from{id,name},parent{id},object{id},attachment{type,media{image{src},source}}'

async function readLatestPosts(recentPosts: number, call: Call): Promise<readonly string[]> {
  const path = idPath(call.connection.accountId, 'published_posts')
  const query = { fields: 'id', limit: recentPosts }
  const ids: string[] = []
  for await (const { id } of readGraphList(call, path, idReply, { query, maxPages: 1 })) ids.push(id)
  return ids.slice(0, recentPosts)
}

/** Reads one page of comments newer than a time, newest first. Without a time, only the first page is read. */
async function readPage(
  postId: string,
  { since, cursor }: { readonly since: Date | null; readonly cursor: string | null },
  call: Call,
): Promise<UpdatePage> {
  const query = { filter: 'stream', order: 'reverse_chronological', fields: FIELDS, limit: 100 }
  const options = { query, after: cursor }
  const { items, next } = await readGraphPage(call, idPath(postId, 'comments'), commentItem, options)
  const updates = items.flatMap((comment): readonly Update[] => {
    const value = toCommentValue(comment, postId)
    if (value === null) return []
    const { accountId } = call.connection
    const change = { accountId, field: 'feed', value, time: null, envelope: {} }
    return [toChangeUpdate(change, call.clock.now(), call.connection)]
  })
  const news = since === null ? updates : updates.filter(({ timestamp }) => timestamp > since)
  return { updates: news, next: since === null || news.length < updates.length ? null : next }
}

/** Polls comments. A polled comment has the same id and `raw` as the pushed comment. */
export function polling({ recentPosts }: Settings): CanReadUpdates & CanReadUpdatesInSteps {
  const readStep = (since: Date | null, progress: string | null, call: Call) => {
    let listed: Promise<readonly string[]> | null = null
    return readUpdateLists(progress, {
      readIds: () => readLatestPosts(recentPosts, call),
      readPage: (postId, cursor) => readPage(postId, { since, cursor }, call),
      // Skips a post only if it was deleted after it was listed. If the post is still listed, its
      // comments must not be skipped.
      isGone: async (error, postId) => {
        if (!PostGoneError.is(error)) return false
        listed ??= readLatestPosts(recentPosts, call)
        return !(await listed).includes(postId)
      },
      maxPages: recentPosts,
      clock: call.clock,
    })
  }
  return {
    /**
     * Sends at most one request for the list of posts, and at most `recentPosts` requests for
     * comments.
     */
    fetchUpdateStep: readStep,

    /**
     * Reads the comments on the latest posts, with their replies. Needs `pages_read_user_content`.
     * Comments on older posts are only available through webhooks.
     */
    async fetchUpdates(since, call) {
      const { updates, isComplete } = await readAllUpdateSteps(
        (progress) => readStep(since, progress, call),
        { maxSteps: MAX_STEPS, maxWaitSeconds: 0, sleep: () => Promise.resolve() },
      )
      if (!isComplete)
        call.warn(
          'Facebook has more comments than one poll reads. A Poller reads the others in its next polls.',
        )
      return updates
    },
  }
}

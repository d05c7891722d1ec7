import type {
  Call,
  CanReadPost,
  CanReadInsights,
  CanReadProfile,
  CanReadStats,
  CanReadThread,
  HttpReply,
  PostDetails,
} from '@social/core/platform'
import { pictureUrl } from '@social/core/platform'
import type { InferOutput } from 'valibot'

import { MAX_PAGE_SIZE, postsCost, SEARCHED_DAYS, MIN_SEARCH_PAGE_SIZE, USER_COST } from '../limits/index.js'
import { toContext, toPostDetails, toPostStats, toThread } from '../map/index.js'
import type { Settings } from '../options.js'
import { meReply, onePostReply, postsReply } from '../schemas.js'
import { readInsights } from './insights.js'
import { postPath } from './post-path.js'

export { postPath } from './post-path.js'

/**
 * Maximum pages of one search, which together have 500 posts. Our choice, because X bills each
 * post.
 */
const MAX_PAGES = 5
const DAY_MS = 86_400_000

/**
 * Requested fields of posts and people, with the field names of August 2026.
 * https://docs.x.com/x-api/posts/get-post-by-id (read 2026-11-22)
 */
export const POST_QUERY = {
  'post.fields': 'created_at,conversation_id,public_metrics,entities,attachments,note_post',
  expansions: 'author_id,in_reply_to_user_id,referenced_posts,attachments.media_keys,attachments.poll_ids',
  'user.fields': 'username,name,profile_image_url',
  'media.fields': 'url,preview_image_url,alt_text,type,width,height',
  'poll.fields': 'options,voting_status,end_datetime',
} as const

async function readOne(
  postId: string,
  { http, connection }: Call,
): Promise<{ readonly post: PostDetails; readonly reply: HttpReply<InferOutput<typeof onePostReply>> }> {
  const reply = await http.request('GET', postPath(postId), onePostReply, {
    query: POST_QUERY,
    cost: postsCost(1),
  })
  const { data, includes } = reply.data
  return { post: toPostDetails(data, toContext(includes, connection)), reply }
}

/** Searches the posts of a conversation. */
async function searchConversation(
  rootId: string,
  limit: number | null,
  { http, connection }: Call,
): Promise<{
  readonly posts: readonly PostDetails[]
  readonly isWhole: boolean
  readonly raw: HttpReply<unknown>['raw']
}> {
  const posts: PostDetails[] = []
  const size = Math.max(MIN_SEARCH_PAGE_SIZE, Math.min(limit ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE))
  let token: string | null = null
  for (let page = 1; ; page += 1) {
    const reply: HttpReply<InferOutput<typeof postsReply>> = await http.request(
      'GET',
      '/tweets/search/recent',
      postsReply,
      {
        query: {
          query: `conversation_id:${rootId}`,
          max_results: size,
          next_token: token,
          sort_order: 'recency',
          ...POST_QUERY,
        },
        cost: postsCost(size),
      },
    )
    const { data, includes, meta } = reply.data
    const context = toContext(includes, connection)
    posts.push(...data.map((post) => toPostDetails(post, context)))
    token = meta?.next_token ?? null
    if (token === null || page === MAX_PAGES || (limit !== null && posts.length >= limit))
      return { posts, isWhole: token === null, raw: reply.raw }
  }
}

/**
 * Creates the methods that read posts, conversations, statistics and the profile. X bills each
 * returned item.
 */
export function reading(
  _settings: Settings,
): CanReadPost & CanReadThread & CanReadStats & CanReadInsights & CanReadProfile {
  return {
    readInsights,

    async readPost(postId, call) {
      return (await readOne(postId, call)).post
    },

    async readThread(postId, { depth, limit }, call) {
      const { post } = await readOne(postId, call)
      const { posts, isWhole, raw } = await searchConversation(post.rootId ?? post.id, limit, call)
      const oldest = call.networkNow().getTime() - SEARCHED_DAYS * DAY_MS
      const isRecent = post.createdAt !== null && post.createdAt.getTime() > oldest
      return toThread({ post, others: posts, depth, limit, isWhole: isWhole && isRecent, raw })
    },

    async readStats(postId, { http }) {
      const query = { 'post.fields': 'public_metrics' }
      const { data, raw } = await http.request('GET', postPath(postId), onePostReply, {
        query,
        cost: postsCost(1),
      })
      return toPostStats(data.data, raw)
    },

    async readProfile({ http }) {
      const query = { 'user.fields': 'profile_image_url' }
      const { data } = await http.get('/users/me', meReply, { query, cost: USER_COST })
      return { name: `@${data.username}`, avatarUrl: pictureUrl(data.profile_image_url) }
    },
  }
}

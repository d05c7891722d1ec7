import { NotSupportedError, SocialBaseError, type SocialClient } from '@social/core'

import type { PostInfo } from '../../shared/posts.js'
import type { Live } from '../live.js'
import type { PostChange, Posts } from './posts.js'
import type { Publishing } from './publishing.js'
import { isWaiting } from './scheduling.js'

const EVERY_SECONDS = 3

/** Dependencies of `watchPosts`. */
export interface PostWatchParts {
  readonly social: SocialClient
  readonly posts: Posts
  readonly live: Live
  readonly stopping: AbortSignal
}

type PostAtNetwork = PostInfo & { readonly postId: string }

/**
 * Queries the state of a post that the network is processing. Returns null while the state is
 * unchanged.
 */
async function queryState(
  { social, stopping }: PostWatchParts,
  post: PostAtNetwork,
): Promise<PostChange | null> {
  const { state, url } = await social.account(post.accountId).checkState(post.postId, { signal: stopping })
  if (state === 'PROCESSING' || state === 'SCHEDULED') return null
  const problem = state === 'FAILED' ? 'The network could not publish this post.' : null
  return { status: state, url, problem }
}

/**
 * Queries whether a scheduled post is now published. The post is published if the network reports
 * this state, or if the post is no longer in the list of scheduled posts. In the second case the
 * published post has a new, unknown id.
 */
async function queryScheduled(parts: PostWatchParts, post: PostAtNetwork): Promise<PostChange | null> {
  const isDue = post.publishAt !== null && Date.parse(post.publishAt) < Date.now()
  if (!isDue) return null
  if (parts.social.account(post.accountId).can('checkState')) return queryState(parts, post)
  return (await isWaiting(parts.social, post, parts.stopping)) === false
    ? { status: 'DONE', forgetId: true }
    : null
}

async function checkPost(parts: PostWatchParts, post: PostInfo): Promise<void> {
  const { posts, live } = parts
  if (post.postId === null) return
  const atNetwork = { ...post, postId: post.postId }
  try {
    const change = await (post.status === 'PROCESSING'
      ? queryState(parts, atNetwork)
      : queryScheduled(parts, atNetwork))
    const changed = change === null ? null : posts.change(post.id, change)
    if (changed !== null) live.notify('post', changed)
  } catch (error) {
    // Queries of an unsupported state are not repeated. After other errors the next round queries
    // again.
    if (NotSupportedError.is(error))
      posts.change(post.id, { status: 'WAITING_FOR_PERSON', problem: error.message })
    else if (!SocialBaseError.is(error) && !parts.stopping.aborted) throw error
  }
}

/**
 * Publishes due posts of the studio, and queries the network about processing and scheduled posts
 * until they are complete. Repeats until the server stops.
 */
export async function watchPosts(parts: PostWatchParts, publishing: Publishing): Promise<void> {
  const { social, posts, stopping } = parts
  while (!stopping.aborted) {
    await publishing.startDue()
    for (const post of [...posts.withStatus('PROCESSING'), ...posts.withStatus('SCHEDULED')])
      await checkPost(parts, post)
    await social.clock.sleep(EVERY_SECONDS, { signal: stopping }).catch(() => null)
  }
}

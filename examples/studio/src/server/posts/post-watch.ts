import { NotSupportedError, SocialBaseError, type SocialClient, type Update } from '@social/core'

import type { PostInfo } from '../../shared/posts.js'
import type { Live } from '../live.js'
import { shownText } from '../refusals.js'
import { afterResult } from './own-sender.js'
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
  const result = await social.account(post.accountId).checkState(post.postId, { signal: stopping })
  return result.state === post.status ? null : afterResult(result)
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
    const change = await (post.status === 'SCHEDULED'
      ? queryScheduled(parts, atNetwork)
      : queryState(parts, atNetwork))
    const changed = change === null ? null : posts.change(post.id, change)
    if (changed !== null) live.notify('post', changed)
  } catch (error) {
    // Queries of an unsupported state are not repeated. After other errors the next round queries
    // again.
    if (NotSupportedError.is(error))
      posts.change(post.id, { status: 'WAITING_FOR_PERSON', problem: shownText(error) })
    else if (!SocialBaseError.is(error) && !parts.stopping.aborted) throw error
  }
}

/** Finds the studio's post that an update is about. Null if the studio did not publish the post. */
export function postAbout(posts: Posts, { connectionId, aboutPostId }: Update): PostInfo | null {
  return aboutPostId === null ? null : posts.findByPostId(connectionId, aboutPostId)
}

/** Queries the state of a post after the network has reported a change of it. */
export async function applyNews(parts: PostWatchParts, update: Update): Promise<void> {
  const post = postAbout(parts.posts, update)
  if (!update.kind.startsWith('POST_') || post === null) return
  if (parts.social.account(post.accountId).can('checkState')) await checkPost(parts, post)
}

/**
 * Publishes due posts of the studio, and queries the network about processing and scheduled posts
 * until they are complete. Repeats until the server stops.
 */
export async function watchPosts(parts: PostWatchParts, publishing: Publishing): Promise<void> {
  const { social, posts, stopping } = parts
  while (!stopping.aborted) {
    await publishing.startDue()
    // With workers, the job of a post follows its processing.
    const processing = publishing.isQueued ? [] : posts.withStatus('PROCESSING')
    for (const post of [...processing, ...posts.withStatus('SCHEDULED')]) await checkPost(parts, post)
    await social.clock.sleep(EVERY_SECONDS, { signal: stopping }).catch(() => null)
  }
}

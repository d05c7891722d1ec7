import { NotSupportedError, SocialBaseError, type SocialClient } from '@social/core'

import type { PostInfo } from '../../shared/posts.js'
import type { Live } from '../live.js'
import type { PostChange, Posts } from './posts.js'
import type { Publishing } from './publishing.js'
import { isWaiting } from './scheduling.js'

const EVERY_SECONDS = 3

/** What watching needs. */
export interface PostWatchParts {
  readonly social: SocialClient
  readonly posts: Posts
  readonly live: Live
  readonly stopping: AbortSignal
}

type Asked = PostInfo & { readonly postId: string }

/** What became of a post the network was working on; null while nothing did. */
async function askState({ social, stopping }: PostWatchParts, post: Asked): Promise<PostChange | null> {
  const { state, url } = await social.account(post.accountId).checkState(post.postId, { signal: stopping })
  if (state === 'PROCESSING' || state === 'SCHEDULED') return null
  const problem = state === 'FAILED' ? 'The network could not make a post of it.' : null
  return { status: state, url, problem }
}

/**
 * A post whose moment has passed is out once the network says so, or lists it no longer. In a list it then has another
 * id, which nobody tells.
 */
async function askScheduled(parts: PostWatchParts, post: Asked): Promise<PostChange | null> {
  const isDue = post.publishAt !== null && Date.parse(post.publishAt) < Date.now()
  if (!isDue) return null
  if (parts.social.account(post.accountId).can('checkState')) return askState(parts, post)
  return (await isWaiting(parts.social, post, parts.stopping)) === false
    ? { status: 'DONE', forgetId: true }
    : null
}

async function statistics(parts: PostWatchParts, post: PostInfo): Promise<void> {
  const { posts, live } = parts
  if (post.postId === null) return
  const asked = { ...post, postId: post.postId }
  try {
    const change = await (post.status === 'PROCESSING' ? askState(parts, asked) : askScheduled(parts, asked))
    const changed = change === null ? null : posts.change(post.id, change)
    if (changed !== null) live.notify('post', changed)
  } catch (error) {
    // A network that cannot be asked is not asked twice; an outage passes, and the next round asks again.
    if (NotSupportedError.is(error))
      posts.change(post.id, { status: 'WAITING_FOR_PERSON', problem: error.message })
    else if (!SocialBaseError.is(error) && !parts.stopping.aborted) throw error
  }
}

/**
 * Publishes what waited here for its time, and asks about posts that the network is still working on, or keeps for later,
 * until it is done with them.
 */
export async function watchPosts(parts: PostWatchParts, publishing: Publishing): Promise<void> {
  const { social, posts, stopping } = parts
  while (!stopping.aborted) {
    await publishing.startDue()
    for (const post of [...posts.withStatus('PROCESSING'), ...posts.withStatus('SCHEDULED')])
      await statistics(parts, post)
    await social.clock.sleep(EVERY_SECONDS, { signal: stopping }).catch(() => null)
  }
}

import { NotSupportedError, type SocialClient } from '@social/core'

import type { Live } from './live.js'
import type { Posts } from './posts.js'

const EVERY_SECONDS = 3

/** What watching needs. */
export interface PostWatchParts {
  readonly social: SocialClient
  readonly posts: Posts
  readonly live: Live
  readonly stopping: AbortSignal
}

/** Asks about posts that the network is still working on, until it is done with them. */
export async function watchPosts({ social, posts, live, stopping }: PostWatchParts): Promise<void> {
  while (!stopping.aborted) {
    for (const { id, accountId, postId } of posts.withStatus('PROCESSING')) {
      if (postId === null) continue
      try {
        const { state, url } = await social.account(accountId).checkState(postId, { signal: stopping })
        const post = state === 'PROCESSING' ? null : posts.change(id, { status: state, url })
        if (post !== null) live.tell('post', post)
      } catch (error) {
        // An outage passes: the next round asks again. A network that cannot be asked is not asked twice.
        if (NotSupportedError.is(error))
          posts.change(id, { status: 'WAITING_FOR_PERSON', problem: error.message })
      }
    }
    await social.clock.sleep(EVERY_SECONDS, { signal: stopping }).catch(() => null)
  }
}

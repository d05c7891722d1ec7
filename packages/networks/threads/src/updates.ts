import {
  type Call,
  type CanReadUpdates,
  type CanReadUpdatesInSteps,
  NotFoundError,
  readUpdateLists,
} from '@social/core/platform'
import { idPath, readGraphList } from '@social/meta-kit'

import type { Settings } from './options.js'
import { readReplyPage } from './read/index.js'
import { ownItem } from './schemas.js'

async function readLatestPosts(recentPosts: number, call: Call): Promise<readonly string[]> {
  const path = idPath(call.connection.accountId, 'threads')
  const query = { fields: 'id,media_type', limit: recentPosts }
  const ids: string[] = []
  const options = { query, maxPages: 1, more: 'CURSOR' } as const
  let count = 0
  for await (const { id, media_type: type } of readGraphList(call, path, ownItem, options)) {
    if ((count += 1) > recentPosts) break
    // A repost cannot have replies, so none are read.
    if (type !== 'REPOST_FACADE') ids.push(id)
  }
  return ids
}

/**
 * Creates the methods that poll replies. A polled reply has the same id and `raw` as a reply from
 * a webhook.
 */
export function polling({ recentPosts }: Settings): CanReadUpdates & CanReadUpdatesInSteps {
  const readStep = (since: Date | null, progress: string | null, call: Call) =>
    readUpdateLists(progress, {
      readIds: () => readLatestPosts(recentPosts, call),
      readPage: (postId, cursor) => readReplyPage(postId, { since, cursor }, call),
      // A post can be deleted after the list of posts was read.
      isGone: (error) => NotFoundError.is(error),
      maxPages: recentPosts,
      clock: call.clock,
    })
  return {
    /** Sends one request for the list of posts, and at most `recentPosts` requests for replies. */
    fetchUpdateStep: readStep,

    /**
     * Reads the replies to the latest posts, including replies to replies. Sends at most 1 +
     * `recentPosts` requests.
     */
    async fetchUpdates(since, call) {
      const { updates, isComplete, interruptedBy } = await readStep(since, null, call)
      if (interruptedBy !== null) throw interruptedBy
      if (!isComplete)
        call.warn(
          'Threads has more replies than one poll reads. A Poller reads the others in its next polls.',
        )
      return updates
    },
  }
}

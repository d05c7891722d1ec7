import {
  type Call,
  type CanReadUpdates,
  type CanReadUpdatesInSteps,
  NotFoundError,
  readUpdateLists,
} from '@social/core/platform'
import { idPath, readGraphList } from '@social/meta-kit'

import type { Settings } from './options.js'
import { readCommentPage } from './read/index.js'
import { idReply } from './schemas.js'

async function readLatestMedia(recentPosts: number, call: Call): Promise<readonly string[]> {
  const path = idPath(call.connection.accountId, 'media')
  const query = { fields: 'id', limit: recentPosts }
  const ids: string[] = []
  for await (const { id } of readGraphList(call, path, idReply, { query, maxPages: 1 })) ids.push(id)
  return ids.slice(0, recentPosts)
}

/**
 * Creates the methods that poll comments. A polled comment has the same id and `raw` as a comment
 * from a webhook.
 */
export function polling({ recentPosts }: Settings): CanReadUpdates & CanReadUpdatesInSteps {
  const readStep = (since: Date | null, progress: string | null, call: Call) =>
    readUpdateLists(progress, {
      readIds: () => readLatestMedia(recentPosts, call),
      readPage: (mediaId, cursor) => readCommentPage(mediaId, { since, cursor }, call),
      // A post can be deleted after the list of posts was read.
      isGone: (error) => NotFoundError.is(error),
      maxPages: recentPosts,
      clock: call.clock,
    })
  return {
    /** Sends one request for the list of media, and at most `recentPosts` requests for comments. */
    fetchUpdateStep: readStep,

    /**
     * Reads the comments on the latest media, including replies. Sends at most 1 + `recentPosts`
     * requests.
     */
    async fetchUpdates(since, call) {
      const { updates, isComplete, interruptedBy } = await readStep(since, null, call)
      if (interruptedBy !== null) throw interruptedBy
      if (!isComplete)
        call.warn(
          'Instagram has more comments than one poll reads. A Poller reads the others in its next polls.',
        )
      return updates
    },
  }
}

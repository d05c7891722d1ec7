import { type CanReadUpdates, NotFoundError, type Update } from '@social/core/platform'
import { idPath, readGraphList } from '@social/meta-kit'

import type { Settings } from './options.js'
import { readComments } from './read.js'
import { idReply } from './schemas.js'

/** Polling comments. The same comment has the same id and the same `raw` when it is pushed. */
export function polling({ recentPosts }: Settings): CanReadUpdates {
  return {
    /** The comments on the latest media, answers to comments among them: one request for the list, and one for each. */
    async fetchUpdates(since, call) {
      const path = idPath(call.connection.accountId, 'media')
      const query = { fields: 'id', limit: recentPosts }
      const updates: Update[] = []
      let count = 0
      for await (const { id } of readGraphList(call, path, idReply, { query, maxPages: 1 })) {
        if ((count += 1) > recentPosts) break
        try {
          updates.push(...(await readComments(id, call)))
        } catch (error) {
          // A post that went between the two requests has no comments any more.
          if (!NotFoundError.is(error)) throw error
        }
      }
      return updates
        .filter(({ timestamp }) => since === null || timestamp > since)
        .toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
    },
  }
}

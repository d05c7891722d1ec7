import { type CanReadUpdates, NotFoundError, type Update } from '@social/core/platform'
import { idPath, readGraphList } from '@social/meta-kit'

import type { Settings } from './options.js'
import { readReplyList } from './read/index.js'
import { ownItem } from './schemas.js'

/** Polling replies. The same reply has the same id and the same `raw` when it is pushed. */
export function polling({ recentPosts }: Settings): CanReadUpdates {
  return {
    /** The replies on the latest posts, replies to replies among them: one request for the list, and one for each post. */
    async fetchUpdates(since, call) {
      const path = idPath(call.connection.accountId, 'threads')
      const query = { fields: 'id,media_type', limit: recentPosts }
      const updates: Update[] = []
      let count = 0
      const options = { query, maxPages: 1, more: 'CURSOR' } as const
      for await (const { id, media_type: type } of readGraphList(call, path, ownItem, options)) {
        if ((count += 1) > recentPosts) break
        // A repost has no replies of its own.
        if (type === 'REPOST_FACADE') continue
        try {
          const way = { list: 'conversation', maxPages: 1, newestFirst: true } as const
          updates.push(...(await readReplyList(id, way, call)))
        } catch (error) {
          // A post that went between the two requests has no replies any more.
          if (!NotFoundError.is(error)) throw error
        }
      }
      return updates
        .filter(({ timestamp }) => since === null || timestamp > since)
        .toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
    },
  }
}

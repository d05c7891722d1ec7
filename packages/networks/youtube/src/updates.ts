import type { CanReadUpdates } from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from './limits.js'
import { toUpdate } from './map/index.js'
import type { Settings } from './options.js'
import { threadReply, threadsReply } from './schemas.js'

/** Polls comments, because YouTube has webhooks only for uploads. */
export function polling({ updatesPerCheck }: Settings): CanReadUpdates {
  return {
    /**
     * Reads one page of the newest comments on the channel's videos. Costs 1 unit of quota.
     * YouTube has no time filter, so poll often enough that one page contains all new comments.
     * Replies to a comment are not reported, because a reply does not move the comment up in the
     * list. Needs the scope `youtube.force-ssl`.
     */
    async fetchUpdates(since, { http, connection }) {
      const query = {
        part: 'snippet',
        allThreadsRelatedToChannelId: connection.accountId,
        order: 'time',
        maxResults: updatesPerCheck,
        textFormat: 'plainText',
      }
      const { items } = await http.get('/commentThreads', threadsReply, { query, cost: READ_COST })
      const updates = (items ?? []).flatMap((item) => {
        const read = v.safeParse(threadReply, item)
        const update = read.success ? toUpdate(read.output, connection) : null
        return update && (since === null || update.timestamp > since) ? [update] : []
      })
      // YouTube lists the newest comment first. The reversal also orders comments that have the
      // same second.
      return updates
        .toReversed()
        .toSorted((left, right) => left.timestamp.getTime() - right.timestamp.getTime())
    },
  }
}

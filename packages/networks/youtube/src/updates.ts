import type { CanReadUpdates } from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from './limits.js'
import { toUpdate } from './map/index.js'
import type { Settings } from './options.js'
import { threadReply, threadsReply } from './schemas.js'

/** Polls comments. YouTube has webhooks only for uploads. */
export function polling({ updatesPerCheck }: Settings): CanReadUpdates {
  return {
    /**
     * One page of the newest comments on the channel's videos; 1 unit of quota. YouTube has no time filter, so poll
     * often enough that one page covers all new comments. Replies below a comment are not reported: they do not move
     * their comment up. Needs the scope `youtube.force-ssl`.
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
      // The list is newest first. Comments of one second keep that order, reversed.
      return updates
        .toReversed()
        .toSorted((left, right) => left.timestamp.getTime() - right.timestamp.getTime())
    },
  }
}

import type { CanReadUpdates } from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from './limits.js'
import { toUpdate } from './map/index.js'
import type { Settings } from './options.js'
import { threadReply, threadsReply } from './schemas.js'

/** Polling comments. Nothing is pushed: YouTube announces uploads only. */
export function polling({ updatesPerCheck }: Settings): CanReadUpdates {
  return {
    /**
     * One page of the newest comments on the channel's videos; 1 unit of quota. YouTube pages comments and does not
     * filter them by time, so poll so often that one page covers what is new. Replies below a comment are not reported:
     * they do not bring their comment up again. Needs the scope `youtube.force-ssl`.
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
      // The list is newest first; comments of one second keep that order, turned round.
      return updates
        .toReversed()
        .toSorted((left, right) => left.timestamp.getTime() - right.timestamp.getTime())
    },
  }
}

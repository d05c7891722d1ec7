import { type CanCheckState, makePostResult } from '@social/core/platform'

import { GONE } from './errors/failures.js'
import { READ_COST } from './limits.js'
import { toPostResult, toWatchUrl } from './map/index.js'
import type { Settings } from './options.js'
import { videosReply } from './schemas.js'

/** Reads the state of a video. */
export function checkingState(_settings: Settings): CanCheckState {
  return {
    /**
     * Reads the state with one request, which costs 1 unit of quota. Encoding takes minutes, or
     * hours for a long video. A video that YouTube does not list was deleted or is private to
     * another user, so it counts as failed. `failure` has the reason of a failure or rejection.
     */
    async checkState(postId, { http }) {
      const query = { part: 'status,processingDetails', id: postId }
      const { data, raw } = await http.request('GET', '/videos', videosReply, { query, cost: READ_COST })
      const [video] = data.items ?? []
      if (video) return toPostResult(video)
      return makePostResult({ id: postId, url: toWatchUrl(postId), state: 'FAILED', failure: GONE, raw })
    },
  }
}

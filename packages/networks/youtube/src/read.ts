import { type CanReadProfile, type CanReadStats, PostGoneError } from '@social/core/platform'

import { READ_COST } from './limits.js'
import { toAvatarUrl, toPostStats } from './map/index.js'
import type { Settings } from './options.js'
import { channelsReply, videosReply } from './schemas.js'

/** Reading the numbers of a video, and the channel itself: one request each. */
export function reading(_settings: Settings): CanReadStats & CanReadProfile {
  return {
    /** 1 unit of quota. `raw` also has `statistics.viewCount`. */
    async readStats(postId, { http }) {
      const query = { part: 'statistics', id: postId }
      const { items } = await http.get('/videos', videosReply, { query, cost: READ_COST })
      const [video] = items ?? []
      if (video) return toPostStats(video)
      throw new PostGoneError('The video is not there, or this channel may not see it. Leave it out.', {
        platform: 'youtube',
      })
    },

    /** 1 unit of quota. */
    async readProfile({ http, connection }) {
      const query = { part: 'snippet', id: connection.accountId }
      const { items } = await http.get('/channels', channelsReply, { query, cost: READ_COST })
      const [channel] = items ?? []
      if (!channel) return { name: connection.accountId, avatarUrl: null }
      return { name: channel.snippet?.title || channel.id, avatarUrl: toAvatarUrl(channel) }
    },
  }
}

import {
  type CanListChoices,
  type CanReadInsights,
  type CanReadProfile,
  type CanReadStats,
  PostGoneError,
} from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from '../limits.js'
import { toAvatarUrl, toPostStats } from '../map/index.js'
import type { Settings } from '../options.js'
import { categoriesReply, categoryReply, channelsReply, videosReply } from '../schemas.js'
import { readInsights } from './insights.js'

/**
 * Region whose categories are listed. YouTube requires one country, and category ids are the same
 * in every country.
 * https://developers.google.com/youtube/v3/docs/videoCategories/list (read 2026-11-22)
 */
const CATEGORY_REGION = 'US'

/**
 * Reads statistics of a video and of the channel, the profile of the channel, and the video
 * categories.
 */
export function reading({
  addresses,
}: Settings): CanReadStats & CanReadInsights & CanReadProfile & CanListChoices {
  return {
    readInsights: (query, call) => readInsights(query, addresses, call),

    /** Lists the video categories. Costs 1 unit of quota. */
    async listChoices(_options, { http }) {
      const query = { part: 'snippet', regionCode: CATEGORY_REGION }
      const { items } = await http.get('/videoCategories', categoriesReply, { query, cost: READ_COST })
      const categories = (items ?? []).flatMap((item) => {
        const read = v.safeParse(categoryReply, item)
        return read.success && read.output.snippet.assignable !== false ? [read.output] : []
      })
      return { categoryId: categories.map(({ id, snippet }) => ({ value: id, label: snippet.title })) }
    },

    /**
     * Reads the statistics of a video. Costs 1 unit of quota. `raw` also contains
     * `statistics.viewCount`.
     */
    async readStats(postId, { http }) {
      const query = { part: 'statistics', id: postId }
      const { items } = await http.get('/videos', videosReply, { query, cost: READ_COST })
      const [video] = items ?? []
      if (video) return toPostStats(video)
      throw new PostGoneError(
        'The video does not exist, or is not visible to this channel. Remove it from your data.',
        {
          platform: 'youtube',
        },
      )
    },

    /** Reads the profile of the channel. Costs 1 unit of quota. */
    async readProfile({ http, connection }) {
      const query = { part: 'snippet', id: connection.accountId }
      const { items } = await http.get('/channels', channelsReply, { query, cost: READ_COST })
      const [channel] = items ?? []
      if (!channel) return { name: connection.accountId, avatarUrl: null }
      return { name: channel.snippet?.title || channel.id, avatarUrl: toAvatarUrl(channel) }
    },
  }
}

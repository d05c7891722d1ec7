import {
  type Call,
  type CanReadProfile,
  type CanReadStats,
  type HttpReply,
  PlatformError,
} from '@social/core/platform'
import { faultOf, idPath } from '@social/meta-kit'

import { toPicture, toPostStats } from './map/index.js'
import type { Settings } from './options.js'
import { pageReply, type StatsReply, statsReply } from './schemas.js'

const summed = (edge: string): string => `${edge}.limit(0).summary(true)`

function askNumbers(postId: string, likes: string, { http }: Call): Promise<HttpReply<StatsReply>> {
  const fields = ['id', summed(likes), summed('comments'), ...(postId.includes('_') ? ['shares'] : [])]
  return http.request('GET', idPath(postId), statsReply, { query: { fields: fields.join(',') } })
}

/** Reading the numbers of a post, and the page itself: one request each. */
export function reading(_settings: Settings): CanReadStats & CanReadProfile {
  return {
    /** Likes are reactions of every kind. A video that knows only likes is asked once more. */
    async readStats(postId, call) {
      try {
        const { data, raw } = await askNumbers(postId, 'reactions', call)
        return toPostStats(postId, data, raw)
      } catch (error) {
        if (!PlatformError.is(error) || faultOf(error.raw)?.code !== 100 || postId.includes('_')) throw error
        const { data, raw } = await askNumbers(postId, 'likes', call)
        return toPostStats(postId, data, raw)
      }
    },

    async readProfile({ http, connection }) {
      const query = { fields: 'name,picture{url}' }
      const page = await http.get(idPath(connection.accountId), pageReply, { query })
      return { name: page.name || page.id, avatarUrl: toPicture(page) }
    },
  }
}

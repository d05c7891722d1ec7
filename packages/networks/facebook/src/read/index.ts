import {
  type Call,
  type CanReadInsights,
  type CanReadProfile,
  type CanReadStats,
  PlatformError,
  type PostStats,
} from '@social/core/platform'
import { faultOf, idPath } from '@social/meta-kit'

import { toPicture, toPostStats } from '../map/index.js'
import type { Settings } from '../options.js'
import { pageReply, statsReply } from '../schemas.js'
import { readingInsights } from './insights.js'

/** Error code 100 of Facebook: the object does not have the requested field. */
const NO_SUCH_FIELD = 100

const summed = (edge: string): string => `${edge}.limit(0).summary(true)`

/** Ids of posts and comments have an underscore. Ids of videos and pictures have none. */
const mayBePost = (id: string): boolean => id.includes('_')

async function askNumbers(
  postId: string,
  { likes, hasShares }: { readonly likes: 'reactions' | 'likes'; readonly hasShares: boolean },
  { http }: Call,
): Promise<PostStats> {
  const fields = ['id', summed(likes), summed('comments'), ...(hasShares ? ['shares'] : [])]
  const query = { fields: fields.join(',') }
  const { data: reply, raw } = await http.request('GET', idPath(postId), statsReply, { query })
  return toPostStats(postId, { reply, raw }, { hasShares })
}

/** Reads the statistics of a post, and the profile of the page, with one request each. */
export function reading(_settings: Settings): CanReadStats & CanReadProfile & CanReadInsights {
  return {
    ...readingInsights(),

    /**
     * Reads the statistics. Likes are reactions of every kind. Comments have no shares, and some
     * videos have likes but no reactions. Both cases need a second request.
     */
    async readStats(postId, call) {
      const isPost = mayBePost(postId)
      try {
        return await askNumbers(postId, { likes: 'reactions', hasShares: isPost }, call)
      } catch (error) {
        if (!PlatformError.is(error) || faultOf(error.raw)?.code !== NO_SUCH_FIELD) throw error
        return askNumbers(postId, { likes: isPost ? 'reactions' : 'likes', hasShares: false }, call)
      }
    },

    async readProfile({ http, connection }) {
      const query = { fields: 'name,picture{url}' }
      const page = await http.get(idPath(connection.accountId), pageReply, { query })
      return { name: page.name || page.id, avatarUrl: toPicture(page) }
    },
  }
}

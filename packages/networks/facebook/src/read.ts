import {
  type Call,
  type CanReadProfile,
  type CanReadStats,
  PlatformError,
  type PostStats,
} from '@social/core/platform'
import { faultOf, idPath } from '@social/meta-kit'

import { toPicture, toPostStats } from './map/index.js'
import type { Settings } from './options.js'
import { pageReply, statsReply } from './schemas.js'

/** Facebook does not know a field of this object: code 100. */
const NO_SUCH_FIELD = 100

const summed = (edge: string): string => `${edge}.limit(0).summary(true)`

/** Posts and comments have ids with an underscore; videos and pictures have bare ones. */
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

/** Reading the numbers of a post, and the page itself: one request each. */
export function reading(_settings: Settings): CanReadStats & CanReadProfile {
  return {
    /**
     * Likes are reactions of every kind. What turns out to be a comment, which has no shares, and a video that knows only
     * likes, are asked once more.
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

import { type Call, networkWords, type Post } from '@social/core/platform'
import { type ContainerPlan, type ContainerRules, type ContainerStatus, idPath } from '@social/meta-kit'

import type { ReadOptions, Settings } from '../options.js'
import { containerReply, idReply } from '../schemas.js'
import type { PostKind } from './check.js'
import { parentFields, pieceFields } from './fields.js'

/** Asks a container how it is getting on; one request. */
export async function readStatus(
  containerId: string,
  { http }: Pick<Call, 'http'>,
): Promise<ContainerStatus> {
  const query = { fields: 'status,error_message' }
  const { status, error_message: words } = await http.get(idPath(containerId), containerReply, { query })
  return { word: status, words: networkWords(words) }
}

/** How Threads makes containers. */
export function rulesOf({ checkEverySeconds, waitUpToSeconds }: Settings): ContainerRules {
  return {
    platform: 'threads',
    checkEverySeconds,
    waitUpToSeconds,
    readStatus,
    async make(form, { http, connection }) {
      const { id } = await http.post(idPath(connection.accountId, 'threads'), idReply, { form })
      return id
    },
  }
}

/** What the containers of a post are made from. */
export function planOf(post: Post<ReadOptions>, kind: PostKind): ContainerPlan {
  return {
    media: post.media,
    isCarousel: kind === 'CAROUSEL',
    pieceFields,
    parentFields: (made) => parentFields(post, kind, made),
  }
}

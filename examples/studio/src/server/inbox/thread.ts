import type { Attachment, PostDetails, SocialClient, Update } from '@social/core'

import type { FileInfo, ThreadInfo } from '../../shared/inbox.js'
import { shownPicture, toPersonInfo } from '../accounts/people.js'

/** Converts the files of a post or an update for the page. */
export function toFileInfos(attachments: readonly Attachment[]): readonly FileInfo[] {
  return attachments.map(({ previewUrl, url, altText }) => ({
    url: shownPicture(previewUrl ?? url),
    altText,
  }))
}

/** Returns the id of the first post of an update's thread. Null if the thread cannot be read. */
export function threadOf(
  social: SocialClient,
  { connectionId, conversationId, threadRootId, aboutPostId, postId }: Update,
): string | null {
  const canRead = conversationId === null && social.account(connectionId).can('readThread')
  return canRead ? (threadRootId ?? aboutPostId ?? postId) : null
}

/**
 * Computes the depth of each post below the top post. A post whose parent is missing has depth 0.
 */
function depthsOf(posts: readonly PostDetails[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const { id, parentId } of posts)
    depths.set(id, parentId === null ? 0 : (depths.get(parentId) ?? -1) + 1)
  return depths
}

/**
 * Sorts the posts so that replies follow their parent. Replies to the same post keep their order.
 */
function inOrder(posts: readonly PostDetails[]): readonly PostDetails[] {
  const ids = new Set(posts.map(({ id }) => id))
  const below = (parent: PostDetails): readonly PostDetails[] => [
    parent,
    ...posts.filter(({ parentId }) => parentId === parent.id).flatMap((child) => below(child)),
  ]
  return posts.filter(({ parentId }) => parentId === null || !ids.has(parentId)).flatMap((top) => below(top))
}

export async function readThread(
  social: SocialClient,
  accountId: string,
  postId: string,
  signal: AbortSignal,
): Promise<ThreadInfo> {
  const { post, replies, complete } = await social.account(accountId).readThread(postId, { signal })
  const posts = [post, ...replies]
  const depths = depthsOf(posts)
  return {
    complete,
    posts: inOrder(posts).map((one) => ({
      id: one.id,
      author: toPersonInfo(one.author),
      text: one.unavailable === null ? one.text : `(${one.unavailable.toLowerCase()})`,
      at: one.createdAt?.toISOString() ?? null,
      depth: depths.get(one.id) ?? 0,
      isMine: one.isMine,
      likes: one.likeCount,
      attachments: toFileInfos(one.attachments),
    })),
  }
}

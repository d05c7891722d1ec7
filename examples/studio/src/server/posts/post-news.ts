import type { Update, UpdateKind } from '@social/core'

import type { PostInfo, PostStatus } from '../../shared/posts.js'
import type { Live } from '../live.js'
import type { PostChange, Posts } from './posts.js'

/** Post state that results from each update kind. */
const CHANGES: Partial<Record<UpdateKind, PostChange>> = {
  POST_PUBLISHED: { status: 'DONE' },
  POST_DRAFTED: { status: 'DRAFTED' },
  POST_FAILED: { status: 'FAILED', problem: 'The network could not publish this post.' },
}

/**
 * Final states. Updates can arrive in any order, so a published post must not become a draft
 * again.
 */
const ENDS: ReadonlySet<PostStatus> = new Set(['DONE', 'FAILED'])

/** Finds the studio's post that an update is about. Null if the studio did not publish the post. */
export function postAbout(posts: Posts, { connectionId, aboutPostId }: Update): PostInfo | null {
  return aboutPostId === null ? null : posts.findByPostId(connectionId, aboutPostId)
}

/** Applies an update to the state of a post. */
export function applyNews(
  update: Update,
  { posts, live }: { readonly posts: Posts; readonly live: Live },
): void {
  const change = CHANGES[update.kind]
  const post = postAbout(posts, update)
  if (change === undefined || post === null || ENDS.has(post.status)) return
  const changed = posts.change(post.id, change)
  if (changed !== null) live.notify('post', changed)
}

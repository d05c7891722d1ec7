import type { Update, UpdateKind } from '@social/core'

import type { PostInfo, PostStatus } from '../../shared/posts.js'
import type { Live } from '../live.js'
import type { PostChange, Posts } from './posts.js'

/** What a network's news about a post makes of it. */
const CHANGES: Partial<Record<UpdateKind, PostChange>> = {
  POST_PUBLISHED: { status: 'DONE' },
  POST_DRAFTED: { status: 'DRAFTED' },
  POST_FAILED: { status: 'FAILED', problem: 'The network could not make a post of it.' },
}

/** News come in any order: what is out does not become a draft again. */
const ENDS: ReadonlySet<PostStatus> = new Set(['DONE', 'FAILED'])

/** The studio's own post an update is about. */
export function postAbout(posts: Posts, { connectionId, aboutPostId }: Update): PostInfo | null {
  return aboutPostId === null ? null : posts.findByPostId(connectionId, aboutPostId)
}

/** Changes a post as the network's news say. */
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

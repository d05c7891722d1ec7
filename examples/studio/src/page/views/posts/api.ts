import type { Composition } from '../../../shared/compose.js'
import type { ThreadInfo } from '../../../shared/inbox.js'
import type { PostInfo } from '../../../shared/posts.js'
import { ask, path } from '../../request.js'

export const postsApi = {
  retry: (id: string) => ask<PostInfo>('POST', path`/api/posts/${id}/retry`),
  stop: (id: string) => ask<PostInfo>('POST', path`/api/posts/${id}/stop`),
  remove: (id: string) => ask<null>('DELETE', path`/api/posts/${id}`),
  rewrite: (id: string, text: string, idempotencyKey: string) =>
    ask<PostInfo>('PUT', path`/api/posts/${id}/text`, { text, idempotencyKey }),
  toDraft: (id: string) => ask<Composition>('POST', path`/api/posts/${id}/draft`),
  thread: (id: string) => ask<ThreadInfo>('GET', path`/api/posts/${id}/thread`),
}

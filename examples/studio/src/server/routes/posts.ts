import { PostGoneError } from '@social/core'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { PostInfo } from '../../shared/posts.js'
import { readThread } from '../inbox/thread.js'
import type { StudioParts } from '../parts.js'
import { BadRequest, Gone } from '../refusals.js'
import { idOf, readBody } from './read-request.js'

const AGAIN: ReadonlySet<string> = new Set(['FAILED', 'UNKNOWN', 'STOPPED'])
const editBody = v.object({ text: v.string(), idempotencyKey: v.pipe(v.string(), v.uuid()) })

/** Returns the network's id of a published post. */
function outOf({ postId }: PostInfo): string {
  if (postId === null) throw new BadRequest('This post is not published yet.')
  return postId
}

/** Adds the routes that retry, stop, edit and delete posts, and that read their replies. */
export function postsRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { social, posts, publishing, live, stopping: signal } = parts
  const find = (id: string): PostInfo => {
    const post = posts.find(id)
    if (post === null) throw new Gone('This post no longer exists.')
    return post
  }

  /** Cancels a scheduled post, or deletes a published one. */
  const takeBack = async ({ accountId, status, partsOut }: PostInfo, postId: string): Promise<void> => {
    if (status === 'SCHEDULED') return social.account(accountId).cancelScheduled(postId, { signal })
    const ids = partsOut.length > 0 ? partsOut.map(({ id }) => id) : [postId]
    // Deletes the last part of a thread first, so that the remaining parts stay connected.
    for (const id of ids.toReversed())
      await social
        .account(accountId)
        .deletePost(id, { signal })
        .catch((error: unknown) => {
          // The error is ignored for a part that is already deleted.
          if (!PostGoneError.is(error)) throw error
        })
  }

  app.post('/api/posts/:id/retry', async (request) => {
    const post = find(idOf(request))
    if (!AGAIN.has(post.status)) throw new BadRequest('This post does not need another attempt.')
    await publishing.retry(post)
    return find(post.id)
  })

  app.post('/api/posts/:id/stop', async (request) => {
    const post = find(idOf(request))
    await publishing.stop(post)
    return find(post.id)
  })

  app.put('/api/posts/:id/text', async (request) => {
    const { text, idempotencyKey } = readBody(editBody, request)
    const post = find(idOf(request))
    await social.account(post.accountId).editPost(outOf(post), { text }, { idempotencyKey, signal })
    const changed = posts.rewrite(post.id, text)
    if (changed !== null) live.notify('post', changed)
    return changed
  })

  app.delete('/api/posts/:id', async (request) => {
    const post = find(idOf(request))
    if (post.postId === null) await publishing.forget(post)
    else await takeBack(post, post.postId)
    posts.remove(post.id)
    live.notify('postGone', { id: post.id })
    return null
  })

  app.get('/api/posts/:id/thread', (request) => {
    const post = find(idOf(request))
    return readThread(social, post.accountId, outOf(post), signal)
  })
}

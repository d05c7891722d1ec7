import { PostGoneError } from '@social/core'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { PostInfo } from '../../shared/api.js'
import type { StudioParts } from '../parts.js'
import { BadRequest, Gone } from '../refusals.js'
import { cancelScheduled } from '../scheduling.js'
import { readThread } from '../thread.js'
import { idOf, readBody } from './read-request.js'

const draftBody = v.object({
  accountId: v.string(),
  text: v.string(),
  media: v.array(v.object({ uploadId: v.string(), altText: v.string() })),
  publishAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  options: v.record(v.string(), v.unknown()),
  idempotencyKey: v.pipe(v.string(), v.uuid()),
})

/** The network's id of a post that is out. */
function outOf({ postId }: PostInfo): string {
  if (postId === null) throw new BadRequest('That post is not out yet.')
  return postId
}

/** Publishing, trying again, deleting, and reading what was answered. */
export function postRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { social, accounts, posts, publishing, live, stopping: signal } = parts
  const find = (id: string): PostInfo => {
    const post = posts.find(id)
    if (post === null) throw new Gone('That post is gone.')
    return post
  }

  /** Takes a post off the network: cancels one that waits, deletes one that is out. */
  const takeBack = async ({ accountId, status }: PostInfo, postId: string): Promise<void> => {
    if (status === 'SCHEDULED') {
      if (!(await cancelScheduled(social, accountId, postId)))
        throw new BadRequest('This network lets go of scheduled posts on its own page only.')
      return
    }
    await social
      .account(accountId)
      .deletePost(postId, { signal })
      .catch((error: unknown) => {
        // Gone already is what was wanted.
        if (!PostGoneError.is(error)) throw error
      })
  }

  app.post('/api/posts', (request, reply) => {
    const draft = readBody(draftBody, request)
    if (!accounts.all().some(({ id }) => id === draft.accountId))
      throw new Gone('That account is not connected any more.')
    return reply.code(202).send(publishing.start(draft))
  })

  app.post('/api/posts/:id/retry', (request) => {
    const { id, status } = find(idOf(request))
    if (status !== 'FAILED' && status !== 'UNKNOWN') throw new BadRequest('That post needs no second try.')
    publishing.retry(id)
    return find(id)
  })

  app.delete('/api/posts/:id', async (request) => {
    const post = find(idOf(request))
    if (post.postId !== null) await takeBack(post, post.postId)
    posts.remove(post.id)
    live.tell('postGone', { id: post.id })
    return null
  })

  app.get('/api/posts/:id/thread', (request) => {
    const post = find(idOf(request))
    return readThread(social, post.accountId, outOf(post), signal)
  })
}

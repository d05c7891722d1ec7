import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { CheckInfo, Composition } from '../../shared/compose.js'
import type { PostInfo } from '../../shared/posts.js'
import { checkDraft } from '../compose/checking.js'
import { postsOf } from '../compose/drafts.js'
import type { StudioParts } from '../parts.js'
import { BadRequest, Gone } from '../refusals.js'
import { accountFinder } from './account-finder.js'
import { idOf, readBody } from './read-request.js'

const shownFile = v.object({ uploadId: v.string(), altText: v.string() })
const options = v.record(v.string(), v.unknown())
/** Texts of the parts after the first. At most 24, because the library allows 25 parts. */
const more = v.exactOptional(v.pipe(v.array(v.string()), v.maxLength(24)))
const moment = v.nullable(v.pipe(v.string(), v.isoTimestamp()))
const accountDraft = v.object({
  accountId: v.string(),
  text: v.string(),
  media: v.array(shownFile),
  publishAt: moment,
  options,
  more,
})
const draftBody = v.object({ ...accountDraft.entries, idempotencyKey: v.pipe(v.string(), v.uuid()) })
const checksBody = v.pipe(v.array(accountDraft), v.maxLength(50))
const compositionBody = v.object({
  id: v.pipe(v.string(), v.uuid()),
  text: v.string(),
  files: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      kind: v.picklist(['IMAGE', 'VIDEO']),
      bytes: v.number(),
      altText: v.string(),
    }),
  ),
  accountIds: v.array(v.string()),
  variations: v.record(
    v.string(),
    v.object({ text: v.exactOptional(v.string()), files: v.exactOptional(v.array(shownFile)) }),
  ),
  options: v.record(v.string(), options),
  publishAt: moment,
  more,
})

/** Adds the routes for drafts, checks and publishing. */
export function composeRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { posts, publishing, drafts } = parts
  const account = accountFinder(parts)

  app.put('/api/drafts/:id', (request): Composition => {
    const composition = readBody(compositionBody, request)
    // A late save must not restore a draft that was already published.
    if (!posts.hasGroup(composition.id)) drafts.save(composition)
    return composition
  })

  app.delete('/api/drafts/:id', (request) => {
    drafts.remove(idOf(request))
    return null
  })

  app.post('/api/drafts/:id/publish', (request, reply) => {
    const composition = readBody(compositionBody, request)
    for (const id of composition.accountIds) account(id)
    if (composition.accountIds.length === 0) throw new BadRequest('Select an account first.')
    const made = postsOf(composition)
    drafts.transaction(() => {
      for (const post of made) publishing.keep(post)
      drafts.remove(composition.id)
    })
    const begun = made.map(({ idempotencyKey }) => publishing.begin(idempotencyKey))
    return reply.code(202).send(begun.filter((post): post is PostInfo => post !== null))
  })

  app.post('/api/posts', (request, reply) => {
    const draft = readBody(draftBody, request)
    account(draft.accountId)
    return reply.code(202).send(publishing.start(draft))
  })

  app.post('/api/checks', (request): Promise<readonly CheckInfo[]> => {
    const wanted = readBody(checksBody, request)
    for (const { accountId } of wanted) account(accountId)
    return Promise.all(wanted.map((draft) => checkDraft(parts, draft)))
  })

  /** Opens a post as a draft, so that the person can correct it after an error. */
  app.post('/api/posts/:id/draft', (request): Composition => {
    const post = posts.find(idOf(request))
    const written = post && posts.draft(post.id)
    if (post === null || written === null) throw new Gone('This post no longer exists.')
    if (post.partsOut.length > 0)
      throw new BadRequest(
        'Parts of this thread are published. Delete the thread first, or retry with the same text.',
      )
    const composition: Composition = {
      id: crypto.randomUUID(),
      text: post.text,
      files: post.media,
      accountIds: [post.accountId],
      variations: {},
      options: { [post.accountId]: written.options },
      publishAt: null,
      more: post.more,
    }
    drafts.save(composition)
    return composition
  })
}

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { HAPPENINGS } from '../../shared/happenings.js'
import { DEEDS } from '../../shared/inbox.js'
import { doDeed } from '../inbox/deeds.js'
import { readThread, threadOf } from '../inbox/thread.js'
import type { StudioParts } from '../parts.js'
import { Gone } from '../refusals.js'
import { idOf, readBody } from './read-request.js'

const answerBody = v.object({
  text: v.pipe(v.string(), v.trim(), v.nonEmpty('Write something first.')),
  idempotencyKey: v.string(),
})
const readsBody = v.object({ ids: v.pipe(v.array(v.string()), v.maxLength(500)) })
const happeningBody = v.object({ accountId: v.string() })
const happening = v.object({ what: v.picklist(HAPPENINGS) })
const deed = v.object({ id: v.string(), deed: v.picklist(DEEDS) })

/** Adds the routes that answer updates, and that trigger new updates at the emulated networks. */
export function inboxRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { social, accounts, posts, updates, inbox, live, playground, stopping: signal } = parts
  const original = (id: string) => {
    const update = updates.original(id)
    if (update === null) throw new Gone('This update no longer exists.')
    return update
  }
  const notify = (id: string) => {
    const info = updates.find(id)
    if (info !== null) live.notify('update', info)
    return info
  }

  app.post('/api/updates/:id/answer', async (request) => {
    const { text, idempotencyKey } = readBody(answerBody, request)
    const id = idOf(request)
    const update = original(id)
    await social.account(update.connectionId).replyToUpdate(update, text, { idempotencyKey, signal })
    updates.answered(id, text)
    live.notify('conversations', updates.conversations())
    return notify(id)
  })

  app.post('/api/updates/:id/deeds/:deed', async (request) => {
    const { id, deed: what } = v.parse(deed, request.params)
    updates.mark(id, await doDeed(social, original(id), what, signal))
    return notify(id)
  })

  app.post('/api/updates/read', (request) => {
    const { ids } = readBody(readsBody, request)
    updates.read(ids)
    for (const id of ids) notify(id)
    return null
  })

  app.get('/api/updates/:id/thread', (request) => {
    const update = original(idOf(request))
    const top = threadOf(social, update)
    if (top === null) throw new Gone('This update has no thread.')
    return readThread(social, update.connectionId, top, signal)
  })

  app.post('/api/happenings/:what', (request) => {
    const { what } = v.parse(happening, request.params)
    const { accountId } = readBody(happeningBody, request)
    const account = accounts.all().find(({ id }) => id === accountId)
    if (account === undefined) throw new Gone('This account is no longer connected.')
    playground.happen(what, account, posts.all())
    // The response does not wait for this poll.
    inbox.checkSoon(accountId)
    return null
  })
}

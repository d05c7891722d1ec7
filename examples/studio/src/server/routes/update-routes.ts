import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { HAPPENINGS } from '../../shared/api.js'
import { answerUpdate } from '../answering.js'
import type { StudioParts } from '../parts.js'
import { Gone } from '../refusals.js'
import { idOf, readBody } from './read-request.js'

const answerBody = v.object({
  text: v.pipe(v.string(), v.trim(), v.nonEmpty('Write something first.')),
  idempotencyKey: v.string(),
})
const visibilityBody = v.object({ hidden: v.boolean() })
const happeningBody = v.object({ accountId: v.string() })
const happening = v.object({ what: v.picklist(HAPPENINGS) })

/** Answering what arrived, and letting more arrive. */
export function updateRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { social, accounts, posts, updates, inbox, live, playground, stopping: signal } = parts

  app.post('/api/updates/:id/answer', async (request) => {
    const { text, idempotencyKey } = readBody(answerBody, request)
    const id = idOf(request)
    const update = updates.original(id)
    if (update === null) throw new Gone('That update is gone.')
    await answerUpdate(social, update, text, { idempotencyKey, signal })
    const answered = updates.answered(id, text)
    if (answered !== null) live.tell('update', answered)
    return answered
  })

  app.post('/api/updates/:id/visibility', async (request) => {
    const { hidden } = readBody(visibilityBody, request)
    const id = idOf(request)
    const update = updates.original(id)
    if (update === null) throw new Gone('That update is gone.')
    await social.account(update.connectionId).setCommentVisibility(update, { hidden, signal })
    const shown = updates.shown(id, { hidden })
    if (shown !== null) live.tell('update', shown)
    return shown
  })

  app.post('/api/happenings/:what', (request) => {
    const { what } = v.parse(happening, request.params)
    const { accountId } = readBody(happeningBody, request)
    const account = accounts.all().find(({ id }) => id === accountId)
    if (account === undefined) throw new Gone('That account is not connected any more.')
    playground.happen(what, account, posts.all())
    // The inbox looks by itself every few seconds; nobody has to wait for that here.
    inbox.checkSoon(accountId)
    return null
  })
}

import type { Visit } from '../../framework/router.js'
import { accountJson } from '../people/account-json.js'
import type { Conversation, Person } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { statusJson } from '../statuses/status-json.js'
import { cutPage } from '../wire/paging.js'
import { notFound } from '../wire/refusals.js'

const WRITE = ['write', 'write:conversations']

function conversationJson(state: MastodonState, viewer: Person, one: Conversation): Record<string, unknown> {
  const last = state.statuses.get(one.lastStatusId)
  const ids = one.others.length === 0 ? [viewer.id] : one.others
  return {
    id: one.id,
    unread: one.unread,
    accounts: ids
      .map((id) => state.people.get(id))
      .filter((person) => person !== undefined)
      .map((person) => accountJson(state, person)),
    last_status: last === undefined ? null : statusJson(state, viewer, last),
  }
}

function findOwn(state: MastodonState, person: Person, id: string): Conversation {
  const found = state.conversations.get(id)
  if (found === undefined || found.personId !== person.id) throw notFound()
  return found
}

/** Handles GET /api/v1/conversations. Sorts and pages conversations by their last status. */
export function listConversations(state: MastodonState, { request, url }: Visit): Response {
  const { person } = requirePerson(state, request, ['read', 'read:statuses'])
  const own = [...state.conversations.values()].filter(({ personId }) => personId === person.id)
  const { items, headers } = cutPage(own, ({ lastStatusId }) => lastStatusId, url, {
    defaultValue: 20,
    newerBy: 'min_id',
  })
  return Response.json(
    items.map((one) => conversationJson(state, person, one)),
    { headers },
  )
}

/** POST /api/v1/conversations/:id/read */
export function readConversation(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const found = findOwn(state, person, params['id'] ?? '')
  found.unread = false
  return Response.json(conversationJson(state, person, found))
}

/**
 * Handles DELETE /api/v1/conversations/:id. Removes the conversation from the list, but deletes no
 * status.
 */
export function deleteConversation(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  state.conversations.delete(findOwn(state, person, params['id'] ?? '').id)
  return Response.json({})
}

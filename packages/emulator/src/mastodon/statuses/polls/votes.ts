import type { Visit } from '../../../framework/router.js'
import type { Person, Status } from '../../records.js'
import { optionalPerson, requirePerson } from '../../sign-in/access.js'
import type { MastodonState } from '../../state.js'
import { listOf, readParams } from '../../wire/params.js'
import { notFound } from '../../wire/refusals.js'
import { maySee } from '../visibility.js'
import { castVote, pollJson } from './polls.js'

/**
 * Finds the status with this poll. @throws Refusal 404 if the viewer is not allowed to see the
 * status.
 */
function findByPoll(state: MastodonState, viewer: Person | null, id: string): Status {
  const status = [...state.statuses.values()].find(({ poll }) => poll?.id === id)
  if (status === undefined || !maySee(state, viewer, status)) throw notFound()
  return status
}

/** Handles GET /api/v1/polls/:id. */
export function showPoll(state: MastodonState, { request, params }: Visit): Response {
  const viewer = optionalPerson(state, request, ['read', 'read:statuses'])
  return Response.json(pollJson(state, viewer, findByPoll(state, viewer, params['id'] ?? '')))
}

/** Handles POST /api/v1/polls/:id/votes. */
export async function votePoll(state: MastodonState, visit: Visit): Promise<Response> {
  const { person } = requirePerson(state, visit.request, ['write', 'write:statuses'])
  const status = findByPoll(state, person, visit.params['id'] ?? '')
  const choices = listOf(await readParams(visit), 'choices') ?? []
  castVote(state, person, status, choices.map(Number))
  return Response.json(pollJson(state, person, status))
}

import type { Visit } from '../../framework/router.js'
import type { Status } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { notAllowed, notFound } from '../wire/refusals.js'
import { dropStatus } from './posting/keep-status.js'
import { boostStatus } from './posting/publish-status.js'
import { statusJson } from './status-json.js'
import { visibleStatus } from './visibility.js'

const WRITE = ['write', 'write:statuses']

/**
 * Returns the boosted status of a boost, or the status itself. A boost of a boost therefore refers
 * to the original.
 */
function originalOf(state: MastodonState, status: Status): Status {
  return state.statuses.get(status.boostOf ?? '') ?? status
}

/**
 * Handles POST /api/v1/statuses/:id/reblog. A repeated call has no effect. Direct statuses cannot
 * be boosted. Only the author can boost a private status. app/policies/status_policy.rb of the
 * server (read 2026-11-22)
 */
export function reblog(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const status = originalOf(state, visibleStatus(state, person, params['id'] ?? ''))
  const isMine = status.personId === person.id
  if (status.visibility === 'direct' || (status.visibility === 'private' && !isMine)) throw notAllowed()
  return Response.json(statusJson(state, person, boostStatus(state, person, status)))
}

/**
 * Handles POST /api/v1/statuses/:id/unreblog. The path contains the id of the original status. If
 * the person has not boosted it, the call succeeds.
 */
export function unreblog(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const status = visibleStatus(state, person, params['id'] ?? '')
  if (status.boostOf !== null && status.personId !== person.id) throw notFound()
  const boost = state.statuses.get(state.boosts.get(`${person.id} ${status.id}`) ?? '')
  if (boost !== undefined) dropStatus(state, boost)
  return Response.json(statusJson(state, person, status))
}

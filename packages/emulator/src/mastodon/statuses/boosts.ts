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

/** Original status of a boost. A boost of a boost refers to the original. */
function originalOf(state: MastodonState, status: Status): Status {
  return state.statuses.get(status.boostOf ?? '') ?? status
}

/**
 * POST /api/v1/statuses/:id/reblog: idempotent. Direct statuses cannot be boosted, private ones only by their
 * author. app/policies/status_policy.rb of the server (read 2026-11-22)
 */
export function reblog(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const status = originalOf(state, visibleStatus(state, person, params['id'] ?? ''))
  const isMine = status.personId === person.id
  if (status.visibility === 'direct' || (status.visibility === 'private' && !isMine)) throw notAllowed()
  return Response.json(statusJson(state, person, boostStatus(state, person, status)))
}

/** POST /api/v1/statuses/:id/unreblog: takes the original's id. No error without a boost. */
export function unreblog(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const status = visibleStatus(state, person, params['id'] ?? '')
  if (status.boostOf !== null && status.personId !== person.id) throw notFound()
  const boost = state.statuses.get(state.boosts.get(`${person.id} ${status.id}`) ?? '')
  if (boost !== undefined) dropStatus(state, boost)
  return Response.json(statusJson(state, person, status))
}

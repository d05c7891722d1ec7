import type { Visit } from '../../framework/router.js'
import { accountJson } from '../people/account-json.js'
import { blocks } from '../people/people.js'
import { optionalPerson, requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { cutPage } from '../wire/paging.js'
import { notAllowed } from '../wire/refusals.js'
import { favouriteStatus } from './posting/publish-status.js'
import { statusJson } from './status-json.js'
import { visibleStatus } from './visibility.js'

const WRITE = ['write', 'write:favourites']

/** Handles POST /api/v1/statuses/:id/favourite. A repeated call has no effect. */
export function favourite(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const status = visibleStatus(state, person, params['id'] ?? '')
  if (blocks(state, person.id, status.personId)) throw notAllowed()
  favouriteStatus(state, person, status)
  return Response.json(statusJson(state, person, status))
}

/** Handles POST /api/v1/statuses/:id/unfavourite. */
export function unfavourite(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const status = visibleStatus(state, person, params['id'] ?? '')
  const left = (state.favourites.get(status.id) ?? []).filter(({ personId }) => personId !== person.id)
  state.favourites.set(status.id, left)
  return Response.json(statusJson(state, person, status))
}

/**
 * Handles GET /api/v1/statuses/:id/favourited_by. The page cursors are ids of likes, which the
 * response body does not contain.
 */
export function listFavouritedBy(state: MastodonState, { request, url, params }: Visit): Response {
  const viewer = optionalPerson(state, request, ['read', 'read:accounts'])
  const status = visibleStatus(state, viewer, params['id'] ?? '')
  const shown = (state.favourites.get(status.id) ?? []).filter(
    ({ personId }) => viewer === null || !blocks(state, viewer.id, personId),
  )
  const { items, headers } = cutPage(shown, ({ id }) => id, url, { defaultValue: 40, newerBy: 'since_id' })
  const people = items.map(({ personId }) => state.people.get(personId)).filter((one) => one !== undefined)
  return Response.json(
    people.map((person) => accountJson(state, person)),
    { headers },
  )
}

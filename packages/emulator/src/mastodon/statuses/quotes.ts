import type { Visit } from '../../framework/router.js'
import { optionalPerson, requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { cutPage } from '../wire/paging.js'
import { notAllowed, notFound } from '../wire/refusals.js'
import { statusJson } from './status-json.js'
import { isListed } from './timelines.js'
import { maySee, visibleStatus } from './visibility.js'

/**
 * Handles GET /api/v1/statuses/:id/quotes. Lists the accepted quotes of a status.
 * https://docs.joinmastodon.org/methods/statuses/#quotes (read 2026-11-22)
 */
export function listQuotes(state: MastodonState, { request, url, params }: Visit): Response {
  const viewer = optionalPerson(state, request, ['read', 'read:statuses'])
  const { id: quotedId } = visibleStatus(state, viewer, params['id'] ?? '')
  const quotes = [...state.statuses.values()].filter(
    (one) =>
      one.quote?.statusId === quotedId &&
      one.quote.state === 'accepted' &&
      isListed(state, one.id) &&
      maySee(state, viewer, one),
  )
  const { items, headers } = cutPage(quotes, ({ id }) => id, url, { defaultValue: 20, newerBy: 'since_id' })
  return Response.json(
    items.map((one) => statusJson(state, viewer, one)),
    { headers },
  )
}

/**
 * Handles POST /api/v1/statuses/:id/quotes/:quoting_status_id/revoke. The author of the quoted
 * status revokes the quote.
 */
export function revokeQuote(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, ['write', 'write:statuses'])
  const quoted = visibleStatus(state, person, params['id'] ?? '')
  if (quoted.personId !== person.id) throw notAllowed()
  const quoting = state.statuses.get(params['quoting_status_id'] ?? '')
  if (quoting?.quote?.statusId !== quoted.id) throw notFound()
  quoting.quote.state = 'revoked'
  return Response.json(statusJson(state, person, quoting))
}

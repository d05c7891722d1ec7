import type { Visit } from '../../framework/router.js'
import { blocks } from '../people/people.js'
import type { Notification, Person } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { cutByPlace } from '../wire/paging-by-place.js'
import { cutPage, type PageRules } from '../wire/paging.js'
import { booleanOf, listOf, readParams, textOf, toParams } from '../wire/params.js'
import { notFound } from '../wire/refusals.js'
import { notificationJson } from './notification-json.js'

/** Known notification types. A filter ignores unknown types. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'mention',
  'status',
  'reblog',
  'follow',
  'follow_request',
  'favourite',
  'poll',
  'update',
  'quote',
  'quoted_update',
  'severed_relationships',
  'moderation_warning',
  'added_to_collection',
  'collection_update',
  'admin.sign_up',
  'admin.report',
])
const READ = ['read', 'read:notifications']

const isVisible = (state: MastodonState, viewer: Person, { fromId }: Notification): boolean =>
  fromId === null || !blocks(state, viewer.id, fromId)

/** GET /api/v1/notifications */
export function listNotifications(state: MastodonState, { request, url }: Visit): Response {
  const { person } = requirePerson(state, request, READ)
  const query = toParams(url.searchParams)
  const wanted = listOf(query, 'types')
  const types = wanted === null || wanted.length === 0 ? null : wanted.filter((one) => KNOWN_TYPES.has(one))
  const without = listOf(query, 'exclude_types') ?? []
  const from = textOf(query, 'account_id')
  const showsFiltered = booleanOf(query, 'include_filtered') ?? false
  const fitting = (state.notifications.get(person.id) ?? []).filter(
    (one) =>
      (types === null || types.includes(one.type)) &&
      !without.includes(one.type) &&
      (from === null || one.fromId === from) &&
      (showsFiltered || !one.filtered) &&
      isVisible(state, person, one),
  )
  const rules: PageRules = {
    defaultValue: 40,
    newerBy: 'min_id',
    alwaysOlder: true,
    keeps: ['types[]', 'exclude_types[]', 'account_id', 'include_filtered'],
  }
  const { notificationIds, notificationPages } = state.settings
  const { items, headers } =
    notificationIds === 'COUNTED' && notificationPages === 'FORWARD'
      ? cutPage(fitting, ({ id }) => id, url, rules)
      : cutByPlace(fitting, url, { ...rules, pages: notificationPages })
  return Response.json(
    items.map((one) => notificationJson(state, person, one)),
    { headers },
  )
}

/** GET /api/v1/notifications/:id */
export function readNotification(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, READ)
  const found = (state.notifications.get(person.id) ?? []).find(({ id }) => id === params['id'])
  if (found === undefined) throw notFound()
  return Response.json(notificationJson(state, person, found))
}

/** POST /api/v1/notifications/clear */
export async function clearNotifications(state: MastodonState, visit: Visit): Promise<Response> {
  const { person } = requirePerson(state, visit.request, ['write', 'write:notifications'])
  await readParams(visit)
  state.notifications.delete(person.id)
  return Response.json({})
}

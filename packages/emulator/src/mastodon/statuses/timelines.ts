import type { Visit } from '../../framework/router.js'
import { follows } from '../people/people.js'
import type { Person, Status } from '../records.js'
import { optionalPerson, requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { cutPage } from '../wire/paging.js'
import { notFound } from '../wire/refusals.js'
import { statusJson } from './status-json.js'
import { maySee } from './visibility.js'

const READ = ['read', 'read:statuses']
const isTrue = (value: string | null): boolean => value === 'true' || value === '1'

/** True if a status or scheduled status already appears in lists. */
export function isListed(state: MastodonState, id: string): boolean {
  const from = state.listedFrom.get(id)
  return from === undefined || from <= state.clock.now()
}

function page(
  state: MastodonState,
  viewer: Person | null,
  url: URL,
  rules: { readonly keeps: readonly string[]; readonly has: (status: Status) => boolean },
): Response {
  const all = [...state.statuses.values()].filter(
    (status) => rules.has(status) && isListed(state, status.id) && maySee(state, viewer, status),
  )
  const paging = { defaultValue: 20, newerBy: 'min_id', keeps: rules.keeps } as const
  const { items, headers } = cutPage(all, ({ id }) => id, url, paging)
  return Response.json(
    items.map((status) => statusJson(state, viewer, status)),
    { headers },
  )
}

/**
 * Handles GET /api/v1/accounts/:id/statuses.
 * Https://docs.joinmastodon.org/methods/accounts/#statuses (read 2026-11-22)
 */
export function listAccountStatuses(state: MastodonState, { request, url, params }: Visit): Response {
  const viewer = optionalPerson(state, request, READ)
  const person = state.people.get(params['id'] ?? '')
  if (person === undefined) throw notFound()
  const { searchParams: query } = url
  const [noReplies, noBoosts, onlyMedia, pinned] = [
    'exclude_replies',
    'exclude_reblogs',
    'only_media',
    'pinned',
  ].map((name) => isTrue(query.get(name)))
  return page(state, viewer, url, {
    keeps: ['exclude_replies', 'exclude_reblogs', 'only_media', 'pinned'],
    has: (status) =>
      status.personId === person.id &&
      pinned !== true && // no status is pinned, because the emulator does not support pinning
      !(noReplies === true && status.replyTo !== null && status.replyToPersonId !== person.id) &&
      !(noBoosts === true && status.boostOf !== null) &&
      !(onlyMedia === true && status.mediaIds.length === 0),
  })
}

/** Handles GET /api/v1/timelines/home. Lists statuses of the person and of followed people. */
export function listHome(state: MastodonState, { request, url }: Visit): Response {
  const { person } = requirePerson(state, request, READ)
  return page(state, person, url, {
    keeps: [],
    has: ({ personId, visibility }) =>
      visibility !== 'direct' && (personId === person.id || follows(state, person.id, personId)),
  })
}

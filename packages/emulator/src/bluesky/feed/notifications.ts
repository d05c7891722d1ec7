import type { Visit } from '../../framework/router.js'
import { profileJson } from '../people/people.js'
import { requireCaller } from '../sign-in/access.js'
import type { BlueskyState, Notice, Person } from '../state.js'
import { badCursor, flagParam, numberParam, param, readJson, textOf, texts } from '../wire/input.js'
import { invalidRequest } from '../wire/refusals.js'

function noticeJson(state: BlueskyState, { record, reason, subject, sortAt }: Notice, reader: Person) {
  const author = state.people.get(record.did)
  return {
    uri: record.uri,
    cid: record.cid,
    author: author && profileJson(state, author, reader.did),
    reason,
    ...(subject !== null && { reasonSubject: subject }),
    record: record.value,
    isRead: reader.seenAt !== null && sortAt <= reader.seenAt,
    indexedAt: sortAt.toISOString(),
    labels: [],
  }
}

/**
 * Returns the notifications of a person by sort time, newest first. If times are equal, the
 * notification that was added later comes first.
 */
function newestFirst(state: BlueskyState, { did }: Person): Notice[] {
  return (state.notices.get(did) ?? [])
    .toReversed()
    .toSorted((left, right) => right.sortAt.getTime() - left.sortAt.getTime())
}

const placeOf = ({ sortAt, record, reason }: Notice): string =>
  `${sortAt.toISOString()}|${record.uri}|${reason}`

/**
 * Handles GET app.bsky.notification.listNotifications. The server filters by reason after paging,
 * so a page can contain fewer notifications than the limit.
 */
export function listNotifications(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireCaller(state, request)
  if (param(url, 'seenAt', 'datetime') !== null) throw invalidRequest('The seenAt parameter is unsupported')
  const limit = numberParam(url, 'limit', { defaultValue: 50, min: 1, max: 100 })
  const reasons = url.searchParams.getAll('reasons')
  flagParam(url, 'priority')
  const cursor = param(url, 'cursor')
  if (cursor !== null && Number.isNaN(Date.parse(cursor.split('|')[0] ?? ''))) throw badCursor()
  const all = newestFirst(state, person)
  const at = cursor === null ? -1 : all.findIndex((one) => placeOf(one) === cursor)
  const [when = ''] = cursor?.split('|') ?? []
  const left =
    cursor === null || at >= 0 ? all.slice(at + 1) : all.filter(({ sortAt }) => sortAt < new Date(when))
  const page = left.slice(0, limit)
  const seenAt = person.seenAt ?? all[0]?.sortAt
  const last = left.length > limit ? page.at(-1) : undefined
  return Response.json({
    ...(last && { cursor: placeOf(last) }),
    notifications: page
      .filter(({ reason }) => reasons.length === 0 || reasons.includes(reason))
      .map((notice) => noticeJson(state, notice, person)),
    priority: false,
    // The response has no key `seenAt` until the person calls updateSeen.
    ...(seenAt && { seenAt: seenAt.toISOString() }),
  })
}

/** Handles POST app.bsky.notification.updateSeen. The response is empty. */
export async function updateSeen(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { person } = requireCaller(state, request)
  const input = await readJson(request, texts({ seenAt: 'datetime' }))
  person.seenAt = new Date(textOf(input, 'seenAt'))
  return new Response(null, { status: 200 })
}

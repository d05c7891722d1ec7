import type { Visit } from '../../framework/router.js'
import type { Marker } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { filledOf, listOf, nestedOf, readParams, toParams } from '../wire/params.js'
import { Refusal } from '../wire/refusals.js'

const TIMELINES = ['home', 'notifications']

const markerJson = ({ lastReadId, version, updatedAt }: Marker): Record<string, unknown> => ({
  last_read_id: lastReadId,
  version,
  updated_at: updatedAt.toISOString(),
})

/** Handles GET /api/v1/markers. */
export function readMarkers(state: MastodonState, { request, url }: Visit): Response {
  const { person } = requirePerson(state, request, ['read', 'read:statuses'])
  const wanted = listOf(toParams(url.searchParams), 'timeline') ?? []
  const found = TIMELINES.filter((one) => wanted.includes(one))
    .map((timeline) => [timeline, state.markers.get(`${person.id} ${timeline}`)] as const)
    .filter(([, marker]) => marker !== undefined)
  return Response.json(
    Object.fromEntries(found.map(([timeline, marker]) => [timeline, marker && markerJson(marker)])),
  )
}

/** Handles POST /api/v1/markers. */
export async function moveMarkers(state: MastodonState, visit: Visit): Promise<Response> {
  const { person } = requirePerson(state, visit.request, ['write', 'write:statuses'])
  const params = await readParams(visit)
  if (state.markerConflicts > 0) {
    state.markerConflicts -= 1
    throw new Refusal(409, 'Conflict during update, please try again')
  }
  const moved: Record<string, unknown> = {}
  for (const timeline of TIMELINES) {
    const fields = nestedOf(params, timeline)
    if (fields === null) continue
    const lastReadId = filledOf(fields, 'last_read_id') ?? '0'
    const key = `${person.id} ${timeline}`
    const version = (state.markers.get(key)?.version ?? 0) + 1
    const marker: Marker = { lastReadId, version, updatedAt: state.clock.now() }
    state.markers.set(key, marker)
    moved[timeline] = markerJson(marker)
  }
  return Response.json(moved)
}

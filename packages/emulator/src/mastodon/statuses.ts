import type { Visit } from '../framework/router.js'
import { type Caller, optionalPerson, requirePerson } from './access.js'
import { draftStatus, findNamed, readSchedule } from './draft-status.js'
import { dropStatus } from './keep-status.js'
import { filledOf, type Params, readParams } from './params.js'
import { type NewStatus, publishStatus } from './publish-status.js'
import { countPost, rateHeaders, tooMany } from './rate-limits.js'
import type { Status } from './records.js'
import { notFound } from './refusals.js'
import { schedule, scheduledJson } from './scheduled.js'
import type { MastodonState } from './state.js'
import { statusJson } from './status-json.js'
import { visibleStatus } from './visibility.js'

/** An idempotency key is remembered for an hour. */
const KEY_SECONDS = 3600

/** Publishes a checked status and takes its files. */
function publish(state: MastodonState, draft: NewStatus): Status {
  const status = publishStatus(state, draft)
  for (const id of status.mediaIds) {
    const file = state.media.get(id)
    if (file !== undefined) file.attachedTo = status.id
  }
  return status
}

/** What the same key gave before; null when it gave nothing. @throws Refusal 404 when that is gone by now. */
function repeated(
  state: MastodonState,
  { person }: Caller,
  key: string | null,
  isScheduled: boolean,
): Record<string, unknown> | null {
  const before = key === null ? undefined : state.idempotency.get(`${person.id} ${key}`)
  if (before === undefined || before.until <= state.clock.now()) return null
  if (isScheduled) {
    const scheduled = state.scheduled.get(before.id)
    if (scheduled === undefined) throw notFound()
    return scheduledJson(state, scheduled)
  }
  const status = state.statuses.get(before.id)
  if (status === undefined) throw notFound()
  return statusJson(state, person, status)
}

function remember(state: MastodonState, { person }: Caller, key: string | null, id: string): void {
  if (key === null) return
  const until = new Date(state.clock.now().getTime() + KEY_SECONDS * 1000)
  state.idempotency.set(`${person.id} ${key}`, { id, until })
}

/** What the client sent, for the list of effects: files by what is in them, since their ids differ each time. */
function contentOf(state: MastodonState, draft: NewStatus, moment: Date | null): unknown {
  const { person: _person, appId: _appId, replyTo, mediaIds = [], ...rest } = draft
  const media = mediaIds.map((id) => state.media.get(id)?.sha256 ?? null)
  return { ...rest, replyTo: replyTo?.id ?? null, media, scheduledAt: moment?.toISOString() ?? null }
}

function noteStatus(state: MastodonState, draft: NewStatus, id: string): void {
  const isAnswer = draft.replyTo !== null && draft.replyTo !== undefined
  const kind = draft.visibility === 'direct' ? 'MESSAGE' : isAnswer ? 'COMMENT' : 'POST'
  state.effects.add({ account: draft.person.id, kind, id, content: contentOf(state, draft, null) })
}

function create(state: MastodonState, caller: Caller, params: Params, key: string | null): Response {
  const named = findNamed(state, caller.person, params)
  const moment = readSchedule(state, params)
  const same = repeated(state, caller, key, moment !== null)
  if (same !== null) return Response.json(same)
  const draft = draftStatus(state, caller, params, named)
  const standing = countPost(state, caller.person.id)
  if (standing.exceeded) return tooMany(standing)
  const headers = rateHeaders(standing)
  if (moment !== null) {
    const { mediaIds = [] } = draft
    const scheduled = schedule(state, caller, params, {
      moment,
      mediaIds,
      publish: () => void publish(state, draft),
    })
    state.effects.add({
      account: caller.person.id,
      kind: 'SCHEDULED_POST',
      id: scheduled.id,
      content: contentOf(state, draft, moment),
    })
    remember(state, caller, key, scheduled.id)
    return Response.json(scheduledJson(state, scheduled), { headers })
  }
  const status = publish(state, draft)
  noteStatus(state, draft, status.id)
  remember(state, caller, key, status.id)
  return Response.json(statusJson(state, caller.person, status), { headers })
}

/** POST /api/v1/statuses */
export async function createStatus(state: MastodonState, visit: Visit): Promise<Response> {
  const caller = requirePerson(state, visit.request, ['write', 'write:statuses'])
  const params = await readParams(visit)
  const key = visit.request.headers.get('idempotency-key')
  return create(state, caller, params, key === '' ? null : key)
}

/** GET /api/v1/statuses/:id */
export function readStatus(state: MastodonState, { request, params }: Visit): Response {
  const viewer = optionalPerson(state, request, ['read', 'read:statuses'])
  return Response.json(statusJson(state, viewer, visibleStatus(state, viewer, params['id'] ?? '')))
}

/** DELETE /api/v1/statuses/:id: gives the status back with its text, so that it can be written anew. */
export async function deleteStatus(state: MastodonState, visit: Visit): Promise<Response> {
  const { person } = requirePerson(state, visit.request, ['write', 'write:statuses'])
  const status = state.statuses.get(visit.params['id'] ?? '')
  if (status === undefined || status.personId !== person.id) throw notFound()
  const isFinal = filledOf(await readParams(visit), 'delete_media') === 'true'
  const json = { ...statusJson(state, person, status), text: status.text }
  dropStatus(state, status)
  for (const id of status.mediaIds) {
    const file = state.media.get(id)
    if (file !== undefined) file.attachedTo = null
    if (isFinal) {
      state.media.delete(id)
      state.files.forget(id)
    }
  }
  return Response.json(json)
}

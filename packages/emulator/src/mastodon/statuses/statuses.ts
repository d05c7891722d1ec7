import type { Visit } from '../../framework/router.js'
import { forgetMedia } from '../media/media.js'
import type { Status } from '../records.js'
import { type Caller, optionalPerson, requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { filledOf, type Params, readParams } from '../wire/params.js'
import { countPost, rateHeaders, tooMany } from '../wire/rate-limits.js'
import { notFound } from '../wire/refusals.js'
import { draftStatus, findNamed, readSchedule, type StatusRequest } from './posting/draft-status.js'
import { type KeyInUse, queryKey } from './posting/idempotency.js'
import { dropStatus } from './posting/keep-status.js'
import { type NewStatus, publishStatus } from './posting/publish-status.js'
import { schedule, scheduledJson } from './posting/scheduled.js'
import { statusJson } from './status-json.js'
import { visibleStatus } from './visibility.js'

/** Publishes a checked status and attaches its files. */
function publish(state: MastodonState, draft: NewStatus): Status {
  const status = publishStatus(state, draft)
  for (const id of status.mediaIds) {
    const file = state.media.get(id)
    if (file !== undefined) file.attachedTo = status.id
  }
  return status
}

/** Hides a new status or scheduled status from lists for `listLagSeconds`. */
function hideFromLists(state: MastodonState, id: string): void {
  const { postingSeconds, postingWaits, listLagSeconds } = state.settings
  const lag = listLagSeconds + (postingWaits ? 0 : postingSeconds)
  if (lag > 0) state.listedFrom.set(id, new Date(state.clock.now().getTime() + lag * 1000))
}

/** Waits for `postingSeconds` if `postingWaits` is set. */
async function work({ settings }: MastodonState): Promise<void> {
  if (settings.postingWaits && settings.postingSeconds > 0)
    await new Promise<void>((resolve) => {
      setTimeout(resolve, settings.postingSeconds * 1000)
    })
}

/**
 * Returns the content that the client sent, for the list of effects. Hashes identify the files,
 * because each upload has another id.
 */
function contentOf(state: MastodonState, draft: NewStatus, moment: Date | null): unknown {
  const { person: _person, appId: _appId, replyTo, mediaIds = [], poll = null, ...rest } = draft
  const choices = poll?.choices ?? null
  const media = mediaIds.map((id) => state.media.get(id)?.sha256 ?? null)
  return { ...rest, choices, replyTo: replyTo?.id ?? null, media, scheduledAt: moment?.toISOString() ?? null }
}

function noteStatus(state: MastodonState, draft: NewStatus, id: string): void {
  const isAnswer = draft.replyTo !== null && draft.replyTo !== undefined
  const kind = draft.visibility === 'direct' ? 'MESSAGE' : isAnswer ? 'COMMENT' : 'POST'
  state.effects.add({ account: draft.person.id, kind, id, content: contentOf(state, draft, null) })
}

interface Posting {
  readonly caller: Caller
  readonly params: Params
  readonly named: StatusRequest
  readonly moment: Date | null
  readonly key: KeyInUse
}

/** Creates the status and then stores its idempotency key. */
function make(state: MastodonState, { caller, params, named, moment, key }: Posting): Response {
  const draft = draftStatus(state, caller, params, named)
  const rateStatus = countPost(state, caller.person.id)
  if (rateStatus.exceeded) return tooMany(rateStatus)
  const headers = rateHeaders(rateStatus)
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
    hideFromLists(state, scheduled.id)
    key.remember(scheduled.id)
    return Response.json(scheduledJson(state, scheduled), { headers })
  }
  const status = publish(state, draft)
  noteStatus(state, draft, status.id)
  hideFromLists(state, status.id)
  key.remember(status.id)
  return Response.json(statusJson(state, caller.person, status), { headers })
}

/** Handles POST /api/v1/statuses. */
export async function createStatus(state: MastodonState, visit: Visit): Promise<Response> {
  const caller = requirePerson(state, visit.request, ['write', 'write:statuses'])
  const params = await readParams(visit)
  const named = findNamed(state, caller.person, params)
  const moment = readSchedule(state, params)
  const given = visit.request.headers.get('idempotency-key')
  const before = queryKey(state, caller, given === '' ? null : given, moment !== null)
  if (before.found === 'STATUS')
    return Response.json(statusJson(state, caller.person, visibleStatus(state, caller.person, before.id)))
  try {
    await work(state)
    return make(state, { caller, params, named, moment, key: before.key })
  } finally {
    before.key.end()
  }
}

/** Handles GET /api/v1/statuses/:id. */
export function readStatus(state: MastodonState, { request, params }: Visit): Response {
  const viewer = optionalPerson(state, request, ['read', 'read:statuses'])
  return Response.json(statusJson(state, viewer, visibleStatus(state, viewer, params['id'] ?? '')))
}

/**
 * Handles DELETE /api/v1/statuses/:id. Returns the deleted status with its source text, so that
 * the client can post it again.
 */
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
      forgetMedia(state, id)
    }
  }
  return Response.json(json)
}

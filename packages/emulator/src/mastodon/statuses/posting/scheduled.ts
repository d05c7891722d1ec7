import type { Visit } from '../../../framework/router.js'
import { mediaJson } from '../../media/media-json.js'
import type { ScheduledStatus } from '../../records.js'
import { type Caller, requirePerson } from '../../sign-in/access.js'
import type { MastodonState } from '../../state.js'
import { toId } from '../../wire/ids.js'
import { cutPage } from '../../wire/paging.js'
import { booleanOf, filledOf, listOf, type Params, readParams, textOf } from '../../wire/params.js'
import { invalid, notFound, Refusal } from '../../wire/refusals.js'
import { isListed } from '../timelines.js'

/** Maximum number of scheduled posts. app/models/scheduled_status.rb of the server (read 2026-09-24) */
const TOTAL_LIMIT = 300
/**
 * Maximum number of posts scheduled for one day. app/models/scheduled_status.rb of the server
 * (read 2026-09-24)
 */
const DAILY_LIMIT = 25
/**
 * Minimum number of seconds before publication: `MIN_SCHEDULE_OFFSET` in
 * app/models/scheduled_status.rb (read 2026-09-24)
 */
const LEAD_SECONDS = 300

/** Describes a scheduled status. https://docs.joinmastodon.org/entities/ScheduledStatus/ */
export function scheduledJson(state: MastodonState, scheduled: ScheduledStatus): Record<string, unknown> {
  return {
    id: scheduled.id,
    scheduled_at: scheduled.scheduledAt.toISOString(),
    params: scheduled.params,
    media_attachments: scheduled.mediaIds
      .map((id) => state.media.get(id))
      .filter((file) => file !== undefined)
      .map((file) => mediaJson(state, file)),
  }
}

function checkLimits(state: MastodonState, personId: string, moment: Date, except: string | null): void {
  const others = [...state.scheduled.values()].filter((one) => one.personId === personId && one.id !== except)
  const day = moment.toISOString().slice(0, 10)
  const sameDay = others.filter(({ scheduledAt }) => scheduledAt.toISOString().startsWith(day))
  const problems: string[] = []
  if (moment.getTime() <= state.clock.now().getTime() + LEAD_SECONDS * 1000)
    problems.push('Scheduled at date must be in the future')
  if (others.length >= TOTAL_LIMIT)
    problems.push(`You have exceeded the limit of ${TOTAL_LIMIT} scheduled posts`)
  if (sameDay.length >= DAILY_LIMIT)
    problems.push(`You have exceeded the limit of ${DAILY_LIMIT} scheduled posts for today`)
  if (problems.length > 0) throw invalid(...problems)
}

/**
 * Returns an id as a JSON number with all digits. The server returns this single id as the number
 * in its database.
 */
function bigNumber(digits: string): unknown {
  // safe cast: every supported Node.js version has `JSON.rawJSON`, which TypeScript's library does
  // not declare yet.
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(toId(digits))
}

/** Returns the parameters that the client sent. Missing parameters are null. */
function keptParams(state: MastodonState, { token }: Caller, params: Params): Record<string, unknown> {
  const replyTo = filledOf(params, 'in_reply_to_id')
  return {
    text: textOf(params, 'status') ?? '',
    poll: params['poll'] ?? null,
    media_ids: listOf(params, 'media_ids'),
    sensitive: booleanOf(params, 'sensitive'),
    spoiler_text: filledOf(params, 'spoiler_text'),
    visibility: filledOf(params, 'visibility'),
    language: filledOf(params, 'language'),
    scheduled_at: null,
    idempotency: null,
    in_reply_to_id: replyTo === null ? null : bigNumber(replyTo),
    application_id: [...state.apps.keys()].indexOf(token.appId) + 1,
    with_rate_limit: true,
    quoted_status_id: filledOf(params, 'quoted_status_id'),
    quote_approval_policy: filledOf(params, 'quote_approval_policy'),
  }
}

/** Schedules a status. @throws Refusal 422 if the person already scheduled the maximum number. */
export function schedule(
  state: MastodonState,
  caller: Caller,
  params: Params,
  plan: { readonly moment: Date; readonly mediaIds: readonly string[]; readonly publish: () => void },
): ScheduledStatus {
  checkLimits(state, caller.person.id, plan.moment, null)
  const scheduled: ScheduledStatus = {
    id: state.ids.next('scheduled', state.clock.now()),
    personId: caller.person.id,
    scheduledAt: plan.moment,
    params: keptParams(state, caller, params),
    mediaIds: plan.mediaIds,
    publish: plan.publish,
  }
  state.scheduled.set(scheduled.id, scheduled)
  for (const id of plan.mediaIds) attach(state, id, scheduled.id)
  return scheduled
}

function attach(state: MastodonState, mediaId: string, to: string | null): void {
  const file = state.media.get(mediaId)
  if (file !== undefined) file.attachedTo = to
}

/** Publishes every scheduled status that is due. */
export function publishDue(state: MastodonState): void {
  for (const scheduled of state.scheduled.values()) {
    if (scheduled.scheduledAt > state.clock.now()) continue
    state.scheduled.delete(scheduled.id)
    scheduled.publish()
  }
}

function findOwn(state: MastodonState, personId: string, id: string): ScheduledStatus {
  const scheduled = state.scheduled.get(id)
  if (scheduled === undefined || scheduled.personId !== personId) throw notFound()
  return scheduled
}

const READ = ['read', 'read:statuses']
const WRITE = ['write', 'write:statuses']

/** Handles GET /api/v1/scheduled_statuses. */
export function listScheduled(state: MastodonState, { request, url }: Visit): Response {
  const { person } = requirePerson(state, request, READ)
  const own = [...state.scheduled.values()].filter(
    ({ id, personId }) => personId === person.id && isListed(state, id),
  )
  const { items, headers } = cutPage(own, ({ id }) => id, url, { defaultValue: 20, newerBy: 'min_id' })
  return Response.json(
    items.map((one) => scheduledJson(state, one)),
    { headers },
  )
}

/** Handles GET /api/v1/scheduled_statuses/:id. */
export function readScheduled(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, READ)
  return Response.json(scheduledJson(state, findOwn(state, person.id, params['id'] ?? '')))
}

/** Handles PUT /api/v1/scheduled_statuses/:id. */
export async function moveScheduled(state: MastodonState, visit: Visit): Promise<Response> {
  const { person } = requirePerson(state, visit.request, WRITE)
  const scheduled = findOwn(state, person.id, visit.params['id'] ?? '')
  const given = filledOf(await readParams(visit), 'scheduled_at')
  if (given !== null) {
    const moment = new Date(given)
    if (Number.isNaN(moment.getTime())) throw new Refusal(422, 'Invalid date supplied')
    checkLimits(state, person.id, moment, scheduled.id)
    scheduled.scheduledAt = moment
  }
  return Response.json(scheduledJson(state, scheduled))
}

/**
 * Handles DELETE /api/v1/scheduled_statuses/:id. The files of the status can then be attached
 * elsewhere.
 */
export function cancelScheduled(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const scheduled = findOwn(state, person.id, params['id'] ?? '')
  state.scheduled.delete(scheduled.id)
  for (const id of scheduled.mediaIds) attach(state, id, null)
  return Response.json({})
}

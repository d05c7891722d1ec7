import type { Visit } from '../../../framework/router.js'
import { notify } from '../../inbox/notify.js'
import { mediaJson } from '../../media/media-json.js'
import {
  checkDescription,
  judgeThumbnail,
  readFocus,
  readUpload,
  type UploadedFile,
} from '../../media/media-upload.js'
import { keepThumbnail } from '../../media/media.js'
import { accountJson } from '../../people/account-json.js'
import type { MediaFile, Person, Status, StatusVersion } from '../../records.js'
import { optionalPerson, requirePerson } from '../../sign-in/access.js'
import type { MastodonState } from '../../state.js'
import { booleanOf, filledOf, listOf, type Params, readParams, textOf, toParams } from '../../wire/params.js'
import { countPost, rateHeaders, tooMany } from '../../wire/rate-limits.js'
import { notFound } from '../../wire/refusals.js'
import { readPoll } from '../polls/polls.js'
import { statusJson } from '../status-json.js'
import { mentionedPeople, toHtml } from '../text/text-html.js'
import { visibleStatus } from '../visibility.js'
import { checkMedia, checkText } from './draft-status.js'

const READ = ['read', 'read:statuses']

function findOwn(state: MastodonState, person: Person, id: string): Status {
  const status = state.statuses.get(id)
  if (status === undefined || status.personId !== person.id || status.boostOf !== null) throw notFound()
  return status
}

/** Reads the fields of an edit. Only multipart forms can contain files. */
async function readEdit(visit: Visit): Promise<Params> {
  const isForm = visit.request.headers.get('content-type')?.startsWith('multipart/') === true
  return isForm ? toParams((await readUpload(visit.request)).entries) : readParams(visit)
}

const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && 'filename' in value

/** Stores an uploaded thumbnail. Returns true if the client sent a thumbnail. */
function changeThumbnail(state: MastodonState, file: MediaFile, sent: unknown): boolean {
  if (!isFile(sent)) return false
  file.thumbnail = judgeThumbnail(state, sent)
  keepThumbnail(state, file, sent)
  return true
}

/** Updates descriptions, focal points and thumbnails of files that remain in the status. */
function changeMedia(state: MastodonState, params: Params, mediaIds: readonly string[]): boolean {
  const given = Array.isArray(params['media_attributes']) ? (params['media_attributes'] as Params[]) : []
  let hasChanged = false
  for (const attributes of given) {
    const id = textOf(attributes, 'id') ?? ''
    const file = mediaIds.includes(id) ? state.media.get(id) : undefined
    if (file === undefined) continue
    const description = textOf(attributes, 'description')
    const focus = readFocus(textOf(attributes, 'focus'))
    if (description !== null && description !== file.description) {
      file.description = checkDescription(state, description)
      hasChanged = true
    }
    if (focus !== null && focus.join() !== file.focus?.join()) {
      file.focus = focus
      hasChanged = true
    }
    hasChanged = changeThumbnail(state, file, attributes['thumbnail']) || hasChanged
  }
  return hasChanged
}

function versionOf(status: Status): StatusVersion {
  const { text, spoilerText, sensitive, mediaIds, poll } = status
  return { text, spoilerText, sensitive, mediaIds, poll, since: status.editedAt ?? status.createdAt }
}

const sameList = (left: readonly string[], right: readonly string[]): boolean =>
  left.join('\n') === right.join('\n')

/** Returns the poll after the edit. The votes remain only if the choices are unchanged. */
function nextPoll(state: MastodonState, params: Params, before: Status['poll']): Status['poll'] {
  const sent = readPoll(state, params)
  if (sent === null || before === null) return sent
  const isSame = sameList(sent.choices, before.choices) && sent.multiple === before.multiple
  return isSame
    ? { ...before, hidesTotals: sent.hidesTotals, expiresAt: sent.expiresAt }
    : { ...sent, id: before.id }
}

/**
 * Handles PUT /api/v1/statuses/:id, which replaces the whole status. Omitted fields are cleared,
 * except language and quote policy. app/services/update_status_service.rb of the server (read
 * 2026-11-22)
 */
export async function editStatus(state: MastodonState, visit: Visit): Promise<Response> {
  const { person } = requirePerson(state, visit.request, ['write', 'write:statuses'])
  const status = findOwn(state, person, visit.params['id'] ?? '')
  const params = await readEdit(visit)
  const mediaIds = listOf(params, 'media_ids') ?? []
  checkMedia(state, person, mediaIds, status.id)
  const text = textOf(params, 'status') ?? ''
  const spoilerText = filledOf(params, 'spoiler_text') ?? ''
  checkText(state, text, spoilerText, mediaIds.length > 0 || status.quote !== null)
  const poll = nextPoll(state, params, status.poll)
  const rateStatus = countPost(state, person.id)
  if (rateStatus.exceeded) return tooMany(rateStatus)
  const before = versionOf(status)
  const sensitive = (booleanOf(params, 'sensitive') ?? false) || spoilerText !== ''
  const hasNewMedia = changeMedia(state, params, mediaIds)
  const isSame =
    text === status.text &&
    spoilerText === status.spoilerText &&
    sensitive === status.sensitive &&
    sameList(mediaIds, status.mediaIds) &&
    sameList(poll?.choices ?? [], status.poll?.choices ?? [])
  status.language = filledOf(params, 'language') ?? status.language
  status.poll = poll
  if (!isSame || hasNewMedia) {
    status.earlier.push(before)
    status.editedAt = state.clock.now()
    Object.assign(status, { text, spoilerText, sensitive })
    attach(state, status, mediaIds)
    status.mentions = mentionedPeople(state, text).map(({ id }) => id)
    notifyOfEdit(state, status)
  }
  return Response.json(statusJson(state, person, status), { headers: rateHeaders(rateStatus) })
}

/**
 * Notifies the people who boosted or quoted the status. app/services/fan_out_on_write_service.rb
 * of the server (read 2026-11-22)
 */
function notifyOfEdit(state: MastodonState, status: Status): void {
  const from = state.people.get(status.personId) ?? null
  for (const other of state.statuses.values()) {
    const person = state.people.get(other.personId)
    if (person === undefined) continue
    if (other.boostOf === status.id) notify(state, person, { type: 'update', from, statusId: status.id })
    if (other.quote?.statusId === status.id && other.quote.state === 'accepted')
      notify(state, person, { type: 'quoted_update', from, statusId: other.id })
  }
}

/** Changes the text of a status on behalf of its author. */
export function changeText(state: MastodonState, status: Status, text: string): void {
  status.earlier.push(versionOf(status))
  status.editedAt = state.clock.now()
  status.text = text
  notifyOfEdit(state, status)
}

function attach(state: MastodonState, status: Status, mediaIds: readonly string[]): void {
  for (const id of [...status.mediaIds, ...mediaIds]) {
    const file = state.media.get(id)
    if (file !== undefined) file.attachedTo = mediaIds.includes(id) ? status.id : null
  }
  status.mediaIds = mediaIds
}

/** Handles GET /api/v1/statuses/:id/source. Returns the text as the author wrote it. */
export function readSource(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, READ)
  const { id, text, spoilerText } = visibleStatus(state, person, params['id'] ?? '')
  return Response.json({ id, text, spoiler_text: spoilerText })
}

/** Handles GET /api/v1/statuses/:id/history. Returns all versions, oldest first. */
export function readHistory(state: MastodonState, { request, params }: Visit): Response {
  const viewer = optionalPerson(state, request, READ)
  const status = visibleStatus(state, viewer, params['id'] ?? '')
  const author = state.people.get(status.personId)
  return Response.json(
    [...status.earlier, versionOf(status)].map((version) => ({
      content: toHtml(state, version.text),
      spoiler_text: version.spoilerText,
      sensitive: version.sensitive,
      created_at: version.since.toISOString(),
      account: author === undefined ? null : accountJson(state, author),
      media_attachments: version.mediaIds
        .map((id) => state.media.get(id))
        .filter((file) => file !== undefined)
        .map((file) => mediaJson(state, file)),
      emojis: [],
      quote: null,
      ...(version.poll !== null && { poll: { options: version.poll.choices.map((title) => ({ title })) } }),
    })),
  )
}

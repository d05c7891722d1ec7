import type { Visit } from '../../framework/router.js'
import type { MediaFile, Person } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { readParams, textOf } from '../wire/params.js'
import { invalid, notFound, Refusal } from '../wire/refusals.js'
import { mediaJson } from './media-json.js'
import { countPoll, refreshMedia } from './media-progress.js'
import {
  BodyTooBig,
  checkDescription,
  judgeFile,
  judgeThumbnail,
  readFocus,
  readUpload,
  type UploadForm,
} from './media-upload.js'

/** Returns the key of a file's thumbnail in the file store. */
const thumbnailOf = (mediaId: string): string => `${mediaId}/thumbnail`

/** Stores an uploaded thumbnail. */
export function keepThumbnail(
  state: MastodonState,
  { id, thumbnail }: MediaFile,
  sent: UploadForm['thumbnail'],
): void {
  if (thumbnail !== null && sent?.kept)
    state.files.keep(thumbnailOf(id), { bytes: sent.kept, contentType: thumbnail.contentType })
}

const WRITE = ['write', 'write:media']

function keepMedia(state: MastodonState, person: Person, { file, thumbnail, fields }: UploadForm): MediaFile {
  if (file === null) throw invalid("File can't be blank")
  const description = checkDescription(state, fields.get('description') ?? null)
  const judged = judgeFile(state, file)
  const { videoReady } = state.settings
  const now = state.clock.now()
  const isSlow = judged.type !== 'image'
  const media: MediaFile = {
    ...judged,
    id: state.ids.next('media', now),
    personId: person.id,
    filename: file.filename,
    bytes: file.bytes,
    sha256: file.sum ?? '',
    description,
    focus: readFocus(fields.get('focus') ?? null),
    thumbnail: judgeThumbnail(state, thumbnail),
    state: isSlow ? 'PROCESSING' : 'READY',
    readyAt:
      isSlow && 'afterSeconds' in videoReady
        ? new Date(now.getTime() + videoReady.afterSeconds * 1000)
        : null,
    pollsLeft: isSlow && 'afterPolls' in videoReady ? videoReady.afterPolls : null,
    attachedTo: null,
  }
  if (state.failingUploads > 0) {
    state.failingUploads -= 1
    if (!isSlow) throw new Refusal(500, 'Error processing thumbnail for uploaded media')
    media.state = 'FAILED'
  }
  state.media.set(media.id, media)
  if (file.kept !== null) state.files.keep(media.id, { bytes: file.kept, contentType: media.contentType })
  keepThumbnail(state, media, thumbnail)
  return refreshMedia(state, media)
}

/**
 * Handles POST /api/v2/media. With `waits`, handles POST /api/v1/media, which responds only after
 * processing.
 */
export async function createMedia(state: MastodonState, visit: Visit, waits: boolean): Promise<Response> {
  const { person } = requirePerson(state, visit.request, WRITE)
  try {
    const media = keepMedia(state, person, await readUpload(visit.request))
    if (waits && media.state === 'PROCESSING') media.state = 'READY'
    // The client learns of a failed processing only when it queries the file.
    return Response.json(mediaJson(state, media), { status: media.state === 'READY' ? 200 : 202 })
  } catch (error) {
    if (!(error instanceof BodyTooBig)) throw error
    const page =
      '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n'
    return new Response(page, { status: 413, headers: { 'content-type': 'text/html' } })
  }
}

/** Finds a file of the person that is not attached to a status. */
function findFree(state: MastodonState, person: Person, id: string): MediaFile {
  const media = state.media.get(id)
  if (media === undefined || media.personId !== person.id || media.attachedTo !== null) throw notFound()
  refreshMedia(state, media)
  if (media.state === 'FAILED') throw new Refusal(422, 'Error processing thumbnail for uploaded media')
  return media
}

const answer = (state: MastodonState, media: MediaFile): Response =>
  Response.json(mediaJson(state, media), { status: media.state === 'READY' ? 200 : 206 })

/** GET /api/v1/media/:id */
export function readMedia(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const media = findFree(state, person, params['id'] ?? '')
  countPoll(media)
  return answer(state, media)
}

/** PUT /api/v1/media/:id */
export async function updateMedia(state: MastodonState, visit: Visit): Promise<Response> {
  const { person } = requirePerson(state, visit.request, WRITE)
  const media = findFree(state, person, visit.params['id'] ?? '')
  const isMultipart = visit.request.headers.get('content-type')?.startsWith('multipart/') === true
  const form = isMultipart ? await readUpload(visit.request) : null
  const fields = form === null ? await readParams(visit) : form.fields
  const field = (name: string): string | null =>
    fields instanceof Map ? (fields.get(name) ?? null) : textOf(fields as Record<string, unknown>, name) // safe cast: `fields` is a Map or a plain object
  const description = field('description')
  if (description !== null) media.description = checkDescription(state, description)
  media.focus = readFocus(field('focus')) ?? media.focus
  media.thumbnail = judgeThumbnail(state, form?.thumbnail ?? null) ?? media.thumbnail
  keepThumbnail(state, media, form?.thumbnail ?? null)
  return answer(state, media)
}

/** Deletes a file and its thumbnail. */
export function forgetMedia(state: MastodonState, id: string): void {
  state.media.delete(id)
  state.files.forget(id)
  state.files.forget(thumbnailOf(id))
}

/** DELETE /api/v1/media/:id */
export function deleteMedia(state: MastodonState, { request, params }: Visit): Response {
  const { person } = requirePerson(state, request, WRITE)
  const media = state.media.get(params['id'] ?? '')
  if (media === undefined || media.personId !== person.id) throw notFound()
  if (media.attachedTo !== null) throw new Refusal(422, 'Media attachment is currently used by a status')
  forgetMedia(state, media.id)
  return Response.json({})
}

/** Handles GET /system/media_attachments/files/:id/:size/:name. Returns the file. */
export function serveMedia(state: MastodonState, { request, params }: Visit): Response {
  const id = params['id'] ?? ''
  const isThumbnail = params['size'] === 'small' && state.media.get(id)?.thumbnail
  return state.files.serve(isThumbnail ? thumbnailOf(id) : id, request)
}

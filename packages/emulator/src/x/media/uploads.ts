import { createHash } from 'node:crypto'

import { sniff } from '../../framework/files/sniff.js'
import type { Visit } from '../../framework/router.js'
import type { Person, Upload } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import { inSeconds, nextId, type XState } from '../state.js'
import { charge } from '../wire/billing.js'
import {
  checkBody,
  type Check,
  isBoolean,
  isId,
  isInput,
  isList,
  isObject,
  isOneOf,
  isWhole,
  readJson,
  textOrNull,
  textsOf,
} from '../wire/input.js'
import { invalid } from '../wire/problems.js'
import { readSegment } from './segments.js'
import { needsProcessing, completeUploads, uploadJson } from './upload-progress.js'

const SCOPES = ['media.write']
/**
 * Lifetime in seconds of an upload that no post uses. https://docs.x.com/x-api/media/introduction
 * (read 2026-11-22)
 */
const DAY_SECONDS = 86_400

/**
 * Maximum size in bytes and accepted types of each media category.
 * https://docs.x.com/x-api/media/quickstart/best-practices (read 2026-11-22)
 */
const CATEGORIES: Readonly<Record<string, readonly [number, RegExp]>> = {
  tweet_image: [5_242_880, /^image\/(jpeg|png|webp|bmp|tiff|pjpeg)$/],
  dm_image: [5_242_880, /^image\/(jpeg|png|webp|bmp|tiff|pjpeg)$/],
  tweet_gif: [15_728_640, /^image\/gif$/],
  dm_gif: [15_728_640, /^image\/gif$/],
  tweet_video: [536_870_912, /^video\/(mp4|quicktime|webm|mp2t)$/],
  dm_video: [536_870_912, /^video\/(mp4|quicktime|webm|mp2t)$/],
  amplify_video: [17_179_869_184, /^video\/(mp4|quicktime|webm|mp2t)$/],
  subtitles: [524_288, /^text\/(srt|vtt)$/],
}

const INITIALIZE: Readonly<Record<string, Check>> = {
  media_type: (value) =>
    typeof value === 'string' && Object.values(CATEGORIES).some(([, types]) => types.test(value)),
  total_bytes: isWhole(1, 17_179_869_184),
  media_category: isOneOf(...Object.keys(CATEGORIES)),
  additional_owners: isList(isId, 0, 100),
  shared: isBoolean,
}

/** Handles POST /2/media/upload/initialize. */
export async function initialize(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: SCOPES })
  const input = await readJson(visit.request)
  checkBody(input, INITIALIZE, ['media_type', 'total_bytes', 'media_category'])
  const [category, mediaType] = [String(input['media_category']), String(input['media_type'])]
  const [max = 0, types = /^$/] = CATEGORIES[category] ?? []
  if (!types.test(mediaType))
    throw invalid(`The media type ${mediaType} does not go with ${category}.`, { media_type: [mediaType] })
  const totalBytes = Number(input['total_bytes'])
  if (totalBytes > max)
    throw invalid(`File size exceeds ${max} bytes.`, { total_bytes: [String(totalBytes)] })
  const upload: Upload = {
    id: nextId(state),
    personId: person.id,
    additionalOwners: textsOf(input['additional_owners']),
    mediaType,
    category,
    totalBytes,
    segments: new Map(),
    stage: 'RECEIVING',
    finalizedAt: null,
    expiresAt: inSeconds(state, DAY_SECONDS),
    sha256: null,
    altText: null,
    failure: null,
    isUsed: false,
  }
  state.uploads.set(upload.id, upload)
  return Response.json({
    data: { id: upload.id, media_key: `3_${upload.id}`, expires_after_secs: DAY_SECONDS },
  })
}

function mustFind(state: XState, person: Person, id: string | null): Upload {
  const upload = state.uploads.get(id ?? '')
  if (upload === undefined || upload.personId !== person.id || upload.expiresAt <= state.clock.now())
    throw invalid('The media id is not valid, or has expired.', { media_id: [String(id).slice(0, 30)] })
  return upload
}

/** Handles POST /2/media/upload/:id/append. */
export async function append(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: SCOPES })
  const upload = mustFind(state, person, visit.params['id'] ?? null)
  if (upload.stage !== 'RECEIVING')
    throw invalid('The media is finalized already.', { media_id: [upload.id] })
  const { index, bytes } = await readSegment(visit.request)
  const before = index === 0 ? createHash('sha256') : (upload.segments.get(index - 1)?.hash?.copy() ?? null)
  upload.segments.set(index, {
    bytes: bytes.byteLength,
    sum: createHash('sha256').update(bytes).digest('hex'),
    head: new Uint8Array(bytes.subarray(0, 4096)), // a copy, because a view would keep the whole chunk in memory
    hash: before?.update(bytes) ?? null,
  })
  return Response.json({ data: { expires_at: Math.floor(upload.expiresAt.getTime() / 1000) } })
}

/** Checks that the server received all chunks of a file. */
function checkWhole({ segments, totalBytes, id }: Upload): void {
  const sum = [...segments.values()].reduce((total, { bytes }) => total + bytes, 0)
  const isGapless = [...segments.keys()].every((index) => index < segments.size)
  if (sum !== totalBytes || !isGapless)
    throw invalid('Segments do not add up to provided total file size.', { media_id: [id] })
}

/**
 * Handles POST /2/media/upload/:id/finalize. The request has no body. A repeated call returns the
 * same response.
 */
export async function finalize(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: SCOPES })
  const upload = mustFind(state, person, visit.params['id'] ?? null)
  if ((await visit.request.text()) !== '') throw invalid('Finalize takes no body.')
  if (upload.stage !== 'RECEIVING') return Response.json({ data: uploadJson(state, upload) })
  checkWhole(upload)
  const found = sniff(upload.segments.get(0)?.head ?? new Uint8Array())
  const isRight =
    upload.category === 'subtitles' || found?.contentType.split('/')[0] === upload.mediaType.split('/')[0]
  if (!isRight && !needsProcessing(upload))
    throw invalid('The file is not a picture.', { media_id: [upload.id] })
  if (!isRight) upload.failure = 'file is invalid'
  upload.sha256 = upload.segments.get(upload.segments.size - 1)?.hash?.digest('hex') ?? null
  upload.finalizedAt = state.clock.now()
  upload.stage = needsProcessing(upload) ? 'PENDING' : 'READY'
  return Response.json({ data: uploadJson(state, upload) })
}

/** Handles GET /2/media/upload?command=STATUS&media_id=. */
export function readStatus(state: XState, visit: Visit, route: string): Response {
  const person = requirePerson(state, visit, { route, scopes: SCOPES })
  const { searchParams } = visit.url
  const foreign = [...searchParams.keys()].find((name) => name !== 'media_id' && name !== 'command')
  const command = searchParams.get('command') ?? 'STATUS'
  if (foreign !== undefined || command !== 'STATUS')
    throw invalid('The query parameter [command] must be STATUS.')
  completeUploads(state)
  return Response.json({ data: uploadJson(state, mustFind(state, person, searchParams.get('media_id'))) })
}

const isAltText: Check = (value) =>
  isInput(value) && typeof value['text'] === 'string' && Array.from(value['text']).length <= 1000

/** Handles POST /2/media/metadata. The call works only before the file is attached to a post. */
export async function describeMedia(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: SCOPES })
  const input = await readJson(visit.request)
  checkBody(input, { id: isId, metadata: isObject({ alt_text: isAltText }) }, ['id'])
  const upload = mustFind(state, person, String(input['id']))
  if (upload.isUsed) throw invalid('The media is on a post already.', { id: [upload.id] })
  if (upload.finalizedAt === null) throw invalid('The media is not finalized.', { id: [upload.id] })
  const metadata = isInput(input['metadata']) ? input['metadata'] : {}
  const altText = isInput(metadata['alt_text']) ? textOrNull(metadata['alt_text']['text']) : null
  if (altText !== null) upload.altText = altText
  charge(state, route, 'METADATA')
  return Response.json({
    data: { id: upload.id, associated_metadata: { alt_text: { text: upload.altText ?? '' } } },
  })
}

import type { Person, Picture, PinMedia } from '../records.js'
import type { PinterestState } from '../state.js'
import {
  boolean,
  type Check,
  checkFields,
  count,
  digits,
  type Input,
  isInput,
  oneOf,
  pattern,
  text,
  textOrNull,
} from '../wire/input.js'
import { broken, invalid, noCover, notPermitted, noUpload } from '../wire/refusals.js'
import { fetchPicture, keepPicture } from './pictures.js'
import { completeUploads } from './uploads.js'

const contentType = oneOf('image/jpeg', 'image/png')
const base64 = pattern(/^[a-zA-Z0-9+/=]+$/)
const source: Check = (value) => (typeof value === 'string' ? null : 'is a required property')
const items: Check = (value) =>
  Array.isArray(value) && value.every(isInput) ? null : 'is not an array of objects'

const PICTURE_TEXT = { title: text(), description: text(), link: text() }

/**
 * Checks for each `source_type`: first all allowed fields, then the names of the required fields.
 */
const KINDS: Readonly<Record<string, readonly [Readonly<Record<string, Check>>, readonly string[]]>> = {
  image_url: [{ source_type: source, url: text(), is_standard: boolean }, ['url']],
  image_base64: [
    { source_type: source, content_type: contentType, data: base64, is_standard: boolean },
    ['content_type', 'data'],
  ],
  multiple_image_urls: [{ source_type: source, items, index: count }, ['items']],
  multiple_image_base64: [{ source_type: source, items, index: count }, ['items']],
  video_id: [
    {
      source_type: source,
      media_id: digits,
      cover_image_url: text(),
      cover_image_content_type: contentType,
      cover_image_data: text(),
      cover_image_key_frame_time: count,
      is_standard: boolean,
    },
    ['media_id'],
  ],
}

/**
 * Decodes standard base64 with padding.
 * @throws Refusal for any other text.
 */
function decode(given: unknown): Uint8Array {
  const data = String(given)
  const bytes = Buffer.from(data, 'base64')
  if (bytes.toString('base64') !== data) throw broken()
  return bytes
}

async function takePicture(state: PinterestState, from: Input): Promise<Picture> {
  const message = {
    title: textOrNull(from['title']),
    description: textOrNull(from['description']),
    link: textOrNull(from['link']),
  }
  return typeof from['url'] === 'string'
    ? keepPicture(state, await fetchPicture(state, from['url']), { ...message, from: from['url'] })
    : keepPicture(state, decode(from['data']), message)
}

async function takePictures(state: PinterestState, input: Input): Promise<PinMedia> {
  const given = input['items'] as readonly Input[] // safe cast: checkFields in takeMedia accepts only an array of objects
  if (given.length < 2) throw invalid("'items' constraint: minItems=2")
  if (given.length > 5) throw invalid("'items' constraint: maxItems=5")
  const isLinks = input['source_type'] === 'multiple_image_urls'
  const fields: Readonly<Record<string, Check>> = isLinks
    ? { ...PICTURE_TEXT, url: text() }
    : { ...PICTURE_TEXT, content_type: contentType, data: base64 }
  for (const one of given) checkFields(one, fields, isLinks ? ['url'] : ['content_type', 'data'])
  if (Number(input['index'] ?? 0) >= given.length) throw invalid("'index' is not the place of an item")
  const pictures: Picture[] = []
  for (const one of given) pictures.push(await takePicture(state, one))
  return { kind: 'PICTURES', pictures }
}

async function takeVideo(state: PinterestState, person: Person, input: Input): Promise<PinMedia> {
  if (state.settings.environment === 'SANDBOX') throw notPermitted()
  completeUploads(state)
  const mediaId = String(input['media_id'])
  const upload = state.uploads.get(mediaId)
  if (upload === undefined || upload.personId !== person.id) throw noUpload()
  if (upload.status !== 'succeeded') throw invalid(`Media upload '${mediaId}' is ${upload.status}.`)
  const { cover_image_url: url, cover_image_content_type: type, cover_image_data: data } = input
  const keyFrame = input['cover_image_key_frame_time']
  const forms = [url, type ?? data, keyFrame].filter((one) => one !== undefined)
  if (forms.length !== 1 || (type === undefined) !== (data === undefined)) throw noCover()
  const cover = keyFrame === undefined ? await takePicture(state, { url, data }) : null
  return { kind: 'VIDEO', mediaId, cover, keyFrame: typeof keyFrame === 'number' ? keyFrame : null }
}

/** Returns the media of a new pin. Fetches or decodes pictures, or finds the uploaded video. */
export async function takeMedia(state: PinterestState, person: Person, value: unknown): Promise<PinMedia> {
  if (!isInput(value)) throw invalid("'media_source' is a required property")
  const kind = KINDS[String(value['source_type'])]
  // Pinterest documents `pin_url`, but allows it only for selected apps.
  if (value['source_type'] === 'pin_url') throw notPermitted()
  if (kind === undefined) throw invalid("'media_source' source_type is not one of those there are")
  checkFields(value, ...kind)
  if (value['source_type'] === 'video_id') return takeVideo(state, person, value)
  if (value['items'] !== undefined) return takePictures(state, value)
  return { kind: 'PICTURES', pictures: [await takePicture(state, value)] }
}

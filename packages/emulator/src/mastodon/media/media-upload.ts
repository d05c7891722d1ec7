import { bodyOf, receive, type Received } from '../../framework/bodies/body.js'
import { MultipartError, type MultipartPart, readMultipart } from '../../framework/bodies/multipart.js'
import { type Sniffed, sniff } from '../../framework/files/sniff.js'
import { type PartNote, notesOf } from '../../framework/log/request-notes.js'
import type { MediaFile } from '../records.js'
import { MEDIA_TYPES } from '../server/instance.js'
import type { MastodonState } from '../state.js'
import { invalid, Refusal } from '../wire/refusals.js'

/** Maximum size in bytes of a file that the emulator stores and can return later. */
const KEPT_BYTES = 8_388_608
/**
 * Maximum request size in bytes of the web server in front of Mastodon. Its error is an HTML page.
 */
const WEB_SERVER_BYTES = 103_809_024 + 1_048_576

/** One file of an upload form. */
export type UploadedFile = Received & { readonly filename: string; readonly contentType: string }

/** Uploaded files and the other fields of an upload form. */
export interface UploadForm {
  readonly file: UploadedFile | null
  /** Thumbnail that the client sent for a video or a sound. */
  readonly thumbnail: UploadedFile | null
  readonly fields: ReadonlyMap<string, string>
  /** All entries in the order received. Names can repeat. */
  readonly entries: readonly (readonly [string, string | UploadedFile])[]
}

/** Error 413 with the HTML page of nginx. */
export class BodyTooBig extends Error {
  override readonly name = 'BodyTooBig'
}

async function readField(part: MultipartPart): Promise<string> {
  const { kept } = await receive(part.body, { keepUpTo: 65_536, hash: null })
  return new TextDecoder().decode(kept ?? new Uint8Array())
}

/**
 * Reads an upload in constant memory. Computes size and hash of each file, and stores only small
 * files.
 */
export async function readUpload(request: Request): Promise<UploadForm> {
  const formType = request.headers.get('content-type') ?? ''
  if (Number(request.headers.get('content-length') ?? 0) > WEB_SERVER_BYTES) throw new BodyTooBig()
  if (!formType.toLowerCase().startsWith('multipart/form-data'))
    return { file: null, thumbnail: null, fields: new Map(), entries: [] }
  const notes: PartNote[] = []
  notesOf(request).parts = notes
  const fields = new Map<string, string>()
  const files = new Map<string, UploadedFile>()
  const entries: (readonly [string, string | UploadedFile])[] = []
  try {
    for await (const part of readMultipart(bodyOf(request), formType)) {
      const { name, filename } = part
      if (filename === null) {
        const text = await readField(part)
        fields.set(name, text)
        entries.push([name, text])
        notes.push({ name, filename, contentType: part.contentType, bytes: Buffer.byteLength(text), text })
        continue
      }
      const received = await receive(part.body, { keepUpTo: KEPT_BYTES, refuseAbove: WEB_SERVER_BYTES })
      if (received.tooBig) throw new BodyTooBig()
      notes.push({ name, filename, contentType: part.contentType, bytes: received.bytes, text: null })
      const contentType = part.contentType ?? 'application/octet-stream'
      const file = { ...received, filename, contentType }
      files.set(name, file)
      entries.push([name, file])
    }
  } catch (error) {
    if (error instanceof MultipartError) throw new Refusal(400, `Bad Request: ${error.message}`)
    throw error
  }
  return { file: files.get('file') ?? null, thumbnail: files.get('thumbnail') ?? null, fields, entries }
}

/** Checks alt text. @throws Refusal 422 if it is too long. */
export function checkDescription(state: MastodonState, text: string | null): string | null {
  const limit = state.settings.limits.descriptionCharacters
  if (text !== null && Array.from(text).length > limit)
    throw invalid(`Description is too long (maximum is ${limit} characters)`)
  return text
}

/** Reads the focal point of a picture: `x,y`, each between -1 and 1. */
export function readFocus(text: string | null): readonly [number, number] | null {
  if (text === null || text === '') return null
  const [x = Number.NaN, y = Number.NaN] = text.split(',').map(Number)
  const isPoint = [x, y].every((one) => Math.abs(one) <= 1)
  return isPoint ? [x, y] : null
}

function typeOf(contentType: string, seen: Sniffed | null): MediaFile['type'] {
  if (contentType === 'image/gif') return seen?.isAnimated === true ? 'gifv' : 'image'
  if (contentType.startsWith('image/')) return 'image'
  return contentType.startsWith('audio/') ? 'audio' : 'video'
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`

/**
 * Detects the type of a file and checks it as strictly as the real server.
 *
 * @throws Refusal 422 for an unacceptable file.
 */
export function judgeFile(
  state: MastodonState,
  file: UploadedFile,
): Pick<MediaFile, 'type' | 'contentType' | 'width' | 'height'> {
  const { limits, detectsFileTypes } = state.settings
  const [declared = ''] = file.contentType.toLowerCase().split(';')
  const seen = sniff(file.head)
  // The server uses the detected type and ignores the declared type, unless detection is switched
  // off.
  const contentType = detectsFileTypes ? (seen?.contentType ?? '') : declared
  if (file.filename === '' || !MEDIA_TYPES.includes(declared) || !MEDIA_TYPES.includes(contentType))
    throw invalid('File content type is invalid', 'File is invalid')
  const type = typeOf(contentType, seen)
  const limit = type === 'image' ? limits.imageBytes : limits.videoBytes
  if (file.bytes >= limit)
    throw invalid(
      `File must be less than ${megabytes(limit)}`,
      `File file size must be less than ${megabytes(limit)}`,
    )
  const [width, height] = [seen?.width ?? 1280, seen?.height ?? 720]
  if (type === 'image' && width * height > limits.imagePixels)
    throw new Refusal(422, `${width}x${height} images are not supported`)
  return { type, contentType, width, height }
}

/**
 * Checks an uploaded thumbnail, which must be a picture within the picture limit.
 * `validates_attachment_content_type :thumbnail` and `validates_attachment_size :thumbnail` in
 * app/models/media_attachment.rb of the server (read 2026-11-22)
 *
 * @throws Refusal 422 for an unacceptable thumbnail.
 */
export function judgeThumbnail(
  state: MastodonState,
  thumbnail: UploadForm['thumbnail'],
): MediaFile['thumbnail'] {
  if (thumbnail === null) return null
  const contentType = sniff(thumbnail.head)?.contentType ?? ''
  if (!contentType.startsWith('image/') || !MEDIA_TYPES.includes(contentType))
    throw invalid('Thumbnail content type is invalid', 'Thumbnail is invalid')
  const limit = state.settings.limits.imageBytes
  if (thumbnail.bytes >= limit)
    throw invalid(
      `Thumbnail must be less than ${megabytes(limit)}`,
      `Thumbnail file size must be less than ${megabytes(limit)}`,
    )
  return { contentType, bytes: thumbnail.bytes, sha256: thumbnail.sum ?? '' }
}

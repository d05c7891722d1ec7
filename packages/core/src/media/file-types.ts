import { InvalidPostError } from '../errors/index.js'
import type { MediaKind } from '../models/index.js'

interface FileType {
  readonly kind: MediaKind
  readonly contentType: string
}

/** File types by extension. MIME types: https://www.iana.org/assignments/media-types. */
const FILE_TYPES: ReadonlyMap<string, FileType> = new Map([
  ['png', { kind: 'IMAGE', contentType: 'image/png' }],
  ['jpg', { kind: 'IMAGE', contentType: 'image/jpeg' }],
  ['jpeg', { kind: 'IMAGE', contentType: 'image/jpeg' }],
  ['gif', { kind: 'IMAGE', contentType: 'image/gif' }],
  ['webp', { kind: 'IMAGE', contentType: 'image/webp' }],
  ['heic', { kind: 'IMAGE', contentType: 'image/heic' }],
  ['mp4', { kind: 'VIDEO', contentType: 'video/mp4' }],
  ['mov', { kind: 'VIDEO', contentType: 'video/quicktime' }],
  ['m4v', { kind: 'VIDEO', contentType: 'video/x-m4v' }],
  ['webm', { kind: 'VIDEO', contentType: 'video/webm' }],
  ['avi', { kind: 'VIDEO', contentType: 'video/x-msvideo' }],
  ['mkv', { kind: 'VIDEO', contentType: 'video/x-matroska' }],
])

/** MIME type of a file without a known extension. */
const DEFAULT_TYPE: Readonly<Record<MediaKind, string>> = { IMAGE: 'image/jpeg', VIDEO: 'video/mp4' }

function typeOf(filename: string | null): FileType | null {
  // A name that starts with its only dot has no extension.
  const extension = filename && /[^/\\]\.([^./\\]+)$/.exec(filename)?.[1]
  return (extension && FILE_TYPES.get(extension.toLowerCase())) || null
}

/**
 * The kind of a file: the caller's `kind`, else the kind of its extension.
 *
 * @param filename - File name; null if there is none.
 * @param given - `kind` as passed by the caller.
 * @param shown - Name of the file in messages.
 * @throws InvalidPostError for an invalid kind, and for an unknown extension without a kind.
 */
export function kindOf(filename: string | null, given: unknown, shown: string): MediaKind {
  if (given === 'IMAGE' || given === 'VIDEO') return given
  if (given !== undefined && given !== null)
    throw new InvalidPostError(`The kind of ${shown} must be "IMAGE" or "VIDEO", as in { kind: 'VIDEO' }.`)
  const found = typeOf(filename)
  if (found) return found.kind
  throw new InvalidPostError(
    `The name of ${shown} does not show whether it is a picture or a video. Pass { kind: 'IMAGE' } or { kind: 'VIDEO' }, or use one of these extensions: ${[...FILE_TYPES.keys()].join(', ')}.`,
  )
}

/** MIME type by extension; `image/jpeg` or `video/mp4` for an unknown extension or one of the other kind. */
export function contentTypeOf(filename: string | null, kind: MediaKind): string {
  const found = typeOf(filename)
  return found?.kind === kind ? found.contentType : DEFAULT_TYPE[kind]
}

import type { MediaKind } from '../models/index.js'
import { refusedFile } from './refused-file.js'

interface FileType {
  readonly kind: MediaKind
  readonly contentType: string
}

/** Kind and MIME type by file extension. https://www.iana.org/assignments/media-types */
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
  ['pdf', { kind: 'DOCUMENT', contentType: 'application/pdf' }],
  ['doc', { kind: 'DOCUMENT', contentType: 'application/msword' }],
  [
    'docx',
    {
      kind: 'DOCUMENT',
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    },
  ],
  ['ppt', { kind: 'DOCUMENT', contentType: 'application/vnd.ms-powerpoint' }],
  [
    'pptx',
    {
      kind: 'DOCUMENT',
      contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    },
  ],
])

/** Known file extensions, for messages. */
const EXTENSIONS = [...FILE_TYPES.keys()].join(', ')

/** MIME type of a file whose extension is missing or unknown. */
const DEFAULT_TYPE: Readonly<Record<MediaKind, string>> = {
  IMAGE: 'image/jpeg',
  VIDEO: 'video/mp4',
  DOCUMENT: 'application/pdf',
}

function typeOf(filename: string | null): FileType | null {
  // A dot at the start of a name does not begin an extension, as in `.hidden`.
  const extension = filename && /[^/\\]\.([^./\\]+)$/.exec(filename)?.[1]
  return (extension && FILE_TYPES.get(extension.toLowerCase())) || null
}

/**
 * Returns the kind of a file. The caller's `kind` is used first, then the file extension.
 *
 * @param filename - File name. Null if there is none.
 * @param given - `kind` that the caller passed.
 * @param shown - Description of the file for error messages.
 * @throws InvalidPostError for an invalid kind, and for an unknown extension without a kind.
 */
export function kindOf(filename: string | null, given: unknown, shown: string): MediaKind {
  if (given === 'IMAGE' || given === 'VIDEO' || given === 'DOCUMENT') return given
  if (given !== undefined && given !== null)
    throw refusedFile(
      'FILE_TYPE',
      `The kind of ${shown} must be "IMAGE", "VIDEO" or "DOCUMENT", as in { kind: 'VIDEO' }.`,
      {
        file: filename,
        limit: EXTENSIONS,
      },
    )
  const found = typeOf(filename)
  if (found) return found.kind
  throw refusedFile(
    'FILE_TYPE',
    `The name of ${shown} does not show whether it is a picture, a video or a document. Pass { kind: 'IMAGE' }, { kind: 'VIDEO' } or { kind: 'DOCUMENT' }, or use one of these extensions: ${EXTENSIONS}.`,
    { file: filename, limit: EXTENSIONS },
  )
}

/**
 * Returns the MIME type for a file extension. If the extension is unknown or belongs to another
 * kind, returns `image/jpeg`, `video/mp4` or `application/pdf`.
 */
export function contentTypeOf(filename: string | null, kind: MediaKind): string {
  const found = typeOf(filename)
  return found?.kind === kind ? found.contentType : DEFAULT_TYPE[kind]
}

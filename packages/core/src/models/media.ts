import { MediaKind } from './enumerations.js'

/** An open file that is read by position. Call `close` when the file is no longer needed. */
export interface MediaReader {
  /** Size of the whole file in bytes. */
  readonly size: number
  /**
   * Identity of this version of the file: size, modification time and inode. Missing for bytes in
   * memory.
   */
  readonly identity?: string | undefined
  /**
   * Reads bytes from `position` into `target`, until `target` is full or the file ends.
   *
   * @returns Number of bytes that were read. 0 if `position` is at or after the end.
   * @throws InvalidPostError if the file was changed or removed after it was opened.
   */
  readInto(target: Uint8Array, position: number): Promise<number>
  close(): Promise<void>
}

/** A picture, video or document to publish. The file is not read before the upload. */
export interface Media {
  readonly kind: MediaKind
  /** Bytes of a file in memory. Null for other media. Omitted when printed. */
  readonly content: Uint8Array | null
  /** Path of a file on disk. Null for other media. */
  readonly path: string | null
  /** URL of the file, for networks that download it themselves. Null for other media. */
  readonly url: string | null
  readonly filename: string | null
  /** Description of the picture for people who cannot see it. Null if there is none. */
  readonly altText: string | null
  /** MIME type of the file, derived from its name. */
  readonly contentType: string
  /**
   * Returns the size in bytes without reading the file. Null for a URL.
   *
   * @throws InvalidPostError if the file is missing or unreadable.
   */
  size(): Promise<number | null>
  /**
   * Reads a part of the file. If the result is shorter than `length`, the file ends there. The
   * result is empty if `start` is at or after the end.
   *
   * @throws InvalidPostError for a URL, and if the file is missing, unreadable or changed.
   */
  piece(start: number, length: number): Promise<Uint8Array>
  /** Reads the whole file. @throws InvalidPostError in the same cases as `piece`. */
  read(): Promise<Uint8Array>
  /**
   * Opens the file for reading by position. @throws InvalidPostError in the same cases as `piece`.
   */
  open(): Promise<MediaReader>
}

/** Methods of `Media`. An object that was copied with JSON or by spreading has none of them. */
const MEDIA_METHODS = ['size', 'piece', 'read', 'open'] as const satisfies readonly (keyof Media)[]

/** Returns true for a picture, a video or a document, also if another copy of the package created it. */
export function isMedia(value: unknown): value is Media {
  if (typeof value !== 'object' || value === null) return false
  const media = value as Partial<Record<keyof Media, unknown>> // safe cast: every field is checked below. The class is not checked, because another copy of the package has another class
  return (
    typeof media.kind === 'string' &&
    Object.hasOwn(MediaKind, media.kind) &&
    MEDIA_METHODS.every((method) => typeof media[method] === 'function')
  )
}

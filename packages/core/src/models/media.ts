import type { MediaKind } from './enumerations.js'

/** A file that is open for reading by position. Close it when done. */
export interface MediaReader {
  /** Bytes of the whole file. */
  readonly size: number
  /** Tells this state of the file from every other (size, time of change, inode); left out for bytes in memory. */
  readonly identity?: string | undefined
  /**
   * Reads into `target` from `position` on, as much as fits or is left.
   *
   * @returns How many bytes were read; 0 past the end.
   * @throws InvalidPostError when the file changed or vanished since it was opened.
   */
  readInto(target: Uint8Array, position: number): Promise<number>
  close(): Promise<void>
}

/** One picture or video to publish. Nothing is read before the upload. */
export interface Media {
  readonly kind: MediaKind
  /** The bytes themselves, when they were handed over; null otherwise. Hidden when printed. */
  readonly content: Uint8Array | null
  /** Path of the file; null otherwise. */
  readonly path: string | null
  /** Address of the file, for networks that fetch it themselves; null otherwise. */
  readonly url: string | null
  readonly filename: string | null
  /** What the picture shows, for people who cannot see it. */
  readonly altText: string | null
  /** MIME type, from the file name. */
  readonly contentType: string
  /**
   * Bytes of the file; null for an address. A file is asked for its size, not read.
   *
   * @throws InvalidPostError when the file is missing or unreadable.
   */
  size(): Promise<number | null>
  /**
   * Part of the file: fewer bytes than asked means the end was reached, none that it was passed.
   *
   * @throws InvalidPostError for an address, and when the file is missing, unreadable or changed.
   */
  piece(start: number, length: number): Promise<Uint8Array>
  /** The whole file. @throws InvalidPostError as `piece`. */
  read(): Promise<Uint8Array>
  /** Opens the file for reading by position. @throws InvalidPostError as `piece`. */
  open(): Promise<MediaReader>
}

/** A file that was read back from JSON or spread has no methods any more. */
const MEDIA_METHODS = ['size', 'piece', 'read', 'open'] as const satisfies readonly (keyof Media)[]

/** True for a picture or a video, also of another copy of the package. */
export function isMedia(value: unknown): value is Media {
  if (typeof value !== 'object' || value === null) return false
  const media = value as Partial<Record<keyof Media, unknown>> // told by its shape: it may be of another copy
  return (
    (media.kind === 'IMAGE' || media.kind === 'VIDEO') &&
    MEDIA_METHODS.every((method) => typeof media[method] === 'function')
  )
}

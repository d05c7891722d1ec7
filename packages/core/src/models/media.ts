import type { MediaKind } from './enumerations.js'

/** Open file, read by position. Call `close` when done. */
export interface MediaReader {
  /** Size of the whole file in bytes. */
  readonly size: number
  /** Identifies this version of the file (size, modification time, inode). Missing for bytes in memory. */
  readonly identity?: string | undefined
  /**
   * Reads bytes into `target`, starting at `position`, until `target` is full or the file ends.
   *
   * @returns Number of bytes read; 0 past the end.
   * @throws InvalidPostError when the file was changed or removed since it was opened.
   */
  readInto(target: Uint8Array, position: number): Promise<number>
  close(): Promise<void>
}

/** A picture or video to publish. Nothing is read before the upload. */
export interface Media {
  readonly kind: MediaKind
  /** The bytes, if they were passed directly; null otherwise. Hidden when printed. */
  readonly content: Uint8Array | null
  /** Path of the file; null for media that were passed as bytes or as a URL. */
  readonly path: string | null
  /**
   * URL of the file, for networks that download it themselves; null for media that were passed as bytes or as a
   * path.
   */
  readonly url: string | null
  readonly filename: string | null
  /** Description of the picture for people who cannot see it. */
  readonly altText: string | null
  /** MIME type, derived from the file name. */
  readonly contentType: string
  /**
   * Size in bytes, without reading the file; null for a URL.
   *
   * @throws InvalidPostError when the file is missing or unreadable.
   */
  size(): Promise<number | null>
  /**
   * Reads a part of the file. A result shorter than `length` means that the end was reached. An empty result means
   * that `start` is past the end.
   *
   * @throws InvalidPostError for a URL, and when the file is missing, unreadable or changed.
   */
  piece(start: number, length: number): Promise<Uint8Array>
  /** Reads the whole file. @throws InvalidPostError as `piece`. */
  read(): Promise<Uint8Array>
  /** Opens the file for reading by position. @throws InvalidPostError as `piece`. */
  open(): Promise<MediaReader>
}

/** Methods of `Media`. A copy made with JSON or by spreading lacks them. */
const MEDIA_METHODS = ['size', 'piece', 'read', 'open'] as const satisfies readonly (keyof Media)[]

/** True for a picture or a video, including an object of another copy of the package. */
export function isMedia(value: unknown): value is Media {
  if (typeof value !== 'object' || value === null) return false
  const media = value as Partial<Record<keyof Media, unknown>> // The fields are checked and not the class, because the object may come from another copy of the package.
  return (
    (media.kind === 'IMAGE' || media.kind === 'VIDEO') &&
    MEDIA_METHODS.every((method) => typeof media[method] === 'function')
  )
}

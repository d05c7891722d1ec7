import {
  InvalidPostError,
  type Limits,
  type Media,
  measureText,
  mediaPart,
  NotFoundError,
  PlatformError,
  type PublishCall,
} from '@social/core/platform'

import type { Settings } from './options.js'
import { thumbnailPart as toThumbnailPart } from './publish/thumbnails.js'
import { mediaReply } from './schemas.js'

/** Seconds without a byte after which an upload is given up; however long it takes as a whole. Our choice. */
const STALL_SECONDS = 60

/** The pause between two polls of a file's status grows to so many times the first (backoff). Our choice. */
const MAX_PAUSE = 5

/** A file on the server, not yet part of a post. */
export interface UploadedFile {
  readonly id: string
  /** False while the server still works on it: video and audio take a while. */
  readonly isReady: boolean
}

/** How far the files of one post have come. */
export class UploadProgress {
  readonly #sizes: readonly number[]
  readonly #call: PublishCall

  constructor(sizes: readonly number[], call: PublishCall) {
    this.#sizes = sizes
    this.#call = call
  }

  /** Measures the files, without reading them. */
  static async of(media: readonly Media[], call: PublishCall): Promise<UploadProgress> {
    return new UploadProgress(await Promise.all(media.map(async (file) => (await file.size()) ?? 0)), call)
  }

  /** Tells the application that so many bytes of one file are out; what stands around the file is not counted. */
  report(mediaIndex: number, sentOfFile: number): void {
    const before = this.#sizes.slice(0, mediaIndex).reduce((sum, size) => sum + size, 0)
    this.#call.progress({
      mediaIndex,
      mediaCount: this.#sizes.length,
      sentBytes: before + Math.min(sentOfFile, this.#sizes[mediaIndex] ?? 0),
      totalBytes: this.#sizes.reduce((sum, size) => sum + size, 0),
    })
  }
}

/**
 * Refuses files that are bigger, or described at greater length, than the server said it takes.
 *
 * @throws InvalidPostError naming the file and the limit.
 */
export async function checkFiles(media: readonly Media[], limits: Limits): Promise<void> {
  const { maxAltTextLength } = limits.extra
  for (const [index, file] of media.entries()) {
    const name = file.filename ?? `media[${index}]`
    const biggest = file.kind === 'VIDEO' ? limits.maxVideoBytes : limits.maxImageBytes
    const size = biggest === null ? null : await file.size()
    if (biggest !== null && size !== null && size > biggest)
      throw new InvalidPostError(
        `"${name}" has ${size} bytes; this mastodon server takes at most ${biggest}. Make it smaller.`,
        { platform: 'mastodon' },
      )
    const length = measureText(file.altText ?? '')
    if (typeof maxAltTextLength === 'number' && length > maxAltTextLength)
      throw new InvalidPostError(
        `The alt text of "${name}" has ${length} characters; this mastodon server takes at most ${maxAltTextLength}. Shorten it by ${length - maxAltTextLength}.`,
        { platform: 'mastodon' },
      )
  }
}

/** What goes with one file. */
export interface UploadExtras {
  readonly progress: UploadProgress
  readonly focus: readonly number[] | null
  /** The picture that a video shows before it plays. */
  readonly thumbnail: Uint8Array | null
}

/**
 * Uploads one file, piece by piece. Nobody sees it until a post names it, and the server forgets it after a day, so it
 * may be sent again. https://docs.joinmastodon.org/methods/media/#v2 (read 2026-09-24)
 */
export async function uploadFile(
  file: Media,
  mediaIndex: number,
  { progress, focus, thumbnail }: UploadExtras,
  call: PublishCall,
): Promise<UploadedFile> {
  const description = file.altText ? [{ name: 'description', value: file.altText }] : []
  const focusPart = focus ? [{ name: 'focus', value: focus.join(',') }] : []
  const thumbnailPart = thumbnail ? [toThumbnailPart(thumbnail)] : []
  const { status, data } = await call.http.request('POST', '/api/v2/media', mediaReply, {
    multipart: [await mediaPart(file, 'file'), ...description, ...focusPart, ...thumbnailPart],
    retry: 'always',
    stallSeconds: STALL_SECONDS,
    onSent: (sentBytes) => progress.report(mediaIndex, sentBytes),
  })
  progress.report(mediaIndex, Infinity)
  return { id: data.id, isReady: status !== 202 }
}

/**
 * Pauses between questions to a server that still works on a file, growing: one turn after each.
 *
 * @throws PlatformError when it takes longer than the settings allow; what is uploaded stays.
 */
export async function* pausesWhileProcessing(
  { mediaChecks, mediaWaitSeconds }: Settings,
  { clock, signal }: PublishCall,
): AsyncGenerator<void, never> {
  let pause = mediaWaitSeconds
  for (let check = 0; check < mediaChecks; check += 1) {
    await clock.sleep(pause, { signal })
    pause = Math.min(pause * 1.5, mediaWaitSeconds * MAX_PAUSE)
    yield
  }
  throw new PlatformError(
    `mastodon is still processing a file after ${mediaChecks} checks. Post again with the same idempotency key in a while: what is uploaded stays. mastodon({ mediaChecks, mediaWaitSeconds }) makes it wait longer.`,
    { platform: 'mastodon' },
  )
}

function reportCleared(error: unknown): never {
  if (!NotFoundError.is(error)) throw error
  throw new PlatformError(
    'mastodon no longer has an uploaded file. Post again with the same idempotency key: it is uploaded again.',
    { platform: 'mastodon', raw: error.raw, cause: error },
  )
}

/**
 * Waits until the server has worked a file out.
 *
 * @throws InvalidPostError when it cannot.
 * @throws PlatformError when it takes longer than the settings allow, and when the server no longer has the file.
 */
export async function waitUntilReady(mediaId: string, settings: Settings, call: PublishCall): Promise<void> {
  const path = `/api/v1/media/${encodeURIComponent(mediaId)}`
  const pauses = pausesWhileProcessing(settings, call)
  for (;;) {
    await pauses.next()
    const { status } = await call.http
      .request('GET', path, null, { stallSeconds: STALL_SECONDS })
      .catch(reportCleared)
    // 206 is "still working", and not the 202 that the upload answered.
    if (status !== 206) return
  }
}

import {
  assertAllAsync,
  invalidPost,
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

/**
 * Seconds without progress after which an upload fails. An upload has no other time limit. Our
 * choice.
 */
const STALL_SECONDS = 60

/**
 * Maximum pause between two requests for a file's status, as a multiple of the first pause. Our
 * choice.
 */
const MAX_PAUSE = 5

/** A file on the server that is not yet part of a post. */
export interface UploadedFile {
  readonly id: string
  /** False while the server is processing the file. Video and audio take longer than images. */
  readonly isReady: boolean
}

/** Upload progress of all files of one post. */
export class UploadProgress {
  readonly #sizes: readonly number[]
  readonly #call: PublishCall

  constructor(sizes: readonly number[], call: PublishCall) {
    this.#sizes = sizes
    this.#call = call
  }

  /** Creates the progress of a post's files. Reads the sizes of the files, not their content. */
  static async of(media: readonly Media[], call: PublishCall): Promise<UploadProgress> {
    return new UploadProgress(await Promise.all(media.map(async (file) => (await file.size()) ?? 0)), call)
  }

  /**
   * Reports the sent bytes of one file to the application. The bytes do not include the multipart
   * boundaries.
   */
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
 * Refuses files that exceed the server's limits for sizes or alt texts.
 *
 * @throws InvalidPostError with the name of the file and the limit.
 */
export async function checkFiles(media: readonly Media[], limits: Limits): Promise<void> {
  await assertAllAsync(...media.map((file, index) => () => checkFile(file, index, limits)))
}

async function checkFile(file: Media, mediaIndex: number, limits: Limits): Promise<void> {
  const name = file.filename ?? `media[${mediaIndex}]`
  const issue = { field: 'media', mediaIndex, facts: { file: file.filename } } as const
  const { maxAltTextLength } = limits.extra
  const maxBytes = file.kind === 'VIDEO' ? limits.maxVideoBytes : limits.maxImageBytes
  const length = measureText(file.altText ?? '')
  await assertAllAsync(
    async () => {
      const size = maxBytes === null ? null : await file.size()
      if (maxBytes !== null && size !== null && size > maxBytes)
        throw invalidPost('mastodon', {
          ...issue,
          code: 'FILE_TOO_LARGE',
          limit: maxBytes,
          actual: size,
          message: `"${name}" has ${size} bytes; this mastodon server accepts at most ${maxBytes}. Make it smaller.`,
        })
    },
    () => {
      if (typeof maxAltTextLength === 'number' && length > maxAltTextLength)
        throw invalidPost('mastodon', {
          ...issue,
          code: 'ALT_TEXT_TOO_LONG',
          limit: maxAltTextLength,
          actual: length,
          message: `The alt text of "${name}" has ${length} characters; this mastodon server accepts at most ${maxAltTextLength}. Shorten it by ${length - maxAltTextLength}.`,
        })
    },
  )
}

/** Optional data that is uploaded with a file. */
export interface UploadExtras {
  readonly progress: UploadProgress
  readonly focus: readonly number[] | null
  /** Preview image of a video; null lets the server choose one. */
  readonly thumbnail: Uint8Array | null
}

/**
 * Uploads one file as a stream. The upload can be repeated safely, because a file is invisible
 * until a post uses it and the server deletes an unused file after a day.
 * https://docs.joinmastodon.org/methods/media/#v2 (read 2026-09-24)
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
 * Waits between requests for the status of a file, with growing pauses. Yields once after each
 * pause.
 *
 * @throws PlatformError when processing takes longer than the settings allow. The uploaded files
 * stay on the server.
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
    `mastodon is still processing a file after ${mediaChecks} checks. Post again later with the same idempotency key: uploaded files are reused. mastodon({ mediaChecks, mediaWaitSeconds }) sets a longer wait.`,
    { platform: 'mastodon' },
  )
}

function reportCleared(error: unknown): never {
  if (!NotFoundError.is(error)) throw error
  throw new PlatformError(
    'mastodon no longer has an uploaded file. Post again with the same idempotency key to upload the file again.',
    { platform: 'mastodon', raw: error.raw, cause: error },
  )
}

/**
 * Waits until the server has processed a file.
 *
 * @throws InvalidPostError when the server cannot process the file.
 * @throws PlatformError when processing takes longer than the settings allow, or when the server no longer has the file.
 */
export async function waitUntilReady(mediaId: string, settings: Settings, call: PublishCall): Promise<void> {
  const path = `/api/v1/media/${encodeURIComponent(mediaId)}`
  const pauses = pausesWhileProcessing(settings, call)
  for (;;) {
    await pauses.next()
    const { status } = await call.http
      .request('GET', path, null, { stallSeconds: STALL_SECONDS })
      .catch(reportCleared)
    // Status 206 means "still processing". The upload request uses 202 for the same state.
    if (status !== 206) return
  }
}

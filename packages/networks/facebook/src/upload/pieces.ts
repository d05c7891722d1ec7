import { type Media, openUpload, PlatformError, type PublishCall, type Upload } from '@social/core/platform'
import { faultOf, idPath } from '@social/meta-kit'
import * as v from 'valibot'

import { UPLOAD_CODES, UPLOAD_SUBCODES } from '../errors/index.js'
import type { Settings } from '../options.js'
import { keep, type SavedUpload } from '../publish/receipt.js'
import { offsetsReply, startReply } from '../schemas.js'
import { bytesAt, readVideoStatus } from './status.js'

type Offsets = Pick<SavedUpload, 'start' | 'end'>

const isWrongOffset = (error: unknown): boolean =>
  PlatformError.is(error) && faultOf(error.raw)?.subcode === UPLOAD_SUBCODES.wrongOffset

/**
 * Returns true when Facebook has lost the upload or its file, so that the upload must start again.
 */
export function isLostUpload(error: unknown): boolean {
  if (!PlatformError.is(error)) return false
  const { code = null, subcode = null } = faultOf(error.raw) ?? {}
  if (UPLOAD_SUBCODES.deadSession.some((one) => one === subcode)) return true
  return UPLOAD_CODES.some((one) => one === code) && !error.isOutage && !isWrongOffset(error)
}

/**
 * Reads the expected offsets from the refusal of a chunk at a wrong offset. Null when the offsets
 * are missing.
 */
function offsetsIn(error: unknown): Offsets | null {
  if (!PlatformError.is(error)) return null
  const read = v.safeParse(offsetsReply, faultOf(error.raw)?.data)
  return read.success ? toOffsets(read.output) : null
}

const toOffsets = ({
  start_offset: start,
  end_offset: end,
}: v.InferOutput<typeof offsetsReply>): Offsets => ({
  start,
  end,
})

/**
 * Uploads a video in chunks. Facebook chooses the chunk size.
 * https://developers.facebook.com/docs/video-api/guides/publishing
 */
class PieceRun {
  readonly #file: Upload
  readonly #settings: Settings
  readonly #call: PublishCall
  readonly #path: string
  #furthest = 0
  #standstills = 0
  #hasRestarted = false

  constructor(file: Upload, settings: Settings, call: PublishCall) {
    this.#file = file
    this.#settings = settings
    this.#call = call
    this.#path = `${settings.addresses.video}${idPath(call.connection.accountId, 'videos')}`
  }

  async run(kept: SavedUpload | null): Promise<SavedUpload> {
    let upload = kept ?? (await this.#begin())
    while (upload.start < upload.end) upload = await this.#advance(upload)
    if (upload.start !== this.#file.size) throw this.#gotStuck(upload.start)
    return upload
  }

  async #advance(upload: SavedUpload): Promise<SavedUpload> {
    try {
      const offsets = await this.#next(upload)
      this.#refuseStandstill(offsets)
      const advanced = { ...upload, ...offsets }
      await this.#keep(advanced)
      return advanced
    } catch (error) {
      if (!isLostUpload(error)) throw error
      return this.#beginAgain(error)
    }
  }

  /** Starts an upload. A second start is safe, because a started upload is invisible. */
  async #begin(): Promise<SavedUpload> {
    const form = { upload_phase: 'start', file_size: this.#file.size }
    const reply = await this.#call.http.post(this.#path, startReply, { form, retry: 'always' })
    const upload = {
      videoId: reply.video_id,
      session: reply.upload_session_id,
      ...toOffsets(reply),
      startedAt: this.#call.clock.now().toISOString(),
    }
    await this.#keep(upload)
    return upload
  }

  /**
   * Starts the upload again, at most once. A new start is safe, because no part of the upload is
   * visible.
   */
  async #beginAgain(cause: unknown): Promise<SavedUpload> {
    if (this.#hasRestarted)
      throw new PlatformError(
        'facebook lost the upload twice. Nothing was published. Post again later with the same idempotency key.',
        {
          platform: 'facebook',
          statusCode: 400,
          isOutage: true,
          cause,
          ...(PlatformError.is(cause) && { raw: cause.raw }),
        },
      )
    this.#hasRestarted = true
    this.#furthest = 0
    return this.#begin()
  }

  /** Sends the next chunk. If the chunk had already arrived, the refusal contains the next offsets. */
  async #next(upload: SavedUpload): Promise<Offsets> {
    const { session, start, end } = upload
    if (end > this.#file.size) throw this.#gotStuck(start)
    const multipart = [
      { name: 'upload_phase', value: 'transfer' },
      { name: 'upload_session_id', value: session },
      { name: 'start_offset', value: String(start) },
      {
        name: 'video_file_chunk',
        filename: 'piece',
        contentType: 'application/octet-stream',
        body: this.#file.piece(start, end - start),
      },
    ]
    try {
      return toOffsets(await this.#call.http.post(this.#path, offsetsReply, { multipart, retry: 'always' }))
    } catch (error) {
      if (!isWrongOffset(error)) throw error
      return offsetsIn(error) ?? (await this.#askOffsets(upload))
    }
  }

  /**
   * Reads the offsets of the next chunk from the video status. Without them, returns the last
   * known offsets.
   */
  async #askOffsets({ videoId, start, end }: SavedUpload): Promise<Offsets> {
    const { size } = this.#file
    const status = await readVideoStatus(videoId, this.#call)
    const from = status === null ? start : bytesAt(status)
    if (from <= start || from > size) return { start, end }
    return { start: from, end: Math.min(from + end - start, size) }
  }

  #refuseStandstill({ start }: Offsets): void {
    this.#standstills = start > this.#furthest ? 0 : this.#standstills + 1
    this.#furthest = Math.max(this.#furthest, start)
    if (this.#standstills > this.#settings.resendsAllowed) throw this.#gotStuck(start)
  }

  #gotStuck(start: number): PlatformError {
    return new PlatformError(
      `The upload to facebook made no progress: ${start} of ${this.#file.size} bytes arrived. Post again with the same idempotency key to resume.`,
      { platform: 'facebook' },
    )
  }

  #keep(upload: SavedUpload): Promise<void> {
    this.#call.progress({
      mediaIndex: 0,
      mediaCount: 1,
      sentBytes: Math.min(upload.start, this.#file.size),
      totalBytes: this.#file.size,
    })
    return keep({ photos: [], photosAt: null, upload }, this.#call)
  }
}

/**
 * Uploads a video in chunks, or resumes an earlier attempt with the same key. Only one chunk is in
 * memory at a time.
 *
 * @param kept - State of an earlier attempt. Null starts a new upload.
 * @returns The completed upload.
 */
export async function uploadPieces(
  video: Media,
  kept: SavedUpload | null,
  settings: Settings,
  call: PublishCall,
): Promise<SavedUpload> {
  await using file = await openUpload(video, { signal: call.signal })
  return await new PieceRun(file, settings, call).run(kept)
}

import { type Media, openUpload, PlatformError, type PublishCall, type Upload } from '@social/core/platform'
import { faultOf, idPath } from '@social/meta-kit'
import * as v from 'valibot'

import { UPLOAD_SUBCODES } from '../errors/index.js'
import type { Settings } from '../options.js'
import { keep, type KeptUpload } from '../publish/receipt.js'
import { offsetsReply, startReply } from '../schemas.js'

type Offsets = Pick<KeptUpload, 'start' | 'end'>

const subcodeOf = (error: unknown): number | null =>
  PlatformError.is(error) ? (faultOf(error.raw)?.subcode ?? null) : null

/** True for the refusal of an upload that Facebook has forgotten: it starts again. */
export function isDeadSession(error: unknown): boolean {
  const subcode = subcodeOf(error)
  return UPLOAD_SUBCODES.deadSession.some((one) => one === subcode)
}

/** Where to go on, out of the refusal of a piece that does not continue the upload; null for any other. */
function rightOffsets(error: unknown): Offsets | null {
  if (!PlatformError.is(error) || subcodeOf(error) !== UPLOAD_SUBCODES.wrongOffset) return null
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

/** An upload in pieces, whose size the server chooses. https://developers.facebook.com/docs/video-api/guides/publishing */
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

  async run(kept: KeptUpload | null): Promise<KeptUpload> {
    let upload = kept ?? (await this.#begin())
    while (upload.start < upload.end) {
      const offsets = await this.#next(upload)
      if (offsets === null) upload = await this.#beginAgain()
      else {
        this.#refuseStandstill(offsets)
        upload = { ...upload, ...offsets }
        await this.#keep(upload)
      }
    }
    if (upload.start !== this.#file.size) throw this.#gotStuck(upload.start)
    return upload
  }

  /** Nobody sees an upload that was begun: it may be begun twice. */
  async #begin(): Promise<KeptUpload> {
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

  async #beginAgain(): Promise<KeptUpload> {
    if (this.#hasRestarted)
      throw new PlatformError(
        'facebook forgot the upload twice. Nothing came out: post again with the same idempotency key later.',
        {
          platform: 'facebook',
          statusCode: 400,
          isOutage: true,
        },
      )
    this.#hasRestarted = true
    this.#furthest = 0
    return this.#begin()
  }

  /** Sends the next piece. A piece that had arrived already is refused with the place to go on from. Null = forgotten. */
  async #next({ session, start, end }: KeptUpload): Promise<Offsets | null> {
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
      if (isDeadSession(error)) return null
      const offsets = rightOffsets(error)
      if (offsets === null) throw error
      return offsets
    }
  }

  #refuseStandstill({ start }: Offsets): void {
    this.#standstills = start > this.#furthest ? 0 : this.#standstills + 1
    this.#furthest = Math.max(this.#furthest, start)
    if (this.#standstills > this.#settings.resendsAllowed) throw this.#gotStuck(start)
  }

  #gotStuck(start: number): PlatformError {
    return new PlatformError(
      `The upload to facebook got no further: ${start} of ${this.#file.size} bytes are there. Post again with the same idempotency key to go on.`,
      { platform: 'facebook' },
    )
  }

  #keep(upload: KeptUpload): Promise<void> {
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
 * Uploads a video in pieces, from where an earlier try under the same key got to. Memory is one piece of it.
 *
 * @param kept - What an earlier try left; null starts.
 * @returns The upload, every byte of it at Facebook.
 */
export async function uploadPieces(
  video: Media,
  kept: KeptUpload | null,
  settings: Settings,
  call: PublishCall,
): Promise<KeptUpload> {
  await using file = await openUpload(video, { signal: call.signal })
  return await new PieceRun(file, settings, call).run(kept)
}

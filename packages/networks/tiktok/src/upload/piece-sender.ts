import {
  type BodySource,
  type Finish,
  type HttpReply,
  PlatformError,
  type PublishCall,
  SocialBaseError,
  type Upload,
} from '@social/core/platform'

import { readStatus } from '../state.js'
import { pieceAt, piecesIn } from './pieces.js'
import { finishOf, type SavedUpload } from './receipt.js'
import { readUploadStatus } from './upload-status.js'

/**
 * Seconds without progress after which a piece fails. The total time of a piece is not limited.
 * Our choice.
 */
const STALL_SECONDS = 60

/**
 * HTTP status of a complete upload. After any other success, such as 206 or the page of a proxy,
 * the client queries the status of the post.
 */
const TAKEN = 201

/** HTTP statuses that refuse a piece. The client checks the cause before it ends the upload. */
const REFUSALS = [400, 403, 404, 416]

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'tiktok refused a piece of the video (400): its size or range does not match the upload.',
  403: 'tiktok refused a piece of the video (403): the upload URL has expired. It is valid for an hour.',
  404: 'tiktok does not find the upload (404).',
  416: 'tiktok has a different part of the video than was sent (416), and the upload cannot resume from it.',
}

/** Result of a piece: the number of pieces that TikTok has, or the refusal that ends the upload. */
export type Sent = { readonly piecesSent: number } | { readonly refusal: PlatformError }

function refusalOf({ status, raw }: HttpReply<unknown>): PlatformError {
  return new PlatformError(
    `${MESSAGES[status]} Nothing was published. Post again with the same idempotency key: the upload starts from the beginning.`,
    { platform: 'tiktok', statusCode: status, isOutage: true, raw },
  )
}

/**
 * Reads the number of pieces in `Content-Range: bytes 0-<N>/<total>`. TikTok does not document
 * whether N counts from 0 or 1. The interpretation that ends at the end of a piece is used.
 */
function piecesReported(reply: HttpReply<unknown>, upload: SavedUpload): number | null {
  const range = reply.headers['content-range'] ?? ''
  if (/^bytes \*\/\d+$/.test(range)) return 0
  const [, last] = /^bytes 0-(\d+)\/\d+$/.exec(range) ?? []
  if (last === undefined) return null
  return piecesIn(upload, Number(last) + 1) ?? piecesIn(upload, Number(last))
}

/** Sends the pieces of one video, and queries which pieces TikTok has. */
export class PieceSender {
  readonly #file: Upload
  readonly #upload: SavedUpload
  readonly #call: PublishCall
  #shownBytes = 0
  #hasLeftWhole = false

  constructor(file: Upload, upload: SavedUpload, call: PublishCall) {
    this.#file = file
    this.#upload = upload
    this.#call = call
  }

  /** Sends any piece except the last. `index` counts from 0. */
  async send(index: number): Promise<Sent> {
    const reply = await this.#put(index)
    const isTaken = !REFUSALS.includes(reply.status)
    const known = isTaken ? index + 1 : await this.#piecesReceived(reply)
    // TikTok has no other number of pieces, so it would refuse the same piece again.
    if (known === null || known === index) return { refusal: refusalOf(reply) }
    return { piecesSent: known }
  }

  /**
   * Sends the last piece, which publishes the post. Only status 201 confirms the upload. After any
   * other response, the status of the post decides.
   */
  async sendLast(): Promise<Sent> {
    const { count, size } = this.#upload
    const last = count - 1
    const wasSent = this.#call.receipt?.step === 'FINISH'
    let reply: HttpReply<unknown>
    try {
      reply = await this.#put(last, finishOf({ ...this.#upload, piecesSent: last }, this.#call))
    } catch (error) {
      if (!this.#hasLeftWhole && !wasSent && !this.#call.signal.aborted)
        await this.#call.notPublished('the last piece was not sent completely.')
      throw error
    }
    if (reply.status === TAKEN) {
      this.#show(size)
      return { piecesSent: count }
    }
    if (reply.status === 416 && piecesReported(reply, this.#upload) === count) return { piecesSent: count }
    const uploadStatus = await readUploadStatus(this.#upload, this.#call)
    if (uploadStatus.arrival === 'UNKNOWN')
      throw new PlatformError(
        `tiktok responded to the last piece of the video with status ${reply.status}, and did not report whether it has the whole video.`,
        { platform: 'tiktok', raw: reply.raw },
      )
    if (uploadStatus.arrival === 'ALL') {
      this.#show(size)
      return { piecesSent: count }
    }
    await this.#call.notPublished(`tiktok reported twice that it has ${uploadStatus.bytes} of ${size} bytes.`)
    const known = piecesIn(this.#upload, uploadStatus.bytes)
    if (!REFUSALS.includes(reply.status)) return { piecesSent: known ?? 0 }
    return known === null || known === last ? { refusal: refusalOf(reply) } : { piecesSent: known }
  }

  /**
   * Sends one piece. A piece can be sent again, because TikTok identifies it by its range and
   * reports when it already has the piece.
   */
  #put(index: number, finish?: Finish): Promise<HttpReply<unknown>> {
    const { uploadUrl, contentType, size } = this.#upload
    const { start, length } = pieceAt(this.#upload, index)
    return this.#call.http.request('PUT', uploadUrl, null, {
      auth: 'none',
      body: this.#recordingEnd(this.#file.piece(start, length)),
      contentType,
      headers: { 'content-range': `bytes ${start}-${start + length - 1}/${size}` },
      accept: REFUSALS,
      retry: 'always',
      stallSeconds: STALL_SECONDS,
      onSent: (sentBytes) => this.#show(start + sentBytes),
      ...(finish && { finish }),
    })
  }

  /** Wraps the body to record whether any attempt has sent the last bytes. */
  #recordingEnd(body: BodySource): BodySource {
    this.#hasLeftWhole = false
    const recordEnd = (): void => {
      this.#hasLeftWhole = true
    }
    return {
      length: body.length,
      async *open() {
        let given = 0
        for await (const chunk of body.open()) {
          given += chunk.length
          if (given >= body.length) recordEnd()
          yield chunk
        }
      },
    }
  }

  /**
   * Returns the number of pieces that TikTok has after it refused a piece. Null when the number is
   * unknown. Not used for the last piece.
   */
  async #piecesReceived(reply: HttpReply<unknown>): Promise<number | null> {
    if (reply.status !== 416) return null
    const reported = piecesReported(reply, this.#upload)
    if (reported !== null) return reported
    try {
      const { data } = await readStatus(this.#upload.publishId, this.#call)
      return piecesIn(this.#upload, data.uploaded_bytes ?? -1)
    } catch (error) {
      this.#call.signal.throwIfAborted()
      if (!SocialBaseError.is(error)) throw error
      return null
    }
  }

  /** Reports the progress. A piece that is sent again does not reduce the reported progress. */
  #show(sentBytes: number): void {
    if (sentBytes <= this.#shownBytes) return
    this.#shownBytes = sentBytes
    this.#call.progress({ mediaIndex: 0, mediaCount: 1, sentBytes, totalBytes: this.#upload.size })
  }
}

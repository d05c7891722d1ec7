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
import { finishOf, type Kept } from './receipt.js'
import { readUploadStatus } from './upload-status.js'

/** Seconds without progress after which a piece fails. The whole piece has no time limit. Our choice. */
const STALL_SECONDS = 60

/** Status of the answer to the last piece. Any other success (206, or the page of a proxy) says nothing until the post's status was asked. */
const TAKEN = 201

/** Refusals of a piece that are looked into before they end the upload. */
const REFUSALS = [400, 403, 404, 416]

const WORDS: Readonly<Record<number, string>> = {
  400: 'tiktok refused a piece of the video (400): its size or its place is not what was agreed.',
  403: 'tiktok refused a piece of the video (403): the upload address has expired; it is good for an hour.',
  404: 'tiktok no longer knows the upload (404).',
  416: 'tiktok has another part of the video than was sent (416), and none that the upload could go on from.',
}

/** What came of a piece: how many TikTok has now, or why the upload cannot go on. */
export type Sent = { readonly piecesSent: number } | { readonly refusal: PlatformError }

function refusalOf({ status, raw }: HttpReply<unknown>): PlatformError {
  return new PlatformError(
    `${WORDS[status]} Nothing came out: post again with the same idempotency key, and it begins afresh.`,
    { platform: 'tiktok', statusCode: status, isOutage: true, raw },
  )
}

/**
 * What the answer says TikTok has, in pieces: `Content-Range: bytes 0-<N>/<total>`. Whether N counts from 0 or from 1 is
 * told nowhere, so it is whichever ends a piece.
 */
function piecesReported(reply: HttpReply<unknown>, upload: Kept): number | null {
  const range = reply.headers['content-range'] ?? ''
  if (/^bytes \*\/\d+$/.test(range)) return 0
  const [, last] = /^bytes 0-(\d+)\/\d+$/.exec(range) ?? []
  if (last === undefined) return null
  return piecesIn(upload, Number(last) + 1) ?? piecesIn(upload, Number(last))
}

/** Sends pieces of one video, and finds out what TikTok has of it. */
export class PieceSender {
  readonly #file: Upload
  readonly #upload: Kept
  readonly #call: PublishCall
  #shownBytes = 0
  #hasLeftWhole = false

  constructor(file: Upload, upload: Kept, call: PublishCall) {
    this.#file = file
    this.#upload = upload
    this.#call = call
  }

  /** Sends one piece before the last; `index` counts from 0. */
  async send(index: number): Promise<Sent> {
    const reply = await this.#put(index)
    const isTaken = !REFUSALS.includes(reply.status)
    const known = isTaken ? index + 1 : await this.#whereItIs(reply)
    // Where nothing was learnt, the same piece would lead here again.
    if (known === null || known === index) return { refusal: refusalOf(reply) }
    return { piecesSent: known }
  }

  /**
   * Sends the last piece: the visible request. It is done when TikTok says so; a refusal of it, and any answer but the
   * documented one, say nothing as long as the status does not tell.
   */
  async sendLast(): Promise<Sent> {
    const { count, size } = this.#upload
    const last = count - 1
    const wasOpen = this.#call.receipt?.step === 'FINISH'
    let reply: HttpReply<unknown>
    try {
      reply = await this.#put(last, finishOf({ ...this.#upload, piecesSent: last }, this.#call))
    } catch (error) {
      if (!this.#hasLeftWhole && !wasOpen && !this.#call.signal.aborted)
        await this.#call.notPublished('the end of the last piece never left this process.')
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
        `tiktok answered the last piece of the video with ${reply.status}, and does not say whether it has all of it.`,
        { platform: 'tiktok', raw: reply.raw },
      )
    if (uploadStatus.arrival === 'ALL') {
      this.#show(size)
      return { piecesSent: count }
    }
    await this.#call.notPublished(`tiktok says twice that it has ${uploadStatus.bytes} of ${size} bytes.`)
    const known = piecesIn(this.#upload, uploadStatus.bytes)
    if (!REFUSALS.includes(reply.status)) return { piecesSent: known ?? 0 }
    return known === null || known === last ? { refusal: refusalOf(reply) } : { piecesSent: known }
  }

  /** A piece may be sent again: TikTok knows its place, and says so when it has it already. */
  #put(index: number, finish?: Finish): Promise<HttpReply<unknown>> {
    const { uploadUrl, contentType, size } = this.#upload
    const { start, length } = pieceAt(this.#upload, index)
    return this.#call.http.request('PUT', uploadUrl, null, {
      auth: 'none',
      body: this.#watched(this.#file.piece(start, length)),
      contentType,
      headers: { 'content-range': `bytes ${start}-${start + length - 1}/${size}` },
      accept: REFUSALS,
      retry: 'always',
      stallSeconds: STALL_SECONDS,
      onSent: (sentBytes) => this.#show(start + sentBytes),
      ...(finish && { finish }),
    })
  }

  /** The same body; remembers when the last bytes of it were handed over, in any attempt. */
  #watched(body: BodySource): BodySource {
    this.#hasLeftWhole = false
    const noteEnd = (): void => {
      this.#hasLeftWhole = true
    }
    return {
      length: body.length,
      async *open() {
        let given = 0
        for await (const chunk of body.open()) {
          given += chunk.length
          if (given >= body.length) noteEnd()
          yield chunk
        }
      },
    }
  }

  /** How many pieces TikTok has after it refused one before the last; null when that leads nowhere. */
  async #whereItIs(reply: HttpReply<unknown>): Promise<number | null> {
    if (reply.status !== 416) return null
    const told = piecesReported(reply, this.#upload)
    if (told !== null) return told
    try {
      const { data } = await readStatus(this.#upload.publishId, this.#call)
      return piecesIn(this.#upload, data.uploaded_bytes ?? -1)
    } catch (error) {
      this.#call.signal.throwIfAborted()
      if (!SocialBaseError.is(error)) throw error
      return null
    }
  }

  /** Tells how far it has come. A piece that is sent again takes nothing back. */
  #show(sentBytes: number): void {
    if (sentBytes <= this.#shownBytes) return
    this.#shownBytes = sentBytes
    this.#call.progress({ mediaIndex: 0, mediaCount: 1, sentBytes, totalBytes: this.#upload.size })
  }
}

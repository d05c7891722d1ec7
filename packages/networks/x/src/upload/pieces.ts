import type { PublishCall, Upload } from '@social/core/platform'
import * as v from 'valibot'

import type { SavedFile } from './receipt.js'

/**
 * Seconds without progress after which the upload of a piece fails. The upload of a piece has no
 * other time limit. Our choice.
 */
const STALL_SECONDS = 60

/**
 * Response to a piece: JSON or an empty body. Any other response comes from a proxy, and then X
 * may not have received the piece.
 */
const appendReply = v.nullable(v.looseObject({}))

/** Parameters of `sendPieces` in addition to the file. */
export interface PieceTools {
  readonly call: PublishCall
  /** Saves the number of pieces that X has received. */
  note(piecesSent: number): Promise<unknown>
  /** Reports how many bytes of the file were sent. */
  report(sentBytes: number): void
}

/**
 * Sends a file in pieces. Saves the progress after each piece, so that another process can resume.
 * A piece can be sent again, because X stores pieces by index.
 * https://docs.x.com/x-api/media/media-upload-append (read 2026-11-22)
 *
 * @param begun - The started upload, and the number of pieces that X has already received.
 */
export async function sendPieces(file: Upload, begun: SavedFile, tools: PieceTools): Promise<void> {
  const { id, pieceBytes } = begun
  const count = Math.ceil(file.size / pieceBytes)
  for (let index = begun.piecesSent; index < count; index += 1) {
    const start = index * pieceBytes
    const body = file.piece(start, Math.min(pieceBytes, file.size - start))
    await tools.call.http.request('POST', `/media/upload/${id}/append`, appendReply, {
      multipart: [
        { name: 'segment_index', value: String(index) },
        { name: 'media', filename: 'piece', contentType: 'application/octet-stream', body },
      ],
      retry: 'always',
      stallSeconds: STALL_SECONDS,
      onSent: (sentBytes) => tools.report(start + Math.min(sentBytes, body.length)),
    })
    tools.report(start + body.length)
    // The progress of the last piece is not saved here, because the end of the upload is saved
    // directly after it.
    if (index < count - 1) await tools.note(index + 1)
  }
}

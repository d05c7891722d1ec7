import type { PublishCall, Upload } from '@social/core/platform'
import * as v from 'valibot'

import type { SavedFile } from './receipt.js'

/** Seconds without progress after which a piece fails. The whole piece has no time limit. Our choice. */
const STALL_SECONDS = 60

/** JSON response or none. Another response comes from a proxy: the piece may not have arrived. */
const appendReply = v.nullable(v.looseObject({}))

/** Parameters of sending in addition to the file. */
export interface PieceTools {
  readonly call: PublishCall
  /** Saves the number of pieces that X has received. */
  note(piecesSent: number): Promise<unknown>
  /** Reports the sent bytes of the file. */
  report(sentBytes: number): void
}

/**
 * Sends a file in pieces. The progress is saved after each piece, so that another process can resume.
 * A piece can be sent again, because X stores pieces by index.
 * https://docs.x.com/x-api/media/media-upload-append (read 2026-11-22)
 *
 * @param begun - The upload, and the number of pieces that X has already received.
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
    // The last piece is saved with the end of the upload.
    if (index < count - 1) await tools.note(index + 1)
  }
}

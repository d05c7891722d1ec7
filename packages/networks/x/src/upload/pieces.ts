import type { PublishCall, Upload } from '@social/core/platform'
import * as v from 'valibot'

import type { SavedFile } from './receipt.js'

/** Seconds without a byte after which a piece is given up; however long it takes as a whole. Our choice. */
const STALL_SECONDS = 60

/** A page of a proxy is not an answer: the piece may not have arrived. */
const appendReply = v.nullable(v.looseObject({}))

/** What sending needs beside the file. */
export interface PieceTools {
  readonly call: PublishCall
  /** Writes down how many pieces are at X. */
  note(piecesSent: number): Promise<unknown>
  /** Tells how many bytes of the file are out. */
  report(sentBytes: number): void
}

/**
 * Sends a file piece after piece; how far it has come is written down behind each, so that another process can go on.
 * A piece may be sent again: X keeps them by their index.
 * https://docs.x.com/x-api/media/media-upload-append (read 2026-11-22)
 *
 * @param begun - The upload, and how many pieces are at X already.
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
    // The last one is written down with the end of the sending.
    if (index < count - 1) await tools.note(index + 1)
  }
}

import { PlatformError, type PublishCall, type Upload } from '@social/core/platform'

import { PieceSender } from './piece-sender.js'
import { forget, savePrepared, type SavedUpload } from './receipt.js'

/** Maximum number of times that TikTok may report an unexpected number of pieces. Our choice. */
const MAX_CORRECTIONS = 3

/**
 * Sends the remaining pieces of a video in order. Saves the state before each piece, so that
 * another process can resume.
 *
 * @param file - The opened video.
 * @param upload - Upload URL and state of the upload.
 * @returns Null when TikTok has the whole video. An error when TikTok definitely refused the
 * upload.
 */
export async function sendPieces(
  file: Upload,
  upload: SavedUpload,
  call: PublishCall,
): Promise<PlatformError | null> {
  const sender = new PieceSender(file, upload, call)
  let { piecesSent } = upload
  let corrections = 0
  while (piecesSent < upload.count) {
    const isLast = piecesSent === upload.count - 1
    // The last piece needs no separate save, because its request saves the state itself.
    if (!isLast && piecesSent !== upload.piecesSent) await savePrepared({ ...upload, piecesSent }, call)
    const sent = isLast ? await sender.sendLast() : await sender.send(piecesSent)
    if ('refusal' in sent) {
      await forget(call)
      return sent.refusal
    }
    if (sent.piecesSent !== piecesSent + 1) corrections += 1
    if (corrections > MAX_CORRECTIONS)
      throw new PlatformError(
        'tiktok repeatedly requests other parts of the video than it was sent. Post again with the same idempotency key.',
        { platform: 'tiktok', statusCode: 416, isOutage: true },
      )
    piecesSent = sent.piecesSent
  }
  return null
}

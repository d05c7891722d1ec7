import { PlatformError, type PublishCall, type Upload } from '@social/core/platform'

import { PieceSender } from './piece-sender.js'
import { forget, keepPrepared, type Kept } from './receipt.js'

/** So many times TikTok may say that it has another part of the video than the one that comes next. Our choice. */
const MAX_CORRECTIONS = 3

/**
 * Sends what is left of a video, piece after piece, strictly in order; how far it has come is written down before each, so
 * that another process can go on.
 *
 * @param file - The video, open.
 * @param upload - Where it goes, and how far it has come.
 * @returns Null once TikTok has all of it; the refusal when it takes no more, and nothing can come of what it has.
 */
export async function sendPieces(
  file: Upload,
  upload: Kept,
  call: PublishCall,
): Promise<PlatformError | null> {
  const sender = new PieceSender(file, upload, call)
  let { piecesSent } = upload
  let corrections = 0
  while (piecesSent < upload.count) {
    const isLast = piecesSent === upload.count - 1
    // What the last piece is sent with is written down by the request itself.
    if (!isLast && piecesSent !== upload.piecesSent) await keepPrepared({ ...upload, piecesSent }, call)
    const sent = isLast ? await sender.sendLast() : await sender.send(piecesSent)
    if ('refusal' in sent) {
      await forget(call)
      return sent.refusal
    }
    if (sent.piecesSent !== piecesSent + 1) corrections += 1
    if (corrections > MAX_CORRECTIONS)
      throw new PlatformError(
        'tiktok keeps asking for other parts of the video than it was sent. Post again with the same idempotency key.',
        { platform: 'tiktok', statusCode: 416, isOutage: true },
      )
    piecesSent = sent.piecesSent
  }
  return null
}

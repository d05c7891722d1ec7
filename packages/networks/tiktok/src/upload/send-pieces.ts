import { PlatformError, type PublishCall, type Upload } from '@social/core/platform'

import { forget, keepFinishing, keepPrepared, type Kept } from './kept.js'
import { PieceSender, type Sent } from './piece-sender.js'

/** So many times TikTok may say that it has another part of the video than the one that comes next. */
const MOST_CORRECTIONS = 3

/** Sends the last piece, the visible step; when it certainly was not taken, that is written down. */
async function sendLast(sender: PieceSender, upload: Kept, call: PublishCall): Promise<Sent> {
  await keepFinishing(upload, call)
  try {
    return await sender.send(upload.piecesSent)
  } catch (error) {
    if (!call.signal.aborted && (await sender.isCertainlyIncomplete(error))) await keepPrepared(upload, call)
    throw error
  }
}

async function sendNext(sender: PieceSender, upload: Kept, call: PublishCall): Promise<Sent> {
  if (upload.piecesSent === upload.count - 1) return sendLast(sender, upload, call)
  await keepPrepared(upload, call)
  return sender.send(upload.piecesSent)
}

/**
 * Sends what is left of a video, piece after piece, strictly in order; each is written down before it is sent, so that
 * another process can go on.
 *
 * @param file - The video, open.
 * @param upload - Where it goes, and how far it has come.
 * @throws PlatformError when TikTok takes no more of it; the next try then begins afresh.
 */
export async function sendPieces(file: Upload, upload: Kept, call: PublishCall): Promise<void> {
  const sender = new PieceSender(file, upload, call)
  let { piecesSent } = upload
  let corrections = 0
  while (piecesSent < upload.count) {
    const sent = await sendNext(sender, { ...upload, piecesSent }, call)
    if ('refusal' in sent) {
      await forget(call)
      throw sent.refusal
    }
    if (sent.piecesSent !== piecesSent + 1) corrections += 1
    if (corrections > MOST_CORRECTIONS)
      throw new PlatformError(
        'tiktok keeps asking for other parts of the video than it was sent. Try again with the same idempotency key.',
        { platform: 'tiktok', statusCode: 416 },
      )
    piecesSent = sent.piecesSent
  }
}

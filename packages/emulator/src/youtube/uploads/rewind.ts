import type { UploadSession } from '../records.js'
import type { YoutubeState } from '../state.js'

/**
 * Saves the stored bytes of an upload before its next piece, so that a planned rewind can restore
 * them.
 */
export function setAnchor(state: YoutubeState, session: UploadSession): void {
  if (state.rewinds === null) return
  session.anchor ??= { received: session.received, hash: session.hash.copy() }
}

/**
 * Restores the bytes saved by `setAnchor` after every planned number of pieces. The next `Range`
 * header then shows fewer bytes than before.
 */
export function rewind({ rewinds }: YoutubeState, session: UploadSession): void {
  const { anchor } = session
  if (rewinds === null || rewinds.left < 1 || anchor === null) return
  session.piecesSinceAnchor += 1
  if (session.piecesSinceAnchor < rewinds.every) return
  rewinds.left -= 1
  session.piecesSinceAnchor = 0
  session.received = anchor.received
  session.hash = anchor.hash.copy()
}

import type { UploadSession } from '../records.js'
import type { YoutubeState } from '../state.js'

/** Remembers how far an upload was before the first piece that may be lost again. */
export function setAnchor(state: YoutubeState, session: UploadSession): void {
  if (state.rewinds === null) return
  session.anchor ??= { received: session.received, hash: session.hash.copy() }
}

/** Loses what came since the anchor, every so many pieces: the `Range` of the answer goes back. */
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

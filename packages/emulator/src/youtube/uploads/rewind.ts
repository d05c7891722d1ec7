import type { UploadSession } from '../records.js'
import type { YoutubeState } from '../state.js'

/** Stores the state of an upload before the first piece that may be lost. */
export function setAnchor(state: YoutubeState, session: UploadSession): void {
  if (state.rewinds === null) return
  session.anchor ??= { received: session.received, hash: session.hash.copy() }
}

/** Discards the pieces since the anchor, at the planned interval. The `Range` of the response moves back. */
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

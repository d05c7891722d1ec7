import type { MediaFile } from '../records.js'
import type { MastodonState } from '../state.js'

/** Ends the processing of a file, well or badly. */
export function finishMedia(file: MediaFile, state: 'READY' | 'FAILED'): void {
  file.state = state
  file.readyAt = null
  file.pollsLeft = null
}

/** Looks how far a file is by now: the clock may have ended its processing. */
export function refreshMedia(state: MastodonState, file: MediaFile): MediaFile {
  if (file.state === 'PROCESSING' && file.readyAt !== null && file.readyAt <= state.clock.now())
    finishMedia(file, 'READY')
  return file
}

/** Counts a question for a file that is being processed: where questions decide, the last one finds it ready. */
export function countPoll(file: MediaFile): void {
  if (file.state !== 'PROCESSING' || file.pollsLeft === null) return
  if (file.pollsLeft === 0) finishMedia(file, 'READY')
  else file.pollsLeft -= 1
}

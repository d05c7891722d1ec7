import type { MediaFile } from '../records.js'
import type { MastodonState } from '../state.js'

/** Completes the processing of a file. */
export function finishMedia(file: MediaFile, state: 'READY' | 'FAILED'): void {
  file.state = state
  file.readyAt = null
  file.pollsLeft = null
}

/** Completes the processing of a file when its time has come by the clock. */
export function refreshMedia(state: MastodonState, file: MediaFile): MediaFile {
  if (file.state === 'PROCESSING' && file.readyAt !== null && file.readyAt <= state.clock.now())
    finishMedia(file, 'READY')
  return file
}

/** Counts a poll for a file that is being processed. With `afterPolls`, the last poll completes it. */
export function countPoll(file: MediaFile): void {
  if (file.state !== 'PROCESSING' || file.pollsLeft === null) return
  if (file.pollsLeft === 0) finishMedia(file, 'READY')
  else file.pollsLeft -= 1
}

import type { MediaFile } from '../records.js'
import type { MastodonState } from '../state.js'

/** Completes the processing of a file. */
export function finishMedia(file: MediaFile, state: 'READY' | 'FAILED'): void {
  file.state = state
  file.readyAt = null
  file.pollsLeft = null
}

/** Completes the processing of a file if its time has come by the emulator's clock. */
export function refreshMedia(state: MastodonState, file: MediaFile): MediaFile {
  if (file.state === 'PROCESSING' && file.readyAt !== null && file.readyAt <= state.clock.now())
    finishMedia(file, 'READY')
  return file
}

/**
 * Counts a status query for a file in processing. With `afterPolls`, the last query completes the
 * processing.
 */
export function countPoll(file: MediaFile): void {
  if (file.state !== 'PROCESSING' || file.pollsLeft === null) return
  if (file.pollsLeft === 0) finishMedia(file, 'READY')
  else file.pollsLeft -= 1
}

import type { Upload } from '../records.js'
import type { XState } from '../state.js'

/** Completes the processing of files whose processing time has passed. */
export function completeUploads(state: XState): void {
  const now = state.clock.now().getTime()
  const { pendingSeconds, processSeconds } = state.settings
  for (const upload of state.uploads.values()) {
    if (upload.finalizedAt === null) continue
    const begins = upload.finalizedAt.getTime() + pendingSeconds * 1000
    if (upload.stage === 'PENDING' && begins <= now) upload.stage = 'IN_PROGRESS'
    if (upload.stage === 'IN_PROGRESS' && begins + processSeconds * 1000 <= now)
      upload.stage = upload.failure === null ? 'READY' : 'FAILED'
  }
}

/** Describes the processing state of a file. Returns null for a file that needs no processing. */
function processingInfo(state: XState, upload: Upload): object | null {
  const { pendingSeconds, processSeconds } = state.settings
  const passed = (state.clock.now().getTime() - (upload.finalizedAt?.getTime() ?? 0)) / 1000
  switch (upload.stage) {
    case 'PENDING':
      return { state: 'pending', check_after_secs: Math.max(1, Math.ceil(pendingSeconds - passed)) }
    case 'IN_PROGRESS': {
      const done = Math.min(99, Math.floor(((passed - pendingSeconds) / Math.max(1, processSeconds)) * 100))
      const left = Math.max(1, Math.ceil(pendingSeconds + processSeconds - passed))
      return { state: 'in_progress', check_after_secs: left, progress_percent: done }
    }
    case 'FAILED':
      return {
        state: 'failed',
        progress_percent: 100,
        error: { code: 1, name: 'InvalidMedia', message: upload.failure ?? 'file is invalid' },
      }
    default:
      return needsProcessing(upload) ? { state: 'succeeded', progress_percent: 100 } : null
  }
}

/** Returns true for files that X processes after the upload: videos and animated GIFs. */
export const needsProcessing = ({ category }: Upload): boolean => /video|gif/.test(category)

/** Describes a file as the API returns it. */
export function uploadJson(state: XState, upload: Upload): object {
  const info = upload.finalizedAt === null ? null : processingInfo(state, upload)
  const left = Math.max(0, Math.floor((upload.expiresAt.getTime() - state.clock.now().getTime()) / 1000))
  return {
    id: upload.id,
    media_key: `3_${upload.id}`,
    size: upload.totalBytes,
    expires_after_secs: left,
    ...(upload.finalizedAt !== null &&
      /image/.test(upload.category) && { image: { image_type: upload.mediaType, w: 1200, h: 800 } }),
    ...(upload.stage === 'READY' &&
      /video/.test(upload.category) && { video: { video_type: upload.mediaType } }),
    ...(info && { processing_info: info }),
  }
}

import { type CanCheckState, PlatformError, type RawData } from '@social/core/platform'
import { faultOf, idPath } from '@social/meta-kit'

import { toPostState, toVideoResult } from './map/index.js'
import type { Settings } from './options.js'
import { statusReply } from './schemas.js'
import { readNewVideo } from './upload/index.js'

/** Error code 100: objects that are not videos have no `status`. */
const NO_SUCH_FIELD = 100

function forVideosOnly(raw: RawData, cause?: unknown): PlatformError {
  return new PlatformError(
    'checkState of facebook is only for videos, and this id is not a video. Text and pictures are published when post returns.',
    { platform: 'facebook', statusCode: 400, raw, ...(cause !== undefined && { cause }) },
  )
}

/** Reads the state of a video. */
export function checkingState(_settings: Settings): CanCheckState {
  return {
    /**
     * Reads the state with one request, or up to five while Facebook does not show the video yet.
     * The URL is the same as in the result of `post`. `raw` contains the reason of a failure
     * (`status.processing_phase`).
     */
    async checkState(postId, call) {
      const { http, connection } = call
      const query = { fields: 'status' }
      try {
        const read = () => http.request('GET', idPath(postId), statusReply, { query })
        const { data, raw } = await readNewVideo(read, call)
        if (data.status == null) throw forVideosOnly(raw)
        const video = {
          id: postId,
          pageId: connection.accountId,
          state: toPostState(data.status),
          status: data.status,
        }
        return toVideoResult(video, raw)
      } catch (error) {
        if (PlatformError.is(error) && faultOf(error.raw)?.code === NO_SUCH_FIELD)
          throw forVideosOnly(error.raw, error)
        throw error
      }
    },
  }
}

import { type Handler, Router, type Visit } from '../framework/router.js'
import { queryReport } from './analytics/reports.js'
import { listChannels, readPicture } from './people/channels.js'
import { answerConsent, askForConsent } from './sign-in/authorize.js'
import { createToken, revokeToken } from './sign-in/tokens.js'
import type { YoutubeState } from './state.js'
import { receivePiece, startUpload } from './uploads/uploads.js'
import { listCategories } from './videos/categories.js'
import {
  deleteComment,
  insertComment,
  listComments,
  listThreads,
  moderateComments,
} from './videos/comments.js'
import { insertThread, updateComment } from './videos/own-comments.js'
import { updateVideo } from './videos/update-video.js'
import { listVideos } from './videos/videos.js'
import { OAuthRefusal, Refusal } from './wire/refusals.js'

type StateHandler = (state: YoutubeState, visit: Visit) => Response | Promise<Response>

/** All routes of the emulated YouTube, with their handlers. */
const ROUTES: Readonly<Record<string, StateHandler>> = {
  'GET /o/oauth2/v2/auth': askForConsent,
  'POST /o/oauth2/v2/auth': answerConsent,
  'POST /token': createToken,
  'POST /revoke': revokeToken,
  'GET /youtube/v3/channels': listChannels,
  'GET /youtube/v3/videos': listVideos,
  'PUT /youtube/v3/videos': updateVideo,
  'GET /youtube/v3/videoCategories': listCategories,
  'POST /upload/youtube/v3/videos': startUpload,
  'PUT /upload/youtube/v3/videos': receivePiece,
  'GET /youtube/v3/commentThreads': listThreads,
  'POST /youtube/v3/commentThreads': insertThread,
  'GET /youtube/v3/comments': listComments,
  'POST /youtube/v3/comments': insertComment,
  'PUT /youtube/v3/comments': updateComment,
  'DELETE /youtube/v3/comments': deleteComment,
  'POST /youtube/v3/comments/setModerationStatus': moderateComments,
  'GET /v2/reports': queryReport,
  'GET /ggpht/:picture': readPicture,
}

/** Returns the function that handles every HTTP request to the emulated YouTube. */
export function youtubeHandler(state: YoutubeState): Handler {
  const router = new Router()
  for (const [route, answer] of Object.entries(ROUTES)) router.on(route, (visit) => answer(state, visit))
  return async (request) => {
    try {
      const answer = await router.handle(request)
      return answer ?? new Refusal(404, 'notFound', 'Not Found', { domain: 'global' }).toResponse()
    } catch (error) {
      if (error instanceof Refusal || error instanceof OAuthRefusal) return error.toResponse()
      if (error instanceof SyntaxError)
        return new Refusal(400, 'parseError', 'Parse Error', { domain: 'global' }).toResponse()
      if (error instanceof RangeError) return new Response(null, { status: 413 })
      throw error
    }
  }
}

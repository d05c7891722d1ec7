import { type Handler, Router, type Visit } from '../framework/router.js'
import { dataReply, OauthRefusal, oauthReply, Refusal, UploadRefusal } from './refusals.js'
import { answerApproval, askForApproval } from './sign-in/authorize.js'
import { createToken, revokeToken } from './sign-in/tokens.js'
import type { TiktokState } from './state.js'
import { startDraft, startPost } from './videos/init.js'
import { complete } from './videos/progress.js'
import { readCreator, readStatus, readUser } from './videos/reads.js'
import { uploadPiece } from './videos/upload.js'

type StateHandler = (state: TiktokState, visit: Visit) => Response | Promise<Response>

/** All API routes with their handlers. The trailing slash is part of each path. */
const ROUTES: Readonly<Record<string, StateHandler>> = {
  'GET /v2/auth/authorize/': askForApproval,
  'POST /v2/auth/authorize/': answerApproval,
  'POST /v2/oauth/token/': createToken,
  'POST /v2/oauth/revoke/': revokeToken,
  'GET /v2/user/info/': readUser,
  'POST /v2/post/publish/creator_info/query/': readCreator,
  'POST /v2/post/publish/video/init/': startPost,
  'POST /v2/post/publish/inbox/video/init/': startDraft,
  'POST /v2/post/publish/status/fetch/': readStatus,
  'PUT /upload/video/': uploadPiece,
}

/** Returns the function that handles every HTTP request to the emulated TikTok. */
export function tiktokHandler(state: TiktokState): Handler {
  const router = new Router()
  for (const [route, answer] of Object.entries(ROUTES)) router.on(route, (visit) => answer(state, visit))
  return async (request) => {
    complete(state)
    try {
      return (await router.handle(request)) ?? new Response('Unsupported path(Janus)', { status: 404 })
    } catch (error) {
      if (error instanceof Refusal) return dataReply(state, {}, error)
      if (error instanceof OauthRefusal) return oauthReply(state, error)
      if (error instanceof UploadRefusal)
        return new Response(error.message, { status: error.status, headers: error.headers })
      throw error
    }
  }
}

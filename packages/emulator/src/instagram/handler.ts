import type { Handler } from '../framework/router.js'
import { startDownloads } from '../meta/containers.js'
import { callNames, graphHandler, type GraphRoutes } from '../meta/dispatch.js'
import { createComment, listComments, replyToComment } from './comments.js'
import { createContainer, VIDEO_RULES } from './containers.js'
import { readInsights } from './insights.js'
import { changeNode, deleteNode, listMedia, readMe, readNode, subscribeApps } from './nodes.js'
import { sendPrivateReply } from './private-reply.js'
import { publishContainer, readAllowance } from './publish.js'
import { answerSignIn, exchangeCode, exchangeToken, refreshToken, showSignIn } from './sign-in.js'
import type { InstagramState } from './state.js'

const ROUTES: GraphRoutes<InstagramState> = {
  raw: { 'POST /www/oauth/authorize': answerSignIn },
  open: {
    'GET /www/oauth/authorize': showSignIn,
    'GET /api-host/oauth/access_token': exchangeCode,
    'POST /api-host/oauth/access_token': exchangeCode,
    'GET /access_token': exchangeToken,
    'GET /refresh_access_token': refreshToken,
  },
  signed: {
    'GET /:version/me': readMe,
    'GET /:version/:id': readNode,
    'POST /:version/:id': changeNode,
    'DELETE /:version/:id': deleteNode,
    'GET /:version/:id/content_publishing_limit': readAllowance,
    'GET /:version/:id/media': listMedia,
    'GET /:version/:id/stories': listMedia,
    'POST /:version/:id/media': createContainer,
    'POST /:version/:id/media_publish': publishContainer,
    'GET /:version/:id/comments': listComments,
    'POST /:version/:id/comments': createComment,
    'GET /:version/:id/replies': listComments,
    'POST /:version/:id/replies': replyToComment,
    'POST /:version/:id/messages': sendPrivateReply,
    'GET /:version/:id/insights': readInsights,
    'GET /:version/:id/subscribed_apps': subscribeApps,
    'POST /:version/:id/subscribed_apps': subscribeApps,
    'DELETE /:version/:id/subscribed_apps': subscribeApps,
  },
}

/** Names of the API calls for which a control operation can plan an error. */
export const INSTAGRAM_CALLS: readonly string[] = callNames(ROUTES)

/** Returns the function that handles every HTTP request to the emulated Instagram. */
export const instagramHandler = (state: InstagramState): Handler =>
  graphHandler(state, ROUTES, () => startDownloads(state, VIDEO_RULES))

import type { Handler } from '../framework/router.js'
import { startDownloads } from '../meta/containers.js'
import { callNames, graphHandler, type GraphRoutes } from '../meta/dispatch.js'
import { createContainer, VIDEO_RULES } from './containers.js'
import { readAccountInsights, readInsights } from './insights.js'
import { listConversation, listGhosts, listPending, listPosts, listReplies } from './lists.js'
import {
  deletePost,
  managePendingReply,
  manageReply,
  readMe,
  readNode,
  repost,
  searchLocations,
} from './nodes.js'
import { publishContainer, readAllowance } from './publish.js'
import { answerSignIn, exchangeCode, exchangeToken, refreshToken, showSignIn } from './sign-in.js'
import type { ThreadsState } from './state.js'

const ROUTES: GraphRoutes<ThreadsState> = {
  raw: { 'POST /www/oauth/authorize': answerSignIn },
  open: {
    'GET /www/oauth/authorize': showSignIn,
    'POST /oauth/access_token': exchangeCode,
    'GET /access_token': exchangeToken,
    'GET /refresh_access_token': refreshToken,
  },
  signed: {
    'GET /:version/me': readMe,
    'GET /:version/location_search': searchLocations,
    'GET /:version/:id': readNode,
    'DELETE /:version/:id': deletePost,
    'GET /:version/:id/threads_publishing_limit': readAllowance,
    'GET /:version/:id/threads': listPosts,
    'POST /:version/:id/threads': createContainer,
    'POST /:version/:id/threads_publish': publishContainer,
    'GET /:version/:id/ghost_posts': listGhosts,
    'GET /:version/:id/replies': listReplies,
    'GET /:version/:id/conversation': listConversation,
    'GET /:version/:id/pending_replies': listPending,
    'POST /:version/:id/manage_reply': manageReply,
    'POST /:version/:id/manage_pending_reply': managePendingReply,
    'POST /:version/:id/repost': repost,
    'GET /:version/:id/insights': readInsights,
    'GET /:version/:id/threads_insights': readAccountInsights,
  },
}

/** Names of the calls for which an operation can plan an error. */
export const THREADS_CALLS: readonly string[] = callNames(ROUTES)

/** Creates the request handler of the network. */
export const threadsHandler = (state: ThreadsState): Handler =>
  graphHandler(state, ROUTES, () => startDownloads(state, VIDEO_RULES))

import { type Handler, Router, type Visit } from '../framework/router.js'
import { completeUploads } from './media/upload-progress.js'
import { append, describeMedia, finalize, initialize, readStatus } from './media/uploads.js'
import {
  createGroup,
  deleteMessage,
  listMessages,
  messageConversation,
  messagePerson,
} from './messages/messages.js'
import { createPost } from './posts/create-post.js'
import { showPost } from './posts/post-page.js'
import { deletePost, hideReply, likePost, listLikers, repost, undoRepost, unlikePost } from './posts/posts.js'
import { listMentions, listUserPosts, readPosts, readUser, searchPosts } from './reads/reads.js'
import { answerApproval, askForApproval } from './sign-in/authorize.js'
import { createToken, revokeToken } from './sign-in/tokens.js'
import type { XState } from './state.js'
import { OAuthProblem, oauthReply, Problem, problemReply, REFUSALS } from './wire/problems.js'
import { rateHeaders } from './wire/rate-limits.js'

type StateHandler = (state: XState, visit: Visit, route: string) => Response | Promise<Response>

/** All routes with their handlers. The server uses the first matching route. */
const ROUTES: Readonly<Record<string, StateHandler>> = {
  'GET /i/oauth2/authorize': askForApproval,
  'POST /i/oauth2/authorize': answerApproval,
  'POST /2/oauth2/token': createToken,
  'POST /2/oauth2/revoke': revokeToken,
  'GET /2/users/me': readUser,
  'GET /2/users/by/username/:username': readUser,
  'GET /2/users/:id': readUser,
  'GET /2/users/:id/mentions': listMentions,
  'GET /2/users/:id/tweets': listUserPosts,
  'GET /2/tweets/search/recent': searchPosts,
  'POST /2/tweets': createPost,
  'GET /2/tweets': readPosts,
  'GET /2/tweets/:id': readPosts,
  'DELETE /2/tweets/:id': deletePost,
  'PUT /2/tweets/:id/hidden': hideReply,
  'GET /2/tweets/:id/liking_users': listLikers,
  'POST /2/users/:id/likes': likePost,
  'DELETE /2/users/:id/likes/:tweet': unlikePost,
  'POST /2/users/:id/retweets': repost,
  'DELETE /2/users/:id/retweets/:tweet': undoRepost,
  'POST /2/media/upload/initialize': initialize,
  'POST /2/media/upload/:id/append': append,
  'POST /2/media/upload/:id/finalize': finalize,
  'GET /2/media/upload': readStatus,
  'POST /2/media/metadata': describeMedia,
  'POST /2/dm_conversations/with/:user/messages': messagePerson,
  'POST /2/dm_conversations/:id/messages': messageConversation,
  'POST /2/dm_conversations': createGroup,
  'GET /2/dm_events': listMessages,
  'GET /2/dm_conversations/with/:user/dm_events': listMessages,
  'GET /2/dm_conversations/:id/dm_events': listMessages,
  'DELETE /2/dm_events/:id': deleteMessage,
  'GET /:name/status/:id': showPost,
}

/** Takes the planned error for this route. Returns null if no error is planned. */
function takePlanned(state: XState, route: string): Problem | null {
  const planned = state.planned.find((one) => one.route === null || one.route === route)
  if (planned === undefined) return null
  planned.left -= 1
  state.planned = state.planned.filter(({ left }) => left > 0)
  return REFUSALS[planned.name]?.(state.settings.clientId) ?? null
}

const isApi = (route: string): boolean => route.includes(' /2/') && !route.includes('/oauth2/')

/** Creates the request handler of the network. */
export function xHandler(state: XState): Handler {
  const router = new Router()
  for (const [route, answer] of Object.entries(ROUTES))
    router.on(route, (visit) => {
      const problem = isApi(route) ? takePlanned(state, route) : null
      if (problem !== null) throw problem
      return answer(state, visit, route)
    })
  const answer = async (request: Request): Promise<Response> => {
    try {
      const notFound = new Problem(404, 'Not Found', {
        type: 'about:blank',
        status: 404,
        detail: 'Not Found',
      })
      return (await router.handle(request)) ?? problemReply(notFound)
    } catch (error) {
      if (error instanceof Problem) return problemReply(error)
      if (error instanceof OAuthProblem) return oauthReply(error)
      throw error
    }
  }
  return async (request) => {
    completeUploads(state)
    const response = await answer(request)
    for (const [name, value] of Object.entries(rateHeaders(request))) response.headers.set(name, value)
    response.headers.set('api-version', '2.167')
    return response
  }
}

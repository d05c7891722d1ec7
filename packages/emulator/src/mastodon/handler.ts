import { type Handler, Router, type Visit } from '../framework/router.js'
import { deleteConversation, listConversations, readConversation } from './inbox/conversations.js'
import { moveMarkers, readMarkers } from './inbox/markers.js'
import { clearNotifications, listNotifications, readNotification } from './inbox/notifications.js'
import { createMedia, deleteMedia, readMedia, serveMedia, updateMedia } from './media/media.js'
import { readAccount, readAvatar, verifyCredentials } from './people/accounts.js'
import { readInstance, readInstanceV1, readOauthServer } from './server/instance.js'
import { readNodeinfo, readNodeinfoLinks } from './server/nodeinfo.js'
import { createApp, verifyApp } from './sign-in/apps.js'
import { answerApproval, askForApproval } from './sign-in/authorize.js'
import { createToken, revokeToken } from './sign-in/tokens.js'
import type { MastodonState } from './state.js'
import { reblog, unreblog } from './statuses/boosts.js'
import { favourite, listFavouritedBy, unfavourite } from './statuses/favourites.js'
import { showPoll, votePoll } from './statuses/polls/votes.js'
import { editStatus, readHistory, readSource } from './statuses/posting/edits.js'
import { BrokenRepeat } from './statuses/posting/idempotency.js'
import {
  cancelScheduled,
  listScheduled,
  moveScheduled,
  publishDue,
  readScheduled,
} from './statuses/posting/scheduled.js'
import { listQuotes, revokeQuote } from './statuses/quotes.js'
import { showStatus } from './statuses/status-page.js'
import { createStatus, deleteStatus, readStatus } from './statuses/statuses.js'
import { readAsyncRefresh, readContext } from './statuses/threads.js'
import { listAccountStatuses, listHome } from './statuses/timelines.js'
import { isStreaming, listenToNotifications, streamingHealth } from './streaming/listen.js'
import { listenOverWebSocket } from './streaming/web-socket.js'
import { countRequest, rateHeaders, tooMany } from './wire/rate-limits.js'
import { Refusal } from './wire/refusals.js'

type StateHandler = (state: MastodonState, visit: Visit) => Response | Promise<Response>

/** All routes of the server, with their handlers. */
const ROUTES: Readonly<Record<string, StateHandler>> = {
  'POST /api/v1/apps': createApp,
  'GET /api/v1/apps/verify_credentials': verifyApp,
  'GET /oauth/authorize': askForApproval,
  'POST /oauth/authorize': answerApproval,
  'POST /oauth/token': createToken,
  'POST /oauth/revoke': revokeToken,
  'GET /.well-known/oauth-authorization-server': readOauthServer,
  'GET /.well-known/nodeinfo': readNodeinfoLinks,
  'GET /nodeinfo/2.0': readNodeinfo,
  'GET /api/v2/instance': readInstance,
  'GET /api/v1/instance': readInstanceV1,
  'GET /api/v1/accounts/verify_credentials': verifyCredentials,
  'GET /api/v1/accounts/:id': readAccount,
  'GET /api/v1/accounts/:id/statuses': listAccountStatuses,
  'GET /api/v1/timelines/home': listHome,
  'POST /api/v1/statuses': createStatus,
  'GET /api/v1/statuses/:id': readStatus,
  'PUT /api/v1/statuses/:id': editStatus,
  'DELETE /api/v1/statuses/:id': deleteStatus,
  'GET /api/v1/statuses/:id/source': readSource,
  'GET /api/v1/statuses/:id/history': readHistory,
  'POST /api/v1/statuses/:id/reblog': reblog,
  'POST /api/v1/statuses/:id/unreblog': unreblog,
  'GET /api/v1/statuses/:id/quotes': listQuotes,
  'POST /api/v1/statuses/:id/quotes/:quoting_status_id/revoke': revokeQuote,
  'GET /api/v1/polls/:id': showPoll,
  'POST /api/v1/polls/:id/votes': votePoll,
  'GET /api/v1/statuses/:id/context': readContext,
  'POST /api/v1/statuses/:id/favourite': favourite,
  'POST /api/v1/statuses/:id/unfavourite': unfavourite,
  'GET /api/v1/statuses/:id/favourited_by': listFavouritedBy,
  'GET /api/v1_alpha/async_refreshes/:id': readAsyncRefresh,
  'GET /api/v1/scheduled_statuses': listScheduled,
  'GET /api/v1/scheduled_statuses/:id': readScheduled,
  'PUT /api/v1/scheduled_statuses/:id': moveScheduled,
  'DELETE /api/v1/scheduled_statuses/:id': cancelScheduled,
  'POST /api/v2/media': (state, visit) => createMedia(state, visit, false),
  'POST /api/v1/media': (state, visit) => createMedia(state, visit, true),
  'GET /api/v1/media/:id': readMedia,
  'PUT /api/v1/media/:id': updateMedia,
  'DELETE /api/v1/media/:id': deleteMedia,
  'GET /api/v1/notifications': listNotifications,
  'GET /api/v1/notifications/:id': readNotification,
  'POST /api/v1/notifications/clear': clearNotifications,
  'GET /api/v1/markers': readMarkers,
  'POST /api/v1/markers': moveMarkers,
  'GET /api/v1/conversations': listConversations,
  'POST /api/v1/conversations/:id/read': readConversation,
  'DELETE /api/v1/conversations/:id': deleteConversation,
  'GET /api/v1/streaming': listenOverWebSocket,
  'GET /api/v1/streaming/health': streamingHealth,
  'GET /api/v1/streaming/user/notification': listenToNotifications,
  'GET /@:name/:id': showStatus,
  'GET /system/media_attachments/files/:id/:size/:name': serveMedia,
  'GET /system/accounts/avatars/:id/original/avatar.svg': readAvatar,
}

/** Names of all routes, such as `GET /api/v1/statuses/:id`. */
export const ROUTE_NAMES: readonly string[] = Object.keys(ROUTES)

/** Creates the request handler of one server. */
export function mastodonHandler(state: MastodonState): Handler {
  const router = new Router()
  for (const [route, answer] of Object.entries(ROUTES)) router.on(route, (visit) => answer(state, visit))

  const answer = async (request: Request): Promise<Response> => {
    try {
      return (await router.handle(request)) ?? Response.json({ error: 'Not Found' }, { status: 404 })
    } catch (error) {
      if (error instanceof Refusal || error instanceof BrokenRepeat) return error.toResponse()
      if (error instanceof RangeError) return new Response(null, { status: 413 })
      throw error
    }
  }
  return async (request) => {
    publishDue(state)
    if (isStreaming(request)) return answer(request)
    const rateStatus = countRequest(state, request)
    if (rateStatus?.exceeded === true) return tooMany(rateStatus)
    const response = await answer(request)
    if (rateStatus !== null && !response.headers.has('x-ratelimit-limit'))
      for (const [name, value] of Object.entries(rateHeaders(rateStatus))) response.headers.set(name, value)
    if (rateStatus !== null) response.headers.set('cache-control', 'private, no-store')
    return response
  }
}

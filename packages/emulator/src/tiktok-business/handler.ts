import { type Handler, Router, type Visit } from '../framework/router.js'
import { listComments, listReplies } from './comments/comment-list.js'
import {
  createComment,
  createReply,
  deleteComment,
  hideComment,
  likeComment,
} from './comments/comment-writes.js'
import { readAccount } from './profile.js'
import { PREFIX } from './sign-in/access.js'
import { answerApproval, askForApproval } from './sign-in/authorize.js'
import { createToken, readTokenInfo, renewToken, revokeToken } from './sign-in/tokens.js'
import type { BusinessState, PlannedRefusal } from './state.js'
import { listVideos } from './videos.js'
import { deleteWebhook, listWebhook, updateWebhook } from './webhooks.js'
import { envelope, Refusal } from './wire/refusals.js'

type DataHandler = (state: BusinessState, visit: Visit) => object | Promise<object>

/**
 * All API calls. Each handler returns the `data` of the response. The trailing slash is part of
 * each path.
 */
const CALLS: Readonly<Record<string, DataHandler>> = {
  'POST /tt_user/oauth2/token/': createToken,
  'POST /tt_user/oauth2/refresh_token/': renewToken,
  'POST /tt_user/oauth2/revoke/': revokeToken,
  'POST /tt_user/token_info/get/': readTokenInfo,
  'GET /business/get/': readAccount,
  'GET /business/video/list/': listVideos,
  'GET /business/comment/list/': listComments,
  'GET /business/comment/reply/list/': listReplies,
  'POST /business/comment/create/': createComment,
  'POST /business/comment/reply/create/': createReply,
  'POST /business/comment/delete/': deleteComment,
  'POST /business/comment/hide/': hideComment,
  'POST /business/comment/like/': likeComment,
  'POST /business/webhook/update/': updateWebhook,
  'GET /business/webhook/list/': listWebhook,
  'POST /business/webhook/delete/': deleteWebhook,
}

/** Returns the planned error for this path and counts its use. Null if no error is planned. */
function takePlanned(state: BusinessState, path: string): PlannedRefusal | null {
  const planned = state.planned.find((one) => one.path === null || path.includes(one.path))
  if (planned === undefined) return null
  planned.times -= 1
  if (planned.times <= 0) state.planned.splice(state.planned.indexOf(planned), 1)
  return planned
}

async function answerCall(state: BusinessState, visit: Visit, answer: DataHandler): Promise<Response> {
  const requestId = `20261122${state.seed.token('request', 20)}`
  const planned = takePlanned(state, visit.url.pathname)
  const refuse = ({ code, message }: Pick<PlannedRefusal, 'code' | 'message'>): Response =>
    envelope({}, { requestId, code, message })
  if (planned?.afterEffect === false) return refuse(planned)
  try {
    const data = await answer(state, visit)
    return planned === null ? envelope(data, { requestId }) : refuse(planned)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(error)
  }
}

/** Returns the response for an unknown path, or for a path without the trailing slash. */
function answerUnknown(state: BusinessState, { pathname }: URL): Response {
  if (!pathname.startsWith(`${PREFIX}/`) || !pathname.endsWith('/'))
    return new Response('404 page not found', { status: 404 })
  const requestId = `20261122${state.seed.token('request', 20)}`
  return envelope({}, { requestId, code: 40_006, message: 'no schema found' })
}

/** Returns the function that handles every HTTP request to the emulated TikTok Business. */
export function businessHandler(state: BusinessState): Handler {
  const router = new Router()
    .on('GET /v2/auth/authorize/', (visit) => askForApproval(state, visit))
    .on('POST /v2/auth/authorize/', (visit) => answerApproval(state, visit))
  for (const [route, answer] of Object.entries(CALLS))
    router.on(route.replace(' ', ` ${PREFIX}`), (visit) => answerCall(state, visit, answer))
  return async (request) => (await router.handle(request)) ?? answerUnknown(state, new URL(request.url))
}

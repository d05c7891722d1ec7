import { type Handler, Router, type Visit } from '../framework/router.js'
import { createGroup } from './chat/chat-group.js'
import { getConvoForMembers, getLog, getMessages, listConvos, sendMessage, updateRead } from './chat/chat.js'
import { getLikes, getPosts, getPostThread, getProfile } from './feed/feed.js'
import { listNotifications, updateSeen } from './feed/notifications.js'
import { formatFits } from './lexicon/lexicon-formats.js'
import { getJobStatus, getServiceAuth, uploadVideo } from './media/video.js'
import { readAvatar, readDocument, resolveHandle } from './people/identity.js'
import { applyWrites } from './repository/apply-writes.js'
import { serveBlob, uploadBlob } from './repository/blobs.js'
import { createRecord, listRecords, putRecord, readRecord, removeRecord } from './repository/repo.js'
import { nonceOf } from './sign-in/dpop.js'
import {
  answerApproval,
  askForApproval,
  createToken,
  pushRequest,
  readResource,
  readServer,
  revokeToken,
} from './sign-in/oauth.js'
import { createSession, deleteSession, refreshSession } from './sign-in/sessions.js'
import type { BlueskyState } from './state.js'
import { countCall } from './wire/rate-limits.js'
import { invalidRequest, XrpcRefusal } from './wire/refusals.js'

type StateHandler = (state: BlueskyState, visit: Visit) => Response | Promise<Response>

/** Handlers of GET calls, by call name. */
const QUERIES: Readonly<Record<string, StateHandler>> = {
  'com.atproto.identity.resolveHandle': resolveHandle,
  'com.atproto.server.getServiceAuth': getServiceAuth,
  'com.atproto.repo.getRecord': readRecord,
  'com.atproto.repo.listRecords': listRecords,
  'app.bsky.actor.getProfile': getProfile,
  'app.bsky.feed.getPosts': getPosts,
  'app.bsky.feed.getPostThread': getPostThread,
  'app.bsky.feed.getLikes': getLikes,
  'app.bsky.notification.listNotifications': listNotifications,
  'app.bsky.video.getJobStatus': getJobStatus,
  'chat.bsky.convo.listConvos': listConvos,
  'chat.bsky.convo.getLog': getLog,
  'chat.bsky.convo.getMessages': getMessages,
  'chat.bsky.convo.getConvoForMembers': getConvoForMembers,
}
const PROCEDURES: Readonly<Record<string, StateHandler>> = {
  'com.atproto.server.createSession': createSession,
  'com.atproto.server.refreshSession': refreshSession,
  'com.atproto.server.deleteSession': deleteSession,
  'com.atproto.repo.createRecord': createRecord,
  'com.atproto.repo.putRecord': putRecord,
  'com.atproto.repo.deleteRecord': removeRecord,
  'com.atproto.repo.applyWrites': applyWrites,
  'com.atproto.repo.uploadBlob': uploadBlob,
  'app.bsky.notification.updateSeen': updateSeen,
  'app.bsky.video.uploadVideo': uploadVideo,
  'chat.bsky.convo.sendMessage': sendMessage,
  'chat.bsky.convo.updateRead': updateRead,
  'chat.bsky.group.createGroup': createGroup,
}
const PAGES: Readonly<Record<string, StateHandler>> = {
  'GET /.well-known/oauth-protected-resource': readResource,
  'GET /.well-known/oauth-authorization-server': readServer,
  'POST /oauth/par': pushRequest,
  'GET /oauth/authorize': askForApproval,
  'POST /oauth/authorize': answerApproval,
  'POST /oauth/token': createToken,
  'POST /oauth/revoke': revokeToken,
  'GET /img/avatar/:did': readAvatar,
  'GET /img/:cid': serveBlob,
  'GET /:did': readDocument,
}

const KNOWN: ReadonlySet<string> = new Set([...Object.keys(QUERIES), ...Object.keys(PROCEDURES)])

/**
 * Creates the error for an unknown call. Calls with the wrong HTTP method and proxied calls return
 * other errors.
 */
function notThere(nsid: string, { method, headers }: Request): XrpcRefusal {
  if (!formatFits('NSID', nsid)) return invalidRequest('invalid xrpc path')
  if (KNOWN.has(nsid))
    return invalidRequest(
      `Incorrect HTTP method (${method}) expected ${Object.hasOwn(QUERIES, nsid) ? 'GET' : 'POST'}`,
    )
  return headers.has('authorization')
    ? new XrpcRefusal(501, 'MethodNotImplemented', 'Method Not Implemented')
    : new XrpcRefusal(401, 'AuthMissing', 'Authentication Required')
}

/** Creates the request handler for all services: PDS, AppView, chat, videos and the PLC directory. */
export function blueskyHandler(state: BlueskyState): Handler {
  const router = new Router()
  for (const [nsid, answer] of Object.entries(QUERIES))
    router.on(`GET /xrpc/${nsid}`, (visit) => answer(state, visit))
  for (const [nsid, answer] of Object.entries(PROCEDURES))
    router.on(`POST /xrpc/${nsid}`, (visit) => answer(state, visit))
  for (const [route, answer] of Object.entries(PAGES)) router.on(route, (visit) => answer(state, visit))

  async function answerCall(request: Request, nsid: string): Promise<Response> {
    const headers = countCall(state)
    let response: Response
    try {
      const found = await router.handle(request)
      if (found === null) throw notThere(nsid, request)
      response = found
    } catch (error) {
      if (!(error instanceof XrpcRefusal)) throw error
      response = error.toResponse()
    }
    for (const [name, value] of Object.entries(headers))
      if (!response.headers.has(name)) response.headers.set(name, value)
    if (request.headers.has('dpop')) response.headers.set('dpop-nonce', nonceOf(state, 'server'))
    return response
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    try {
      if (pathname.startsWith('/xrpc/')) return await answerCall(request, pathname.slice('/xrpc/'.length))
      return (await router.handle(request)) ?? new Response('Not Found', { status: 404 })
    } catch (error) {
      if (error instanceof XrpcRefusal) return error.toResponse()
      throw error
    }
  }
}

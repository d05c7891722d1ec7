import { type Handler, Router, type Visit } from '../framework/router.js'
import {
  changeBoard,
  createBoard,
  deleteBoard,
  listBoardPins,
  listBoards,
  readBoard,
} from './boards/boards.js'
import {
  changeSection,
  createSection,
  deleteSection,
  listSectionPins,
  listSections,
} from './boards/sections.js'
import { storeFile } from './media/storage.js'
import { listUploads, readUpload, registerUpload, completeUploads } from './media/uploads.js'
import { accountJson } from './people.js'
import { readAccountAnalytics, readPinAnalytics } from './pins/analytics.js'
import { createPin } from './pins/create-pin.js'
import { showPin } from './pins/pin-page.js'
import { changePin, deletePin, listPins, readPin } from './pins/pins.js'
import { requireCaller } from './sign-in/access.js'
import { answerApproval, askForApproval } from './sign-in/authorize.js'
import { createToken, revokeToken } from './sign-in/tokens.js'
import type { PinterestState } from './state.js'
import { rateHeaders } from './wire/rate-limits.js'
import { Refusal, REFUSALS, refusalReply, StorageRefusal, storageReply } from './wire/refusals.js'

type StateHandler = (state: PinterestState, visit: Visit) => Response | Promise<Response>

/** GET /v5/user_account: returns the account of the caller. */
function readAccount(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, { scopes: ['user_accounts:read'], category: 'org_read' })
  return Response.json(accountJson(state, caller.person))
}

/** All routes of the emulated Pinterest, with their handlers. */
const ROUTES: Readonly<Record<string, StateHandler>> = {
  'GET /oauth/': askForApproval,
  'POST /oauth/': answerApproval,
  'POST /v5/oauth/token': createToken,
  'POST /v5/oauth/token/revoke': revokeToken,
  'GET /v5/user_account': readAccount,
  'GET /v5/user_account/analytics': readAccountAnalytics,
  'GET /v5/boards': listBoards,
  'POST /v5/boards': createBoard,
  'GET /v5/boards/:board': readBoard,
  'PATCH /v5/boards/:board': changeBoard,
  'DELETE /v5/boards/:board': deleteBoard,
  'GET /v5/boards/:board/pins': listBoardPins,
  'GET /v5/boards/:board/sections': listSections,
  'POST /v5/boards/:board/sections': createSection,
  'PATCH /v5/boards/:board/sections/:section': changeSection,
  'DELETE /v5/boards/:board/sections/:section': deleteSection,
  'GET /v5/boards/:board/sections/:section/pins': listSectionPins,
  'GET /v5/pins': listPins,
  'POST /v5/pins': createPin,
  'GET /v5/pins/:pin': readPin,
  'PATCH /v5/pins/:pin': changePin,
  'DELETE /v5/pins/:pin': deletePin,
  'GET /v5/pins/:pin/analytics': readPinAnalytics,
  'GET /v5/media': listUploads,
  'POST /v5/media': registerUpload,
  'GET /v5/media/:media': readUpload,
  'POST /upload/': storeFile,
  'GET /pin/:pin/': showPin,
}

/** Routes of the API, without the sign-in page, the pin page and the video storage. */
export const API_ROUTES: readonly string[] = Object.keys(ROUTES).filter((route) => route.includes(' /v5/'))

/** Returns the planned error for this route and counts its use. Null if no error is planned. */
function takePlanned(state: PinterestState, route: string): Refusal | null {
  const planned = state.planned.find((one) => one.route === null || one.route === route)
  if (planned === undefined) return null
  planned.left -= 1
  state.planned = state.planned.filter(({ left }) => left > 0)
  return REFUSALS[planned.name]?.() ?? null
}

/** Returns the function that handles every HTTP request to the emulated Pinterest. */
export function pinterestHandler(state: PinterestState): Handler {
  const router = new Router()
  for (const [route, answer] of Object.entries(ROUTES))
    router.on(route, (visit) => {
      const refusal = API_ROUTES.includes(route) ? takePlanned(state, route) : null
      if (refusal !== null) throw refusal
      return answer(state, visit)
    })
  const answer = async (request: Request): Promise<Response> => {
    try {
      return (await router.handle(request)) ?? refusalReply(new Refusal(404, 404, 'Not found.'))
    } catch (error) {
      if (error instanceof Refusal) return refusalReply(error)
      if (error instanceof StorageRefusal) return storageReply(error)
      throw error
    }
  }
  return async (request) => {
    completeUploads(state)
    const response = await answer(request)
    for (const [name, value] of Object.entries(rateHeaders(request)))
      if (!response.headers.has(name)) response.headers.set(name, value)
    response.headers.set('x-pinterest-rid', state.seed.token('rid', 16))
    return response
  }
}

import { notesOf } from '../framework/log/request-notes.js'
import { type Handler, Router, type Visit } from '../framework/router.js'
import { listAccounts, readAccount } from './places/accounts.js'
import { listLocations, patchLocation, readGoogleUpdated, readLocation } from './places/locations.js'
import { readManySeries, readSeries } from './places/performance.js'
import {
  completeVerification,
  fetchOptions,
  listVerifications,
  readStatus,
  startVerification,
} from './places/verifications.js'
import { createPost, deletePost, listPosts, patchPost, readPost } from './posts/posts.js'
import { listKeys, listPemKeys } from './pushes/certs.js'
import { patchSetting, readSetting } from './pushes/notifications.js'
import { listQuestions, upsertAnswer } from './reviews/questions.js'
import { batchReviews, deleteReply, listReviews, readReview, replyToReview } from './reviews/reviews.js'
import { answerConsent, askForConsent } from './sign-in/authorize.js'
import { createToken, revokeToken } from './sign-in/tokens.js'
import type { GoogleState } from './state.js'
import { OAuthRefusal, OldRefusal, Refusal } from './wire/refusals.js'

type StateHandler = (state: GoogleState, visit: Visit) => Response | Promise<Response>

const LOCATION = '/mybusiness/v4/accounts/:account/locations/:location'

/**
 * All routes with their handlers. The third word of a route is a custom method, which follows a
 * colon in the URL.
 */
const ROUTES: Readonly<Record<string, StateHandler>> = {
  'GET /o/oauth2/v2/auth': askForConsent,
  'POST /o/oauth2/v2/auth': answerConsent,
  'POST /token': createToken,
  'POST /revoke': revokeToken,
  'GET /oauth2/v3/certs': listKeys,
  'GET /oauth2/v1/certs': listPemKeys,
  'GET /accountmanagement/v1/accounts': listAccounts,
  'GET /accountmanagement/v1/accounts/:account': readAccount,
  'GET /businessinformation/v1/accounts/:account/locations': listLocations,
  'GET /businessinformation/v1/locations/:location': readLocation,
  'PATCH /businessinformation/v1/locations/:location': patchLocation,
  'GET /businessinformation/v1/locations/:location getGoogleUpdated': readGoogleUpdated,
  'POST /verifications/v1/locations/:location fetchVerificationOptions': fetchOptions,
  'POST /verifications/v1/locations/:location verify': startVerification,
  'POST /verifications/v1/locations/:location/verifications/:verification complete': completeVerification,
  'GET /verifications/v1/locations/:location/verifications': listVerifications,
  'GET /verifications/v1/locations/:location/VoiceOfMerchantState': readStatus,
  'GET /notifications/v1/accounts/:account/notificationSetting': readSetting,
  'PATCH /notifications/v1/accounts/:account/notificationSetting': patchSetting,
  'GET /qanda/v1/locations/:location/questions': listQuestions,
  'POST /qanda/v1/locations/:location/questions/:question/answers upsert': upsertAnswer,
  'GET /performance/v1/locations/:location fetchMultiDailyMetricsTimeSeries': readManySeries,
  'GET /performance/v1/locations/:location getDailyMetricsTimeSeries': readSeries,
  'POST /mybusiness/v4/accounts/:account/locations batchGetReviews': batchReviews,
  [`GET ${LOCATION}/localPosts`]: listPosts,
  [`POST ${LOCATION}/localPosts`]: createPost,
  [`GET ${LOCATION}/localPosts/:post`]: readPost,
  [`PATCH ${LOCATION}/localPosts/:post`]: patchPost,
  [`DELETE ${LOCATION}/localPosts/:post`]: deletePost,
  [`GET ${LOCATION}/reviews`]: listReviews,
  [`GET ${LOCATION}/reviews/:review`]: readReview,
  [`PUT ${LOCATION}/reviews/:review/reply`]: replyToReview,
  [`DELETE ${LOCATION}/reviews/:review/reply`]: deleteReply,
}

/**
 * Converts a custom method after a colon into a separate path segment, because the router matches
 * whole segments.
 */
function withVerb(path: string): string {
  const [, before = path, verb] = /^(.*[^/]):([A-Za-z]+)$/.exec(path) ?? []
  return verb === undefined ? before : `${before}/!${verb}`
}

const NOT_FOUND =
  '<!DOCTYPE html>\n<html lang=en><title>Error 404 (Not Found)!!1</title><p><b>404.</b> That’s an error.'

function answerUnknown(): Response {
  return new Response(NOT_FOUND, { status: 404, headers: { 'content-type': 'text/html; charset=UTF-8' } })
}

function makeRouter(state: GoogleState): Router {
  const router = new Router()
  for (const [route, answer] of Object.entries(ROUTES)) {
    const [method = '', path = '', verb] = route.split(' ')
    const pattern = verb === undefined ? path : `${path}/!${verb}`
    const shown = verb === undefined ? `${method} ${path}` : `${method} ${path}:${verb}`
    router.on(`${method} ${pattern}`, (visit) => {
      notesOf(visit.request).route = shown
      return answer(state, visit)
    })
  }
  return router
}

/** Returns the function that handles every HTTP request to the emulated Google Business Profile. */
export function googleHandler(state: GoogleState): Handler {
  const router = makeRouter(state)
  return async (request) => {
    const url = new URL(request.url)
    const path = withVerb(decodeURI(url.pathname))
    try {
      return (await router.handle(request, path)) ?? answerUnknown()
    } catch (error) {
      if (error instanceof Refusal || error instanceof OAuthRefusal || error instanceof OldRefusal)
        return error.toResponse()
      if (error instanceof RangeError) return new Response(null, { status: 413 })
      throw error
    }
  }
}

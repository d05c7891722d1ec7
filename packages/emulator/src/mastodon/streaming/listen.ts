import type { Visit } from '../../framework/router.js'
import { requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { Refusal } from '../wire/refusals.js'
import { openStream } from './streams.js'

/** Returns true for requests to the streaming server, which has no rate limits. */
export const isStreaming = (request: Request): boolean =>
  `${new URL(request.url).pathname}/`.startsWith('/api/v1/streaming/')

/**
 * Handles GET /api/v1/streaming/user/notification.
 * https://docs.joinmastodon.org/methods/streaming/#notification (read 2026-11-22)
 */
export function listenToNotifications(state: MastodonState, { request, url }: Visit): Response {
  // Refuses a token in the query, because query parameters end up in logs. The real server accepts
  // it.
  if (url.searchParams.has('access_token'))
    throw new Refusal(401, 'The emulator takes the token from the Authorization header alone')
  const { person, token } = requirePerson(state, request, ['read', 'read:notifications'])
  const { body } = openStream(state, { personId: person.id, token: token.token })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'private, no-store' },
  })
}

/** Handles GET /api/v1/streaming/health. */
export function streamingHealth(): Response {
  return new Response('OK', { headers: { 'content-type': 'text/plain' } })
}

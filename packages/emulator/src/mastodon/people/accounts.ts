import type { Visit } from '../../framework/router.js'
import { optionalPerson, requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { notFound } from '../wire/refusals.js'
import { accountJson, credentialAccountJson } from './account-json.js'
import { drawAvatar } from './people.js'

/** Handles GET /api/v1/accounts/verify_credentials. */
export function verifyCredentials(state: MastodonState, { request }: Visit): Response {
  const { person } = requirePerson(state, request, ['profile', 'read', 'read:accounts'])
  return Response.json(credentialAccountJson(state, person))
}

/** Handles GET /api/v1/accounts/:id. */
export function readAccount(state: MastodonState, { request, params }: Visit): Response {
  optionalPerson(state, request, ['read', 'read:accounts'])
  const person = state.people.get(params['id'] ?? '')
  if (person === undefined) throw notFound()
  return Response.json(accountJson(state, person))
}

/** Handles GET /system/accounts/avatars/:id/original/avatar.svg. */
export function readAvatar(state: MastodonState, { params }: Visit): Response {
  const person = state.people.get(params['id'] ?? '')
  return person === undefined ? new Response('Not found', { status: 404 }) : drawAvatar(person)
}

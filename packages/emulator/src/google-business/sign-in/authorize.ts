import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import { findPerson } from '../../google/clients.js'
import { consentPage } from '../../google/consent-page.js'
import { type ConsentRules, decideConsent, readConsentRequest } from '../../google/consent.js'
import type { GoogleState } from '../state.js'
import { SCOPE } from './access.js'

const KNOWN_SCOPES = new Set([SCOPE, 'openid', 'email', 'profile'])

const rulesOf = (state: GoogleState): ConsentRules => ({
  knownScopes: KNOWN_SCOPES,
  challengeMethods: ['S256'],
  findEmail: (person) => findPerson(state, person)?.email ?? null,
  keep: (code, grant) => void state.grants.set(code, grant),
})

/** GET /o/oauth2/v2/auth: shows the consent page. */
export function askForConsent(state: GoogleState, { url }: Visit): Response {
  const requested = readConsentRequest(state, rulesOf(state), url.searchParams)
  if (requested instanceof Response) return requested
  const people = [...state.people.values()].map(({ name, email }) => ({ name, email, details: email }))
  const text = 'see, edit, create and delete your Google business listings'
  const scopes = requested.scopes.map((scope) => ({ scope, text, shown: scope }))
  return consentPage({ what: 'your Business Profiles', people, scopes }, url.searchParams)
}

/**
 * Applies the person's decision. The response redirects to the application with an authorization
 * code or an error.
 */
export function decide(state: GoogleState, params: URLSearchParams): Response {
  return decideConsent(state, rulesOf(state), params)
}

/** POST /o/oauth2/v2/auth: handles the submitted form of the consent page. */
export async function answerConsent(state: GoogleState, { request }: Visit): Promise<Response> {
  return decide(state, new URLSearchParams(new TextDecoder().decode(await readSmallBody(request))))
}

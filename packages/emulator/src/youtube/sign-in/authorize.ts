import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import { findPerson } from '../../google/clients.js'
import { consentPage } from '../../google/consent-page.js'
import { type ConsentRules, decideConsent, readConsentRequest } from '../../google/consent.js'
import { channelsOf } from '../people/people.js'
import type { YoutubeState } from '../state.js'
import { KNOWN_SCOPES } from './access.js'

const SCOPE_TEXT: Readonly<Record<string, string>> = {
  youtube: 'Manage your YouTube account',
  'youtube.upload': 'Manage your YouTube videos',
  'youtube.readonly': 'View your YouTube account',
  'yt-analytics.readonly': 'View YouTube Analytics reports for your YouTube content',
  'youtube.force-ssl':
    'See, edit, and permanently delete your YouTube videos, ratings, comments and captions',
}

const short = (scope: string): string => scope.slice(scope.lastIndexOf('/') + 1)

/**
 * Returns YouTube's rules for the consent page.
 * @param channel - Id of the only channel to which the person grants access. Null for all
 * channels.
 */
const rulesOf = (state: YoutubeState, channel: string | null): ConsentRules => ({
  knownScopes: KNOWN_SCOPES,
  challengeMethods: ['S256', 'plain'],
  findEmail: (person) => findPerson(state, person)?.email ?? null,
  keep(code, grant) {
    const channels = channelsOf(state, grant.email).map(({ id }) => id)
    const channelIds = channel === null ? channels : channels.filter((id) => id === channel)
    state.grants.set(code, { ...grant, channelIds })
  },
})

/** GET /o/oauth2/v2/auth: shows the consent page. */
export function askForConsent(state: YoutubeState, { url }: Visit): Response {
  const requested = readConsentRequest(state, rulesOf(state, null), url.searchParams)
  if (requested instanceof Response) return requested
  const people = [...state.people.values()].map(({ name, email }) => {
    const titles = channelsOf(state, email).map(({ title }) => title)
    return { name, email, details: `${email} · ${titles.join(', ') || 'no channel'}` }
  })
  const scopes = requested.scopes.map((scope) => ({
    scope,
    text: SCOPE_TEXT[short(scope)] ?? scope,
    shown: short(scope),
  }))
  return consentPage({ what: 'your YouTube channels', people, scopes }, url.searchParams)
}

/**
 * Applies the person's decision. The response redirects to the application with an authorization
 * code or an error.
 */
export function decide(state: YoutubeState, params: URLSearchParams): Response {
  return decideConsent(state, rulesOf(state, params.get('channel')), params)
}

/** POST /o/oauth2/v2/auth: handles the submitted form of the consent page. */
export async function answerConsent(state: YoutubeState, { request }: Visit): Promise<Response> {
  return decide(state, new URLSearchParams(new TextDecoder().decode(await readSmallBody(request))))
}

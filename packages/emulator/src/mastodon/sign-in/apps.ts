import type { Visit } from '../../framework/router.js'
import type { App } from '../records.js'
import type { MastodonState } from '../state.js'
import { filledOf, listOf, type Params, readParams, textOf } from '../wire/params.js'
import { invalid, Refusal } from '../wire/refusals.js'
import { KNOWN_SCOPES, requireApp, toScopes } from './access.js'

/**
 * Redirect URI of clients that have no URI of their own. The person copies the code from a page.
 */
export const NO_REDIRECT = 'urn:ietf:wg:oauth:2.0:oob'

/**
 * Public key of the server for push messages. The key is constant, so that responses are equal in
 * every run.
 */
export const VAPID_KEY =
  'BCk-QqERU0q-CfYZjcuB6lnyyOYfJ2AifKqfeGIm7Z-HiTU5T9eTG5GxVA0_OH5mMlI4UkkDTpaZwozy0TzdZ2M='

function redirectProblem(uri: string): string | null {
  if (uri === NO_REDIRECT) return null
  if (!URL.canParse(uri))
    return /^[a-z][a-z0-9+.-]*:/i.test(uri)
      ? 'Redirect URI must be a valid URI.'
      : 'Redirect URI must be an absolute URI.'
  const { protocol, hash } = new URL(uri)
  if (hash !== '' || uri.includes('#')) return 'Redirect URI cannot contain a fragment.'
  return ['data:', 'vbscript:', 'javascript:'].includes(protocol)
    ? 'Redirect URI is forbidden by the server.'
    : null
}

function redirectUris(params: Params): string[] {
  const list = listOf(params, 'redirect_uris')
  return (list ?? (textOf(params, 'redirect_uris') ?? '').split(/\s+/)).filter((uri) => uri !== '')
}

function problemsOf(name: string | null, website: string | null, uris: string[], scopes: string[]): string[] {
  const problems: string[] = []
  if (name === null) problems.push("Name can't be blank")
  else if (name.length > 60) problems.push('Name is too long (maximum is 60 characters)')
  if (website !== null && !/^https?:\/\//.test(website)) problems.push('Website is invalid')
  if (uris.length === 0) problems.push("Redirect URI can't be blank")
  for (const uri of uris) {
    const problem = redirectProblem(uri)
    if (problem !== null && !problems.includes(problem)) problems.push(problem)
  }
  if (!scopes.every((scope) => KNOWN_SCOPES.has(scope)))
    problems.push("Scopes doesn't match configured on the server.")
  return problems
}

function appJson(app: App): Record<string, unknown> {
  return {
    id: app.id,
    name: app.name,
    website: app.website,
    scopes: app.scopes,
    redirect_uri: app.redirectUris.join('\n'),
    redirect_uris: app.redirectUris,
    vapid_key: VAPID_KEY,
  }
}

/** Registers an application. */
export function makeApp(
  state: MastodonState,
  parts: Pick<App, 'name' | 'website' | 'redirectUris' | 'scopes'>,
): App {
  const app: App = {
    ...parts,
    id: state.ids.next('app', state.clock.now()),
    clientId: state.seed.token('client_id'),
    clientSecret: state.seed.token('client_secret'),
  }
  state.apps.set(app.id, app)
  return app
}

/** Handles POST /api/v1/apps. */
export async function createApp(state: MastodonState, visit: Visit): Promise<Response> {
  const params = await readParams(visit)
  const name = filledOf(params, 'client_name')
  const website = filledOf(params, 'website')
  const uris = redirectUris(params)
  const scopes = toScopes(filledOf(params, 'scopes') ?? 'read')
  const problems = problemsOf(name, website, uris, scopes)
  if (problems.length > 0 || name === null) throw invalid(...problems)
  const app = makeApp(state, { name, website, redirectUris: uris, scopes })
  return Response.json({
    ...appJson(app),
    client_id: app.clientId,
    client_secret: app.clientSecret,
    client_secret_expires_at: 0,
  })
}

/** Handles GET /api/v1/apps/verify_credentials. */
export function verifyApp(state: MastodonState, { request }: Visit): Response {
  const app = state.apps.get(requireApp(state, request).appId)
  if (app === undefined) throw new Refusal(401, 'The access token is invalid')
  return Response.json(appJson(app))
}

/** Returns the application with this client id, or null if the id is unknown. */
export const findApp = (state: MastodonState, clientId: string): App | null =>
  [...state.apps.values()].find((app) => app.clientId === clientId) ?? null

import type { IssuedToken } from '../records.js'
import type { YoutubeState } from '../state.js'
import { PROJECT } from '../wire/quota.js'
import { Refusal } from '../wire/refusals.js'

const PREFIX = 'https://www.googleapis.com/auth/'

/** Scopes of the API, by their short names. */
export const SCOPES = {
  youtube: `${PREFIX}youtube`,
  upload: `${PREFIX}youtube.upload`,
  read: `${PREFIX}youtube.readonly`,
  all: `${PREFIX}youtube.force-ssl`,
} as const

/** Scopes that can be requested. */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set(Object.values(SCOPES))

/** Scopes that allow each kind of call, as in the Discovery document. */
export const ALLOWED_BY = {
  upload: [SCOPES.upload, SCOPES.youtube, SCOPES.all],
  read: [SCOPES.read, SCOPES.youtube, SCOPES.all],
  comments: [SCOPES.all],
} as const

const AUTH_LOCATION = { location: 'Authorization', locationType: 'header' }

function tokenOf(request: Request): string | null {
  const [scheme, token] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() === 'bearer' && token) return token
  return new URL(request.url).searchParams.get('access_token')
}

/** True if the request contains a token, valid or not. */
export const hasToken = (request: Request): boolean => tokenOf(request) !== null

/** Channel of a request, by its token or by the URL of an upload. Null if it has neither. */
export function accountOf(state: YoutubeState, request: Request): string | null {
  const token = state.accessTokens.get(tokenOf(request) ?? '')
  const session = state.sessions.get(new URL(request.url).searchParams.get('upload_id') ?? '')
  return token?.channelIds[0] ?? session?.channelId ?? null
}

/** Valid token of a request. */
export function requireToken(state: YoutubeState, request: Request): IssuedToken {
  const given = tokenOf(request)
  if (given === null)
    throw new Refusal(
      401,
      'required',
      'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      { domain: 'global', short: 'Login Required.', status: 'UNAUTHENTICATED', location: AUTH_LOCATION },
    )
  const token = state.accessTokens.get(given)
  if (!token || token.revoked || (token.expiresAt !== null && token.expiresAt <= state.clock.now()))
    throw new Refusal(
      401,
      'authError',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      { domain: 'global', short: 'Invalid Credentials', status: 'UNAUTHENTICATED', location: AUTH_LOCATION },
    )
  return token
}

/** Caller of an API method. Requires a valid token, an enabled API, and one of these scopes. */
export function requireCaller(
  state: YoutubeState,
  request: Request,
  needs: keyof typeof ALLOWED_BY,
  method: string,
): IssuedToken {
  const token = requireToken(state, request)
  if (!state.settings.isApiOn) throw apiDisabled()
  if (ALLOWED_BY[needs].some((scope) => token.scopes.includes(scope))) return token
  throw new Refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    domain: 'global',
    short: 'Insufficient Permission',
    status: 'PERMISSION_DENIED',
    info: {
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      metadata: { method: `youtube.api.v3.${method}`, service: 'youtube.googleapis.com' },
    },
  })
}

function apiDisabled(): Refusal {
  const activationUrl = `https://console.developers.google.com/apis/api/youtube.googleapis.com/overview?project=${PROJECT}`
  return new Refusal(
    403,
    'accessNotConfigured',
    `YouTube Data API v3 has not been used in project ${PROJECT} before or it is disabled. Enable it by visiting ${activationUrl} then retry.`,
    {
      domain: 'usageLimits',
      status: 'PERMISSION_DENIED',
      info: { reason: 'SERVICE_DISABLED', metadata: { service: 'youtube.googleapis.com', activationUrl } },
    },
  )
}

/** Channel of a token. */
export function channelOf({ channelIds }: IssuedToken): string {
  const [channelId] = channelIds
  if (channelId !== undefined) return channelId
  throw new Refusal(401, 'youtubeSignupRequired', 'Unauthorized', {
    domain: 'youtube.header',
    location: AUTH_LOCATION,
  })
}

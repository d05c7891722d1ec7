import type { IssuedToken } from '../records.js'
import type { YoutubeState } from '../state.js'
import { PROJECT } from '../wire/quota.js'
import { Refusal } from '../wire/refusals.js'

const PREFIX = 'https://www.googleapis.com/auth/'

/** OAuth scopes of the YouTube APIs. The keys are short names for the code of the emulator. */
export const SCOPES = {
  youtube: `${PREFIX}youtube`,
  upload: `${PREFIX}youtube.upload`,
  read: `${PREFIX}youtube.readonly`,
  all: `${PREFIX}youtube.force-ssl`,
  analytics: `${PREFIX}yt-analytics.readonly`,
} as const

/** Scopes that an application can request. */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set(Object.values(SCOPES))

/** Scopes for each kind of call, from Google's Discovery document. A token needs one of them. */
export const ALLOWED_BY = {
  upload: [SCOPES.upload, SCOPES.youtube, SCOPES.all],
  read: [SCOPES.read, SCOPES.youtube, SCOPES.all],
  comments: [SCOPES.all],
  analytics: [SCOPES.analytics],
} as const

/** An API of a Cloud project. */
interface Api {
  readonly title: string
  readonly service: string
}
const DATA: Api = { title: 'YouTube Data API v3', service: 'youtube.googleapis.com' }
const ANALYTICS: Api = { title: 'YouTube Analytics API', service: 'youtubeanalytics.googleapis.com' }

const AUTH_LOCATION = { location: 'Authorization', locationType: 'header' }

function tokenOf(request: Request): string | null {
  const [scheme, token] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() === 'bearer' && token) return token
  return new URL(request.url).searchParams.get('access_token')
}

/** Returns true if the request contains an access token, even an invalid one. */
export const hasToken = (request: Request): boolean => tokenOf(request) !== null

/**
 * Returns the channel id that belongs to the access token or to the upload URL. Null if the
 * request contains neither.
 */
export function accountOf(state: YoutubeState, request: Request): string | null {
  const token = state.accessTokens.get(tokenOf(request) ?? '')
  const session = state.sessions.get(new URL(request.url).searchParams.get('upload_id') ?? '')
  return token?.channelIds[0] ?? session?.channelId ?? null
}

/**
 * Returns the access token of a request.
 * @throws Refusal with status 401 if the token is missing or invalid.
 */
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

/**
 * Returns the access token of the caller. Requires a valid token, an enabled API, and a scope that
 * allows this kind of call.
 * @throws Refusal if one of these requirements is not met.
 */
export function requireCaller(
  state: YoutubeState,
  request: Request,
  needs: keyof typeof ALLOWED_BY,
  method: string,
): IssuedToken {
  const token = requireToken(state, request)
  const api = needs === 'analytics' ? ANALYTICS : DATA
  if (!state.settings.isApiOn) throw apiDisabled(api)
  if (ALLOWED_BY[needs].some((scope) => token.scopes.includes(scope))) return token
  throw new Refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    domain: 'global',
    short: 'Insufficient Permission',
    status: 'PERMISSION_DENIED',
    info: {
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      metadata: { method: `youtube.api.v3.${method}`, service: api.service },
    },
  })
}

function apiDisabled({ title, service }: Api): Refusal {
  const activationUrl = `https://console.developers.google.com/apis/api/${service}/overview?project=${PROJECT}`
  return new Refusal(
    403,
    'accessNotConfigured',
    `${title} has not been used in project ${PROJECT} before or it is disabled. Enable it by visiting ${activationUrl} then retry.`,
    {
      domain: 'usageLimits',
      status: 'PERMISSION_DENIED',
      info: { reason: 'SERVICE_DISABLED', metadata: { service, activationUrl } },
    },
  )
}

/**
 * Returns the first channel of an access token.
 * @throws Refusal if the account has no channel.
 */
export function channelOf({ channelIds }: IssuedToken): string {
  const [channelId] = channelIds
  if (channelId !== undefined) return channelId
  throw new Refusal(401, 'youtubeSignupRequired', 'Unauthorized', {
    domain: 'youtube.header',
    location: AUTH_LOCATION,
  })
}

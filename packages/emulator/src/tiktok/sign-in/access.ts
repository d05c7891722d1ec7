import type { Access } from '../records.js'
import { Refusal } from '../refusals.js'
import type { RateRule } from '../settings.js'
import type { TiktokState } from '../state.js'

const MINUTE = 60_000

const INVALID_TOKEN = 'The access token is invalid or not found in the request.'
const NO_SCOPE = 'The user did not authorize the scope required for completing this request.'
const TOO_FAST = 'The API rate limit was exceeded. Please try again later.'

/**
 * Returns the open id that belongs to the access token or to the upload URL. Null if the request
 * contains neither.
 */
export function accountOf(state: TiktokState, request: Request): string | null {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const uploadId = new URL(request.url).searchParams.get('upload_id')
  const access = state.accesses.find(({ accessToken }) => accessToken === token)
  const publication = [...state.publications.values()].find((one) => one.uploadId === uploadId)
  return access?.openId ?? publication?.openId ?? null
}

/**
 * Returns the tokens of a request.
 * @throws Refusal with status 401 if the access token is missing or invalid.
 */
function findAccess(state: TiktokState, request: Request): Access {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const access = state.accesses.find(({ accessToken }) => accessToken === token)
  if (access === undefined || access.revoked || access.expiresAt <= state.clock.now())
    throw new Refusal(401, 'access_token_invalid', INVALID_TOKEN)
  return access
}

/**
 * Returns the tokens of a request.
 *
 * @param scopes - Accepted scopes. The token needs one of them.
 * @throws Refusal if the token is invalid or has none of the scopes.
 */
export function requireAccess(state: TiktokState, request: Request, scopes: readonly string[]): Access {
  const access = findAccess(state, request)
  if (!access.scopes.some((scope) => scopes.includes(scope)))
    throw new Refusal(401, 'scope_not_authorized', NO_SCOPE)
  return access
}

/**
 * Counts a request within the last minute.
 * @throws Refusal with status 429 above the limit.
 */
export function countRequest(state: TiktokState, rule: RateRule, { accessToken }: Access): void {
  const now = state.clock.now().getTime()
  const key = `${rule} ${accessToken}`
  const recent = (state.requests.get(key) ?? []).filter((moment) => moment > now - MINUTE)
  if (recent.length >= state.settings.rates[rule]) throw new Refusal(429, 'rate_limit_exceeded', TOO_FAST)
  state.requests.set(key, [...recent, now])
}

/**
 * Reads a JSON object from the body. The caller must check the fields.
 * @throws Refusal for any other body.
 */
export async function readJson(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers.get('content-type') ?? ''
  const text = await request.text()
  if (/^application\/json\b/i.test(type))
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return value as Readonly<Record<string, unknown>> // safe cast: an object, and callers check each field as unknown
    } catch {
      // Invalid JSON gets the same error as a body that is not an object.
    }
  throw new Refusal(400, 'invalid_params', 'The request body is not a JSON object.')
}

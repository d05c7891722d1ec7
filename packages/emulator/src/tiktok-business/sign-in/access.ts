import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { Access } from '../records.js'
import type { BusinessState } from '../state.js'
import { countRequest } from '../wire/rates.js'
import { badField, missingField, noPermission, Refusal } from '../wire/refusals.js'

/** Prefix of the path of every API call. */
export const PREFIX = '/open_api/v1.3'

/** A JSON object whose fields are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Returns the open id that belongs to the access token. Null for an unknown or missing token. */
export function accountOf({ accesses }: BusinessState, { headers }: Request): string | null {
  const token = headers.get('access-token')
  return accesses.find(({ accessToken }) => accessToken === token)?.openId ?? null
}

/**
 * Returns the tokens of a request.
 * @throws Refusal if the access token is missing, invalid, or without the scope.
 */
export function requireAccess(state: BusinessState, { request }: Visit, scope: string): Access {
  const token = request.headers.get('access-token') ?? ''
  if (token === '')
    throw new Refusal(40_104, 'Access token is null, you should set it in http header with key Access-Token.')
  const access = state.accesses.find(({ accessToken }) => accessToken === token)
  if (access === undefined || access.revoked)
    throw new Refusal(40_105, 'Access token is incorrect or has been revoked.')
  if (access.expiresAt <= state.clock.now()) throw new Refusal(40_102, 'Access token has expired.')
  if (!access.scopes.includes(scope)) throw noPermission()
  return access
}

/**
 * Reads a JSON object from the body. Unknown fields are refused, which TikTok does not document.
 */
export async function readJson(request: Request, fields: readonly string[]): Promise<JsonObject> {
  const type = request.headers.get('content-type') ?? ''
  const text = new TextDecoder().decode(await readSmallBody(request))
  const body = /^application\/json\b/i.test(type) ? parseObject(text) : null
  if (body === null) throw new Refusal(40_002, 'The request body must be a JSON object.')
  for (const name of Object.keys(body)) if (!fields.includes(name)) throw badField(name, 'Unknown field.')
  return body
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject // safe cast: an object, and callers check each field as unknown
  } catch {
    // The caller reports invalid JSON with the same error as a body that is not an object.
  }
  return null
}

/**
 * Returns a string field.
 * @throws Refusal if the field is missing, empty, or not a string.
 */
export function requireText(body: JsonObject, name: string): string {
  const value = body[name]
  if (value === undefined || value === null) throw missingField(name)
  if (typeof value !== 'string') throw badField(name, 'Not a valid string.')
  if (value === '') throw badField(name, 'Length must be at least 1.')
  return value
}

/**
 * Returns a query parameter.
 * @throws Refusal if the parameter is missing or empty.
 */
export function requireParam(params: URLSearchParams, name: string): string {
  const value = params.get(name)
  if (value === null || value === '') throw missingField(name)
  return value
}

/**
 * Counts the request after checking that the token belongs to the account.
 * @throws Refusal for another account, or above a limit.
 */
export function requireAccount(state: BusinessState, visit: Visit, access: Access, businessId: string): void {
  if (businessId !== access.openId) throw noPermission()
  countRequest(state, access.openId, visit.url.pathname.slice(PREFIX.length))
}

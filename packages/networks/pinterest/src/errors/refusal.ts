import {
  type ErrorDetails,
  type ReplyHeaders,
  retryAfterSeconds,
  type SocialBaseError,
} from '@social/core/platform'

/**
 * Scopes that are required to create, change and delete a pin. Source: `security` in Pinterest's
 * API description.
 */
export const POSTING_SCOPES: readonly string[] = ['boards:read', 'boards:write', 'pins:read', 'pins:write']

/** All scopes of an app that posts for people.
 *  https://developers.pinterest.com/docs/getting-started/scopes/ (read 2026-11-22) */
const SCOPES: readonly string[] = [
  ...POSTING_SCOPES,
  'user_accounts:read',
  'boards:read_secret',
  'boards:write_secret',
  'pins:read_secret',
  'pins:write_secret',
]

/**
 * Longest window of Pinterest's rate limits in seconds. A longer waiting time is ignored, because
 * it results from a missing `Date` header.
 */
const MAX_WINDOW_SECONDS = 86_400

/** Fields of an error response that determine the error of the library. */
export interface Refusal {
  readonly status: number
  /** Pinterest's error code. Null when missing. */
  readonly code: number | null
  /** Pinterest's error message. Empty when missing. */
  readonly message: string
  readonly method: string
  readonly path: string
  readonly headers: ReplyHeaders
}

/** Maps an error response of Pinterest to an error of the library. */
export interface Row {
  readonly status: number | readonly number[]
  readonly codes?: readonly number[]
  readonly method?: string
  /** The row applies only to paths that match. */
  readonly path?: RegExp
  /** The row applies only to messages that match. */
  readonly pattern?: RegExp
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

/** `/pins`. */
export const PINS = /\/pins$/
/** `/pins/<id>`. */
export const ONE_PIN = /\/pins\/[^/]{1,64}$/

/**
 * Returns the missing scope of a refused call, from Pinterest's message, otherwise from the API
 * description of the call.
 */
export function scopeOf({ message, method, path }: Refusal): string {
  const named = SCOPES.filter((scope) => message.includes(`'${scope}'`))
  if (named.length > 0) return named.join(', ')
  if (path.endsWith('/user_account')) return 'user_accounts:read'
  if (/\/boards(\/|$)/.test(path) && !PINS.test(path))
    return method === 'GET' ? 'boards:read' : 'boards:write'
  if (/\/media(\/|$)/.test(path)) return method === 'GET' ? 'pins:read' : 'pins:write'
  return method === 'GET' ? 'boards:read, pins:read' : POSTING_SCOPES.join(', ')
}

/** Returns the seconds to wait according to the headers. Null without these headers. */
export function retryAfterOf({ headers }: Refusal): number | null {
  const date = Date.parse(headers['date'] ?? '')
  const seconds = retryAfterSeconds(headers, new Date(Number.isNaN(date) ? 0 : date))
  return seconds === null || seconds > MAX_WINDOW_SECONDS ? null : seconds
}

/** Returns true if a row applies to the error response. */
export function fits(row: Row, { status, code, message, method, path }: Refusal): boolean {
  return (
    (typeof row.status === 'number' ? row.status === status : row.status.includes(status)) &&
    (row.codes === undefined || (code !== null && row.codes.includes(code))) &&
    (row.method === undefined || row.method === method) &&
    (row.path?.test(path) ?? true) &&
    (row.pattern?.test(message) ?? true)
  )
}

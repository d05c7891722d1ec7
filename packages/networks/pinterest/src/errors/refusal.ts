import {
  type ErrorDetails,
  type ReplyHeaders,
  retryAfterSeconds,
  type SocialBaseError,
} from '@social/core/platform'

/** What making, changing and deleting a pin need together. `security` of the official description. */
export const POSTING_SCOPES: readonly string[] = ['boards:read', 'boards:write', 'pins:read', 'pins:write']

/** Every scope of an app that posts for people.
 *  https://developers.pinterest.com/docs/getting-started/scopes/ (read 2026-11-22) */
const SCOPES: readonly string[] = [
  ...POSTING_SCOPES,
  'user_accounts:read',
  'boards:read_secret',
  'boards:write_secret',
  'pins:read_secret',
  'pins:write_secret',
]

/** No allowance of Pinterest's is counted for longer. A wait that is longer was read from a header without a clock. */
const MAX_WINDOW_SECONDS = 86_400

/** What a refusal is judged by. */
export interface Refusal {
  readonly status: number
  /** Pinterest's own number; null when it gave none. */
  readonly code: number | null
  /** Pinterest's own sentence; '' when it gave none. */
  readonly words: string
  readonly method: string
  readonly path: string
  readonly headers: ReplyHeaders
}

/** A refusal that we know, and what it is to an application. */
export interface Row {
  readonly status: number | readonly number[]
  readonly codes?: readonly number[]
  readonly method?: string
  /** Only where the path ends so. */
  readonly path?: RegExp
  /** Only with these words. */
  readonly says?: RegExp
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

/** `/pins`. */
export const PINS = /\/pins$/
/** `/pins/<id>`. */
export const ONE_PIN = /\/pins\/[^/]{1,64}$/

/** The scope a refused call lacks: as Pinterest names it, else what the call needs by the official description. */
export function scopeOf({ words, method, path }: Refusal): string {
  const named = SCOPES.filter((scope) => words.includes(`'${scope}'`))
  if (named.length > 0) return named.join(', ')
  if (path.endsWith('/user_account')) return 'user_accounts:read'
  if (/\/boards(\/|$)/.test(path) && !PINS.test(path))
    return method === 'GET' ? 'boards:read' : 'boards:write'
  if (/\/media(\/|$)/.test(path)) return method === 'GET' ? 'pins:read' : 'pins:write'
  return method === 'GET' ? 'boards:read, pins:read' : POSTING_SCOPES.join(', ')
}

/** Seconds to wait, as the headers tell it; null when they do not. */
export function retryAfterOf({ headers }: Refusal): number | null {
  const date = Date.parse(headers['date'] ?? '')
  const seconds = retryAfterSeconds(headers, new Date(Number.isNaN(date) ? 0 : date))
  return seconds === null || seconds > MAX_WINDOW_SECONDS ? null : seconds
}

/** True when a row is about this refusal. */
export function fits(row: Row, { status, code, words, method, path }: Refusal): boolean {
  return (
    (typeof row.status === 'number' ? row.status === status : row.status.includes(status)) &&
    (row.codes === undefined || (code !== null && row.codes.includes(code))) &&
    (row.method === undefined || row.method === method) &&
    (row.path?.test(path) ?? true) &&
    (row.says?.test(words) ?? true)
  )
}

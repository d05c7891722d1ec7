import type { Params } from './params.js'
import { badParameter } from './refusal.js'

/** A list from which a call returns one page. */
export interface Listed<T> {
  readonly items: readonly T[]
  readonly idOf: (item: T) => string
  readonly write: (item: T) => unknown
  /** Full URL of this call. Null if the network never returns a URL of the next page. */
  readonly url: URL | null
  readonly defaultLimit?: number
}

const encodeCursor = (id: string): string => Buffer.from(`at:${id}`).toString('base64url')
const decodeCursor = (cursor: string): string => {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!text.startsWith('at:')) throw badParameter('Invalid cursors values')
  return text.slice(3)
}

/** Returns a page of a list with cursors to its first and last item. The last page has cursors but no `next`. */
export function listReply<T>(listed: Listed<T>, params: Params): Readonly<Record<string, unknown>> {
  const { items, idOf, write, url, defaultLimit = 25 } = listed
  const limit = params.number('limit') ?? defaultLimit
  if (limit > 100)
    throw badParameter('Please reduce the amount of data you are asking for, then retry your request', {
      subcode: 1_504_044,
    })
  const after = params.text('after')
  const before = params.text('before')
  const placeOf = (cursor: string): number => {
    const at = items.findIndex((item) => idOf(item) === decodeCursor(cursor))
    if (at < 0) throw badParameter('Invalid cursors values')
    return at
  }
  const end = before === null ? items.length : placeOf(before)
  const start = after === null ? (before === null ? 0 : Math.max(0, end - limit)) : placeOf(after) + 1
  const shown = items.slice(start, Math.min(start + limit, end))
  const first = shown[0]
  const last = shown.at(-1)
  if (first === undefined || last === undefined) return { data: [] }
  const cursors = { before: encodeCursor(idOf(first)), after: encodeCursor(idOf(last)) }
  const paging: Record<string, unknown> = { cursors }
  if (url !== null && start + shown.length < end) {
    const next = new URL(url)
    next.searchParams.set('after', cursors.after)
    paging['next'] = next.href // `next` contains the token if the URL of the call contained the token, as on the network
  }
  return { data: shown.map((item) => write(item)), paging }
}

import type { XState } from '../state.js'
import { invalid } from './problems.js'
import { modern, OLD_POST_FIELDS, POST_EXPANSIONS, POST_FIELDS, USER_FIELDS } from './vocabulary.js'

/** Requested fields and expansions of posts and people. */
export interface Wanted {
  readonly post: ReadonlySet<string>
  readonly user: ReadonlySet<string>
  readonly media: ReadonlySet<string>
  readonly poll: ReadonlySet<string>
  readonly expansions: ReadonlySet<string>
}

const READ_PARAMS = [
  'post.fields',
  'tweet.fields',
  'expansions',
  'user.fields',
  'media.fields',
  'poll.fields',
  'place.fields',
]

/** Refuses parameters that the call does not accept. */
export function checkParams(state: XState, { searchParams }: URL, own: readonly string[]): void {
  const isOld = state.settings.vocabulary === 'TWEETS'
  const known = new Set([...own, ...READ_PARAMS.filter((name) => name !== (isOld ? 'post.fields' : ''))])
  for (const name of searchParams.keys())
    if (!known.has(name))
      throw invalid(`The query parameter [${name.slice(0, 100)}] is not one of [${[...known].join(',')}]`, {
        [name.slice(0, 100)]: [],
      })
  if (searchParams.has('post.fields') && searchParams.has('tweet.fields'))
    throw invalid('Only one of [post.fields] and [tweet.fields] may be given', { 'tweet.fields': [] })
}

function list(
  state: XState,
  { searchParams }: URL,
  name: string,
  known: ReadonlySet<string> | null,
): Set<string> {
  const given = (searchParams.get(name) ?? '').split(',').filter(Boolean).map(modern)
  if (known === null) return new Set(given)
  const unknown = given.find((one) => !known.has(one))
  // Since August 2026 an unknown value is ignored without an error.
  if (unknown !== undefined && state.settings.vocabulary === 'TWEETS')
    throw invalid(
      `The \`${name}\` query parameter value [${unknown}] is not one of [${[...known].join(',')}]`,
      { [name]: [unknown] },
    )
  return new Set(given.filter((one) => known.has(one)))
}

/** Reads the requested fields and expansions. */
export function readWanted(state: XState, url: URL): Wanted {
  const isAlias = url.searchParams.has('tweet.fields')
  const fields = isAlias ? new Set([...POST_FIELDS, ...OLD_POST_FIELDS]) : POST_FIELDS
  return {
    post: list(state, url, isAlias ? 'tweet.fields' : 'post.fields', fields),
    user: list(state, url, 'user.fields', USER_FIELDS),
    media: list(state, url, 'media.fields', null),
    poll: list(state, url, 'poll.fields', null),
    expansions: list(state, url, 'expansions', POST_EXPANSIONS),
  }
}

/** Reads an integer query parameter that must be within its range. */
export function readCount(
  { searchParams }: URL,
  range: readonly [min: number, max: number, defaultValue: number],
): number {
  const [min, max, defaultValue] = range
  const text = searchParams.get('max_results')
  const value = text === null ? defaultValue : Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw invalid(
      `The \`max_results\` query parameter value [${text ?? ''}] is not between ${min} and ${max}`,
      { max_results: [text ?? ''] },
    )
  return value
}

/** Reads a time in a query parameter: UTC, with whole seconds. */
export function readMoment({ searchParams }: URL, name: string): Date | null {
  const text = searchParams.get(name)
  if (text === null) return null
  const at = Date.parse(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) || Number.isNaN(at))
    throw invalid(
      `The \`${name}\` query parameter value [${text.slice(0, 50)}] is not a valid RFC3339 date-time: yyyy-MM-dd'T'HH:mm:ssZ`,
      { [name]: [text.slice(0, 50)] },
    )
  return new Date(at)
}

/** Reads an id in a query parameter. */
export function readId({ searchParams }: URL, name: string): bigint | null {
  const text = searchParams.get(name)
  if (text === null) return null
  if (!/^[0-9]{1,19}$/.test(text))
    throw invalid(`The \`${name}\` query parameter value [${text.slice(0, 50)}] is not valid`, {
      [name]: [text.slice(0, 50)],
    })
  return BigInt(text)
}

const toToken = (id: string): string => Buffer.from(`at:${id}`).toString('base64url')

/** Returns a page of a list, newest first, with the `meta` object of the response. */
export function page<T extends { readonly id: string }>(
  { searchParams }: URL,
  all: readonly T[],
  size: number,
): { readonly items: readonly T[]; readonly meta: object } {
  const token = searchParams.get('pagination_token') ?? searchParams.get('next_token')
  const after = token === null ? null : /^at:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (after === undefined)
    throw invalid('The `pagination_token` query parameter value is not valid', { pagination_token: [] })
  // Pages by id instead of position, so that new items do not shift the page.
  const rest = after === null ? all : all.filter(({ id }) => BigInt(id) < BigInt(after))
  const items = rest.slice(0, size)
  const last = items.at(-1)
  return {
    items,
    meta: {
      result_count: items.length,
      ...(last !== undefined && { newest_id: items[0]?.id, oldest_id: last.id }),
      ...(last !== undefined && rest.length > size && { next_token: toToken(last.id) }),
    },
  }
}

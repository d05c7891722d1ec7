import { badField } from './refusals.js'

/**
 * One page of a list. `next` contains the token of the next page, and is empty on the last page.
 */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: { readonly nextPageToken?: string }
}

/**
 * Returns the page that `pageSize` and `pageToken` select. A token works only for the list that
 * returned it.
 * @throws Refusal for a size above the maximum. Google may reduce such a size instead.
 */
export function pageOf<T>(
  all: readonly T[],
  params: URLSearchParams,
  rule: { readonly defaultValue: number; readonly max: number; readonly list: string },
): Page<T> {
  const { defaultValue, max, list } = rule
  const requested = params.get('pageSize')
  const size = requested === null ? defaultValue : Number(requested)
  if (!Number.isInteger(size) || size < 1 || size > max)
    throw badField('page_size', `The page size must be between 1 and ${max}.`)
  const token = params.get('pageToken') ?? ''
  const [, name, offset = ''] = /^(.*) (\d+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  if (token !== '' && name !== list) throw badField('page_token', 'Invalid page token.')
  const from = Number(offset)
  const isLast = from + size >= all.length
  return {
    items: all.slice(from, from + size),
    next: isLast ? {} : { nextPageToken: Buffer.from(`${list} ${from + size}`).toString('base64url') },
  }
}

/**
 * Returns an object with the list under this name. An empty list is omitted, as in the JSON of
 * protocol buffers.
 */
export const listAs = (name: string, items: readonly unknown[]): Record<string, unknown> =>
  items.length === 0 ? {} : { [name]: items }

import { badField } from './refusals.js'

/** A page of a list, and the token of the next one; null on the last. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: { readonly nextPageToken?: string }
}

/**
 * Cuts a page out of a list as `pageSize` and `pageToken` say. A token is good for the list it was made for alone.
 * A size beyond the most is refused here, where Google may cut it down.
 */
export function pageOf<T>(
  all: readonly T[],
  params: URLSearchParams,
  rule: { readonly usual: number; readonly most: number; readonly list: string },
): Page<T> {
  const { usual, most, list } = rule
  const asked = params.get('pageSize')
  const size = asked === null ? usual : Number(asked)
  if (!Number.isInteger(size) || size < 1 || size > most)
    throw badField('page_size', `The page size must be between 1 and ${most}.`)
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

/** A list under its name: left out when it is empty, as protocol buffers are. */
export const listAs = (name: string, items: readonly unknown[]): Record<string, unknown> =>
  items.length === 0 ? {} : { [name]: items }

import { type Call, type Fields, type Page, paginate } from '@social/core/platform'
import * as v from 'valibot'

/**
 * Way to detect a further page. `NEXT` requires the field `next`, because most hosts send a cursor
 * on the last page too. `CURSOR` only requires a cursor.
 */
export type MoreRule = 'NEXT' | 'CURSOR'

/** Options of reading a list. */
export interface GraphListOptions {
  readonly query?: Fields | undefined
  /** Maximum number of pages to read. */
  readonly maxPages: number
  /**
   * Way to detect a further page. Default: `NEXT`. Threads requires `CURSOR`, because Threads
   * never sends `next`.
   */
  readonly more?: MoreRule | undefined
}

const page = v.object({
  // The entries are validated later, one by one, so that an unreadable entry does not hide the
  // other entries.
  data: v.nullish(v.array(v.unknown())),
  paging: v.nullish(
    v.object({
      cursors: v.nullish(v.object({ after: v.nullish(v.string()) })),
      next: v.nullish(v.string()),
    }),
  ),
})

/** Options of reading one page of a list. */
type GraphRequest = Omit<GraphListOptions, 'maxPages'> & {
  readonly auth?: 'none' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Reads one page of a list. The URL of the next page contains a token, so the URL is not used. The
 * next page is requested with the cursor instead.
 *
 * @param path - Path of the list.
 * @param schema - Schema of one entry. Unreadable entries are omitted.
 * @param after - Cursor of the previous page. Null for the first page.
 */
export async function readGraphPage<S extends v.GenericSchema>(
  { http }: Pick<Call, 'http'>,
  path: string,
  schema: S,
  { after, query, more = 'NEXT', ...request }: GraphRequest & { readonly after: string | null },
): Promise<Page<v.InferOutput<S>>> {
  const { data, paging } = await http.get(path, page, { ...request, query: { ...query, after } })
  const items = (data ?? []).flatMap((item) => {
    const read = v.safeParse(schema, item)
    return read.success ? [read.output] : []
  })
  const cursor = paging?.cursors?.after ?? null
  const hasMore = more === 'NEXT' ? typeof paging?.next === 'string' : (data ?? []).length > 0
  return { items, next: hasMore ? cursor : null }
}

/**
 * Reads a list page by page with `readGraphPage`. Reads only the pages that the caller iterates.
 */
export function readGraphList<S extends v.GenericSchema>(
  call: Pick<Call, 'http'>,
  path: string,
  schema: S,
  options: GraphRequest & Pick<GraphListOptions, 'maxPages'>,
): AsyncGenerator<v.InferOutput<S>, void, undefined> {
  const { maxPages, ...request } = options
  return paginate((after) => readGraphPage(call, path, schema, { ...request, after }), { maxPages })
}

import { type Call, type Fields, type Page, paginate } from '@social/core/platform'
import * as v from 'valibot'

/** Sign of a further page. Most hosts send a cursor on the last page too, so only `next` is reliable. */
export type MoreRule = 'NEXT' | 'CURSOR'

/** Options of a list request. */
export interface GraphListOptions {
  readonly query?: Fields | undefined
  /** Maximum number of pages. */
  readonly maxPages: number
  /** Default: `NEXT`. Threads never sends `next` and uses `CURSOR`. */
  readonly more?: MoreRule | undefined
}

const page = v.object({
  // Entries are parsed one by one: an unreadable entry must not hide the others.
  data: v.nullish(v.array(v.unknown())),
  paging: v.nullish(
    v.object({
      cursors: v.nullish(v.object({ after: v.nullish(v.string()) })),
      next: v.nullish(v.string()),
    }),
  ),
})

/** Request for one page of a list. */
type GraphRequest = Omit<GraphListOptions, 'maxPages'> & {
  readonly auth?: 'none' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Reads one page of a list. The URL of the next page contains a token and is never followed. The same request is sent
 * with the cursor.
 *
 * @param path - Path of the list.
 * @param schema - Schema of one entry. Unreadable entries are omitted.
 * @param after - Cursor of the previous page; null for the first page.
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

/** Reads a list page by page with `readGraphPage`, only as far as the caller iterates. */
export function readGraphList<S extends v.GenericSchema>(
  call: Pick<Call, 'http'>,
  path: string,
  schema: S,
  options: GraphRequest & Pick<GraphListOptions, 'maxPages'>,
): AsyncGenerator<v.InferOutput<S>, void, undefined> {
  const { maxPages, ...request } = options
  return paginate((after) => readGraphPage(call, path, schema, { ...request, after }), { maxPages })
}

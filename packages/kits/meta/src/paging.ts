import { type Call, type Fields, type Page, paginate } from '@social/core/platform'
import * as v from 'valibot'

/** How a list says that there is more. A cursor stands on the last page too, so on most hosts only `next` tells. */
export type MoreRule = 'NEXT' | 'CURSOR'

/** What a list is read with. */
export interface GraphListOptions {
  readonly query?: Fields | undefined
  /** Pages after which to stop. */
  readonly maxPages: number
  /** `NEXT` unless given; Threads never sends `next`: `CURSOR`. */
  readonly more?: MoreRule | undefined
}

const page = v.object({
  // One entry that cannot be read must not stop the others, so they are read one by one.
  data: v.nullish(v.array(v.unknown())),
  paging: v.nullish(
    v.object({
      cursors: v.nullish(v.object({ after: v.nullish(v.string()) })),
      next: v.nullish(v.string()),
    }),
  ),
})

/** How one page of a list is asked for. */
type GraphRequest = Omit<GraphListOptions, 'maxPages'> & {
  readonly auth?: 'none' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Reads one page of a list. The address of the next page is never followed (it holds a token): the same request is sent
 * with its cursor.
 *
 * @param path - Of the list.
 * @param schema - Of one entry; what it cannot read is left out.
 * @param after - Cursor of the page before; null for the first.
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

/** Reads a list page by page, only as far as it is asked for: as `readGraphPage` reads each. */
export function readGraphList<S extends v.GenericSchema>(
  call: Pick<Call, 'http'>,
  path: string,
  schema: S,
  options: GraphRequest & Pick<GraphListOptions, 'maxPages'>,
): AsyncGenerator<v.InferOutput<S>, void, undefined> {
  const { maxPages, ...request } = options
  return paginate((after) => readGraphPage(call, path, schema, { ...request, after }), { maxPages })
}

import { ConfigError, type Page } from '@social/core/platform'

/**
 * Returns one page of a list. `after` is the start index as a decimal text. `limit` replaces the
 * default `pageSize`.
 */
export function pageOf<T>(
  items: readonly T[],
  options: { readonly after: string | null; readonly limit: number | null },
  pageSize: number,
): Page<T> {
  const { after, limit } = options
  if (after !== null && !/^\d+$/.test(after))
    throw new ConfigError(
      `"${after}" is not the next cursor of a page of FakePlatform. Pass null for the first page.`,
    )
  const start = Number(after ?? 0)
  const end = start + Math.max(1, limit ?? pageSize)
  return { items: items.slice(start, end), next: end < items.length ? String(end) : null }
}

/**
 * `Partial` that also allows `undefined`, so that a test can pass optional values with
 * `exactOptionalPropertyTypes`.
 */
export type PartialInit<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Fields without `undefined`. */
type WithoutUndefined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/**
 * Removes fields that are `undefined`, because they would override defaults. Returns an empty object for
 * `undefined`, as a spread does.
 */
export function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  // Only undefined fields were removed, so the result has the declared type.
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>
}

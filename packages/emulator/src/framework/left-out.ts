/**
 * `Partial` that also allows `undefined`, so that a test can pass optional values with
 * `exactOptionalPropertyTypes`.
 */
export type PartialInit<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Fields without `undefined`. */
type WithoutUndefined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/**
 * Removes fields that are `undefined`: they would override defaults. `undefined` itself has no fields, as with
 * a spread.
 */
export function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  // Only undefined fields were removed, so the result has the declared type.
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>
}

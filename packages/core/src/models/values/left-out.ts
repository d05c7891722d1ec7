/**
 * `Partial` that also accepts `undefined` for missing fields: applications pass optional values directly, also with
 * `exactOptionalPropertyTypes`.
 */
export type PartialInit<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Fields without `undefined`. */
type WithoutUndefined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/**
 * Removes fields that are `undefined`, so that they do not override defaults. Undefined input gives no fields, like
 * spreading it.
 */
export function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  // The type is correct: only undefined fields were removed.
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>
}

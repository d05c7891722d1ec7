/**
 * Works like `Partial`, and also allows `undefined` for each field. With
 * `exactOptionalPropertyTypes`, tests can therefore pass optional values.
 */
export type PartialInit<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Type with the same fields, without `undefined`. */
type WithoutUndefined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/**
 * Returns a copy without the fields that are `undefined`, because these fields would override
 * defaults. Returns an empty object for `undefined`, as a spread does.
 */
export function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  // safe cast: the copy lacks only the fields that are `undefined`
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>
}

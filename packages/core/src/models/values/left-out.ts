/**
 * Like `Partial`, but a field may also be `undefined`. Applications can then pass optional values
 * without a check, also with the compiler option `exactOptionalPropertyTypes`.
 */
export type PartialInit<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Same fields, without `undefined` in their types. */
type WithoutUndefined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/**
 * Returns a copy without the fields that are `undefined`, so that they do not override defaults.
 * For undefined, returns an empty object.
 */
export function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  // safe cast: only fields that are undefined were removed
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>
}

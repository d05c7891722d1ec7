/**
 * `Partial`, with `undefined` for what is left out: an application passes on what it may not have, also with
 * `exactOptionalPropertyTypes`.
 */
export type PartialInit<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Fields of which none is `undefined`. */
type WithoutUndefined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/**
 * The fields that are given: over defaults, one that is `undefined` would otherwise take their place. Nothing at all has
 * none, as when it is spread.
 */
export function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  // What is left is what the type says: nothing but the undefined fields was taken away.
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>
}

/** What stands in the place of a secret wherever an object is printed. */
export const HIDDEN = '[hidden]'

/** Sets a property that is read as usual but left out when the object is printed, spread or made into JSON. */
export function hide(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: false, writable: false, configurable: false })
}

/**
 * Freezes a model that came from a network: `raw` stays readable, and is left out when the object is printed.
 *
 * @param fields - Everything the model has, `raw` included.
 * @returns The same object, frozen.
 */
export function model<T extends { readonly raw: unknown }>(fields: T): Readonly<T> {
  hide(fields, 'raw', fields.raw)
  return Object.freeze(fields)
}

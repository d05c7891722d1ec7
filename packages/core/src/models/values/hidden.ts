import { inspect } from 'node:util'

import { assertString, assertTexts } from './assert-kind.js'
import { assertObject } from './assert-object.js'
import { wrongArgument } from './wrong-argument.js'

/** What stands in the place of a secret wherever an object is printed. */
export const HIDDEN = '[hidden]'

/** What `inspect` shows of an object: what can be spread. `%o` and `showHidden` would show the rest as well. */
const SHOWS_ENUMERABLE = {
  value(this: object): object {
    return { ...this }
  },
}

/**
 * Sets a property that is read as usual but left out when the object is printed (also with `%o` or `showHidden`),
 * spread or made into JSON.
 */
export function hide(target: object, key: string, value: unknown): void {
  assertObject(target, 'hide: target', '{ raw }')
  assertString(key, 'hide: key')
  if (!Object.isExtensible(target))
    throw wrongArgument('hide: target', 'an object that is not frozen', target)
  Object.defineProperty(target, key, { value, enumerable: false, writable: false, configurable: false })
  // A class says itself how it is printed.
  if (!(inspect.custom in target) && Object.getPrototypeOf(target) === Object.prototype)
    Object.defineProperty(target, inspect.custom, SHOWS_ENUMERABLE)
}

/**
 * Makes an object print some of its fields as `[hidden]`, whatever the options of `inspect`. It is spread and made into
 * JSON whole: for what a store has to keep.
 */
export function hideWhenPrinted<T extends object>(target: T, fields: readonly (keyof T & string)[]): T {
  assertObject(target, 'hideWhenPrinted: target', '{ remember }')
  assertTexts(fields, 'hideWhenPrinted: fields')
  const print = (): object => {
    const shown = Object.entries(target).map(([name, value]) => [
      name,
      fields.some((field) => field === name) && value !== null ? HIDDEN : value,
    ])
    return Object.fromEntries(shown)
  }
  return Object.defineProperty(target, inspect.custom, { value: print, enumerable: false })
}

/**
 * Freezes a model that came from a network: `raw` stays readable, and is left out when the object is printed.
 *
 * @param fields - Everything the model has, `raw` included.
 * @returns The same object, frozen.
 */
export function model<T extends { readonly raw: unknown }>(fields: T): Readonly<T> {
  assertObject(fields, 'model', '{ raw }')
  hide(fields, 'raw', fields.raw)
  return Object.freeze(fields)
}
